import { toWire, type CallOptions, type ToolResult, type ToolService, type WireResult } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { readLines } from '../read-lines.ts';
import { openSession, type Session } from '../session.ts';

interface CallRequest {
  readonly id: string | undefined;
  readonly toolName: string;
  readonly given: unknown;
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
    await terminal.write(JSON.stringify(toWire(result)));
    return exitCodeOf([result.status]);
  }
  const statuses = new Set<ToolResult['status']>();
  for await (const { number, text } of readLines(terminal.input, maxLineLength)) {
    if (signal.aborted) break;
    if (text?.trim() === '') continue;
    const request =
      text === undefined ? texts.lineTooLong(number, maxLineLength) : parseRequest(text, session, number);
    const result =
      typeof request === 'string'
        ? notUnderstood(request)
        : toWire(await execute(service, request, callOptions));
    statuses.add(result.status);
    await terminal.write(JSON.stringify(result));
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
  if (typeof request === 'string') throw new UsageError(request);
  return request;
}

/** The call in a text, or what is wrong with it. */
function parseRequest(text: string, { texts }: Session, line: number | undefined): CallRequest | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return line === undefined ? texts.notJson((error as Error).message) : texts.lineNotJson(line);
  }
  if (typeof value !== 'object' || value === null) return texts.notACall;
  const { id, tool_name: toolName, arguments: given } = value as { [field: string]: unknown };
  if (typeof toolName !== 'string') return texts.notACall;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return texts.notACall;
  return { id: id?.toString(), toolName, given };
}

function notUnderstood(error: string): WireResult {
  return {
    call_id: '',
    status: 'error',
    error,
    error_code: 'invalid_request',
    error_type: 'ValidationError',
    metadata: { execution_time_ms: 0 },
  };
}
