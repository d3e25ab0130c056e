import type { ArgumentProblem } from '../messages/facts.ts';
import { isObject, ownValue, receivedType } from '../schema/json-type.ts';
import type { CallProblem } from '../tool/call.ts';
import type { OutwardNames, ToolCall } from './format.ts';

/** The parts of a call as a provider spells them, not trusted yet. */
export interface CallParts {
  readonly id: unknown;
  readonly name: unknown;
  /** JSON text, or a value that was parsed already. Nothing at all is no arguments. */
  readonly arguments: unknown;
}

export function readCalls(parts: readonly CallParts[], names: OutwardNames | undefined): readonly ToolCall[] {
  return parts.map(({ id, name, arguments: given }, index) => {
    const toolName = typeof name === 'string' ? (names?.get(name) ?? name) : '';
    const read = readArguments(given);
    const problem = toolName === '' ? nameless : read.problem;
    return {
      ...(typeof id === 'string' && id !== '' ? { id } : { id: `call_${index}`, idIsMadeUp: true }),
      toolName,
      arguments: read.arguments,
      ...(problem !== undefined && { problem }),
    };
  });
}

const nameless: CallProblem = { code: 'tool_not_found', data: { name: '', suggestions: [] } };

interface ReadArguments {
  readonly arguments: unknown;
  readonly problem?: CallProblem;
}

function readArguments(given: unknown): ReadArguments {
  if (given === undefined || given === null) return { arguments: {} };
  if (typeof given !== 'string') return checked(given);
  if (given.trim() === '') return { arguments: {} };
  try {
    return checked(JSON.parse(given));
  } catch {
    return unreadable(given, { path: '', keyword: 'json', expected: 'JSON', received: 'broken text' });
  }
}

function checked(value: unknown): ReadArguments {
  if (isObject(value)) return { arguments: value };
  return unreadable(value, { path: '', keyword: 'type', expected: 'object', received: receivedType(value) });
}

function unreadable(given: unknown, problem: ArgumentProblem): ReadArguments {
  return { arguments: given, problem: { code: 'invalid_arguments', data: { problems: [problem] } } };
}

/** A field of something that arrived from outside; undefined when there is no such thing. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) ? ownValue(value, name) : undefined;
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
