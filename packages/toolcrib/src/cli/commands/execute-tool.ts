import {
  toWireText,
  type CallOptions,
  type ToolResult,
  type ToolService,
  type WireResult,
} from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { readLines } from '../read-lines.ts';
import { openSession, type Session } from '../session.ts';

interface CallRequest {
  readonly id: string | undefined;
  readonly toolName: string;
  readonly given: unknown;
}

/** Something that is no call; with its id when that can be read, so that the caller finds the answer. */
interface Misunderstanding {
  readonly id: string | undefined;
  readonly problem: string;
}

const maxLineLength = 16_000_000;

/** `execute_tool`: one call as an argument, or one per line on standard input; one result per line, in the same order. */
export async function executeTool(session: Session): Promise<number> {
  const { terminal, texts, line, signal } = session;
  const [argument] = line.operands;
  if (argument === undefined && terminal.input.isTTY) throw new UsageError(texts.noInput);
  const { service, callOptions } = await openSession(session);
  if (argument !== undefined) {
    const result = await execute(service, parseArgument(argument, session), callOptions);
    await terminal.write(toWireText(result));
    return exitCodeOf([result.status]);
  }
  const statuses = new Set<ToolResult['status']>();
  for await (const { number, text } of readLines(terminal.input, { limit: maxLineLength, signal })) {
    if (signal.aborted) break;
    if (text?.trim() === '') continue;
    const request =
      text === undefined
        ? { id: undefined, problem: texts.lineTooLong(number, maxLineLength) }
        : parseRequest(text, session, number);
    if ('problem' in request) {
      statuses.add('error');
      await terminal.write(JSON.stringify(notUnderstood(request)));
    } else {
      const result = await execute(service, request, callOptions);
      statuses.add(result.status);
      await terminal.write(toWireText(result));
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

function parseArgument(argument: string, session: Session): CallRequest {
  const request = parseRequest(argument, session, undefined);
  if ('problem' in request) throw new UsageError(request.problem);
  return request;
}

/** The call in a text, or what is wrong with it. */
function parseRequest(
  text: string,
  { texts }: Session,
  line: number | undefined,
): CallRequest | Misunderstanding {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = line === undefined ? texts.notJson((error as Error).message) : texts.lineNotJson(line);
    return { id: undefined, problem };
  }
  const { id: key, tool_name: toolName, arguments: given } = (value ?? {}) as { [field: string]: unknown };
  const id = typeof key === 'string' || typeof key === 'number' ? key.toString() : undefined;
  if (typeof toolName !== 'string' || (key !== undefined && id === undefined))
    return { id, problem: texts.notACall };
  return { id, toolName, given };
}

function notUnderstood({ id = '', problem }: Misunderstanding): WireResult {
  return {
    call_id: id,
    status: 'error',
    error: problem,
    error_code: 'invalid_request',
    error_type: 'ValidationError',
    metadata: { execution_time_ms: 0 },
  };
}
