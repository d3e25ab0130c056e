import { text as textOf } from '../messages/text.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import type { ToolResult } from '../tool/result.ts';
import { toWire } from '../tool/wire.ts';
import type { OutwardNames, ToolCall } from './format.ts';

/** How a call ended, as a model may read it. */
export interface Outcome {
  readonly call: ToolCall;
  /** The name that the model knows the tool by. */
  readonly name: string;
  readonly failed: boolean;
  /** The output, or what went wrong; always JSON. */
  readonly value: JsonValue;
  /** The same as text; an output that is a text stands as it is. */
  readonly text: string;
}

/** One outcome for each call: providers refuse a conversation in which a call stays without an answer. */
export function outcomesOf(
  calls: readonly ToolCall[],
  results: readonly ToolResult[],
  names: OutwardNames | undefined,
): readonly Outcome[] {
  const outward = new Map([...(names ?? [])].map(([name, callName]) => [callName, name]));
  return calls.map((call, index) => {
    const result = results[index];
    const failed = result?.status !== 'success';
    const value = failed ? failureOf(result, call) : toJson(result.output);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { call, name: outward.get(call.toolName) ?? call.toolName, failed, value, text };
  });
}

/** What a model needs to do better: what happened, a stable code, the remedy, and whether the tool may have acted. */
function failureOf(result: ToolResult | undefined, call: ToolCall): JsonValue {
  if (result === undefined) return notRun(call);
  const { status, error, error_code, rule, remedy } = toWire(result);
  return {
    status,
    error: error ?? '',
    error_code: error_code ?? '',
    ...(rule !== undefined && { rule }),
    ...(remedy !== undefined && { remedy }),
    ...(result.metadata.outcomeUnknown && { outcome_unknown: true }),
  };
}

function notRun({ problem }: ToolCall): JsonValue {
  if (problem === undefined) return { status: 'error', error: 'This call was not run.' };
  return { status: 'error', error: textOf(problem.code, problem.data), error_code: problem.code };
}

function toJson(output: unknown): JsonValue {
  try {
    const json = JSON.stringify(output);
    const value: JsonValue = json === undefined ? null : JSON.parse(json);
    return value;
  } catch {
    // A circle or a BigInt: the tool did succeed, so the model is told what can be told.
    return String(output);
  }
}
