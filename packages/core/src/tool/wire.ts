import type { JsonValue } from '../schema/json-schema.ts';
import type { ResultMetadata, ToolResult } from './result.ts';
import type { Usage } from './usage.ts';

/** A result as it goes over a wire: snake_case, JSON only, no causes and no stacks. */
export interface WireResult {
  /** The id that the request gave; then `metadata.record_id` is what history knows the call by. */
  readonly call_id: string;
  readonly status: 'success' | 'error' | 'blocked';
  readonly output?: unknown;
  readonly error?: string;
  readonly error_code?: string;
  readonly error_type?: string;
  readonly station?: string;
  readonly rule?: string;
  readonly remedy?: string;
  readonly details?: unknown;
  readonly metadata: { readonly [name: string]: JsonValue };
}

/** The result in snake_case. The output is handed on as it is; `toWireText` makes sure that it is JSON. */
export function toWire(result: ToolResult): WireResult {
  const { callId, givenId, metadata } = result;
  const call_id = givenId ?? callId;
  const wireMetadata: Record<string, JsonValue> = {
    ...notesOf(metadata),
    ...(givenId !== undefined && { record_id: callId }),
    tool_name: metadata.tool,
    ...(metadata.version !== undefined && { tool_version: metadata.version }),
    execution_time_ms: toMicroseconds(metadata.executionTimeMs),
    ...(metadata.attempts > 1 && { attempts: metadata.attempts }),
    ...(metadata.outcomeUnknown && { outcome_unknown: true }),
    ...(metadata.deprecated !== undefined && { deprecated: metadata.deprecated }),
    ...(metadata.risk !== undefined && metadata.risk !== 'low' && { risk: metadata.risk }),
    ...(metadata.approval?.kind === 'answered' && { approved_by: metadata.approval.by }),
    ...(metadata.approval?.kind === 'answered' &&
      metadata.approval.approvalId !== undefined && { approval_id: metadata.approval.approvalId }),
    ...(metadata.sandbox !== undefined && { sandbox: metadata.sandbox }),
    ...(metadata.usage !== undefined && { usage: toWireUsage(metadata.usage) }),
  };
  if (result.status === 'success') {
    return { call_id, status: 'success', output: result.output ?? null, metadata: wireMetadata };
  }
  const { status, error, errorCode, errorType, station, rule, remedy, data } = result;
  return {
    call_id,
    status,
    error,
    error_code: errorCode,
    error_type: errorType,
    station,
    ...(rule !== undefined && { rule }),
    ...(remedy !== undefined && { remedy }),
    details: snakeKeys(data),
    metadata: wireMetadata,
  };
}

/** A tool's notes stand beside what the corridor says, and never in its place: also not where it says nothing. */
function notesOf({ notes }: ResultMetadata): { readonly [name: string]: JsonValue } {
  return Object.fromEntries(Object.entries(notes).filter(([name]) => !reserved.has(name)));
}

const reserved: ReadonlySet<string> = new Set([
  'record_id',
  'tool_name',
  'tool_version',
  'execution_time_ms',
  'attempts',
  'outcome_unknown',
  'deprecated',
  'risk',
  'approved_by',
  'approval_id',
  'sandbox',
  'usage',
  'output_omitted',
  'details_omitted',
]);

function toWireUsage({ source, cpuMs, memoryBytes }: Usage): JsonValue {
  return {
    source,
    cpu_ms: toMicroseconds(cpuMs),
    ...(memoryBytes !== undefined && { memory_bytes: memoryBytes }),
  };
}

/** Milliseconds with no more digits than a clock has. */
export function toMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

/** The same with names in snake_case; what the values hold stays as it is. */
export function snakeKeys(data: object): { [name: string]: unknown } {
  const toSnake = (key: string): string => key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [toSnake(key), value as unknown]));
}

/** The way back from `snakeKeys`. */
export function camelKeys(data: object): { [name: string]: unknown } {
  const toCamel = (key: string): string =>
    key.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [toCamel(key), value as unknown]));
}

/** A result as one line of JSON. An output or details that are not JSON are left out, and the metadata says so. */
export function toWireText(result: ToolResult): string {
  const wire = toWire(result);
  try {
    return JSON.stringify(wire);
  } catch {
    const { output: _, details: __, metadata, ...rest } = wire;
    return JSON.stringify(
      result.status === 'success'
        ? { ...rest, output: null, metadata: { ...metadata, output_omitted: 'not JSON' } }
        : { ...rest, metadata: { ...metadata, details_omitted: 'not JSON' } },
    );
  }
}
