import {
  toWireText,
  type CallOptions,
  type ToolResult,
  type ToolService,
  type WireResult,
} from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { parseCall, parseCallArgument, type CallRequest, type Misunderstanding } from '../parse-call.ts';
import { readLines } from '../read-lines.ts';
import { openSession, type Session } from '../session.ts';

const maxLineLength = 16_000_000;

/** The code of a line that is no call. The core's codes have none for it: nothing was called yet. */
const invalidRequest = 'invalid_request';

/** `execute_tool`: one call as an argument, or one per line on standard input; one result per line, in the same order. */
export async function executeTool(session: Session): Promise<number> {
  const { terminal, texts, line, signal } = session;
  const [argument] = line.operands;
  if (argument === undefined && terminal.input.isTTY) throw new UsageError(texts.noInput);
  const { service, callOptions } = await openSession(session);
  if (argument !== undefined) {
    const result = await execute(service, parseCallArgument(argument, texts), callOptions);
    await terminal.writeJson(toWireText(result));
    return exitCodeOf([result.status]);
  }
  const statuses = new Set<ToolResult['status']>();
  for await (const { number, text } of readLines(terminal.input, { limit: maxLineLength, signal })) {
    if (signal.aborted) break;
    if (text?.trim() === '') continue;
    const request =
      text === undefined
        ? { id: undefined, problem: texts.lineTooLong(number, maxLineLength) }
        : parseCall(text, {
            notJson: () => texts.lineNotJson(number),
            notACall: texts.lineNotACall(number),
          });
    if ('problem' in request) {
      statuses.add('error');
      await terminal.writeJson(JSON.stringify(notUnderstood(request)));
    } else {
      const result = await execute(service, request, callOptions);
      statuses.add(result.status);
      await terminal.writeJson(toWireText(result));
    }
  }
  return exitCodeOf([...statuses]);
}

function execute(
  service: ToolService,
  { id, toolName, given }: CallRequest,
  options: CallOptions,
): Promise<ToolResult> {
  return service.execute(toolName, given, { ...options, callId: id });
}

function notUnderstood({ id = '', problem }: Misunderstanding): WireResult {
  return {
    call_id: id,
    status: 'error',
    error: problem,
    error_code: invalidRequest,
    error_type: 'ValidationError',
    metadata: { execution_time_ms: 0 },
  };
}
