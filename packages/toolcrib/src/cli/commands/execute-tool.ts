import {
  toCallOptions,
  toWireText,
  type CallRequest,
  type ToolResult,
  type WireResult,
} from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { parseCall, parseCallArgument, requestNotValid, type Misunderstanding } from '../parse-call.ts';
import { readLines } from '../read-lines.ts';
import { openSession, type OpenedSession, type Session } from '../session.ts';

const maxLineLength = 16_000_000;

/** `execute_tool`: one call as an argument, or one per line on standard input; one result per line, in the same order. */
export async function executeTool(session: Session): Promise<number> {
  const { terminal, texts, line, signal } = session;
  const [argument] = line.operands;
  if (argument === undefined && terminal.input.isTTY) throw new UsageError(texts.noInput);
  const opened = await openSession(session);
  const reading = { ...texts, locale: opened.locale, agent: line.options.agent };
  if (argument !== undefined) {
    const result = await execute(parseCallArgument(argument, reading), opened);
    await terminal.writeJson(toWireText(result));
    return exitCodeOf([result.status]);
  }
  const statuses = new Set<ToolResult['status']>();
  for await (const { number, text } of readLines(terminal.input, { limit: maxLineLength, signal })) {
    if (signal.aborted) break;
    if (text?.trim() === '') continue;
    const request =
      text === undefined
        ? { id: undefined, code: requestNotValid, problem: texts.lineTooLong(number, maxLineLength) }
        : parseCall(text, {
            ...reading,
            notJson: () => texts.lineNotJson(number),
            notACall: (problem) => texts.lineNotACall(number, problem),
          });
    if ('problem' in request) {
      statuses.add('error');
      await terminal.writeJson(JSON.stringify(notUnderstood(request)));
    } else {
      const result = await execute(request, opened);
      statuses.add(result.status);
      await terminal.writeJson(toWireText(result));
    }
  }
  return exitCodeOf([...statuses]);
}

/** The person at the command may call as any agent that is configured, like a person in charge over HTTP. */
function execute(
  call: CallRequest,
  { service, callOptions }: Pick<OpenedSession, 'service' | 'callOptions'>,
): Promise<ToolResult> {
  const options = toCallOptions(call, callOptions);
  return service.execute(call.tool_name, call.arguments, { ...options, agent: call.agent ?? options.agent });
}

function notUnderstood({ id = '', code, problem }: Misunderstanding): WireResult {
  return {
    call_id: id,
    status: 'error',
    error: problem,
    error_code: code,
    error_type: 'ValidationError',
    metadata: { execution_time_ms: 0 },
  };
}
