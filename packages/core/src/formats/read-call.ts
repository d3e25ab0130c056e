import type { ArgumentProblem } from '../messages/facts.ts';
import { text } from '../messages/text.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
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
    const problem =
      toolName === '' ? text('tool_not_found', { name: toolName, suggestions: [] }) : read.problem;
    return {
      id: typeof id === 'string' && id !== '' ? id : madeUpId(index),
      toolName,
      arguments: read.arguments,
      ...(problem !== undefined && { problem }),
    };
  });
}

function madeUpId(index: number): string {
  return `call_${index}`;
}

/** The provider gave this call no id, so it must not be told one. */
export function hasMadeUpId(call: ToolCall): boolean {
  return /^call_\d+$/u.test(call.id);
}

function readArguments(given: unknown): { readonly arguments: unknown; readonly problem?: string } {
  if (given === undefined || given === null) return { arguments: {} };
  if (typeof given !== 'string') return checked(given);
  if (given.trim() === '') return { arguments: {} };
  try {
    return checked(JSON.parse(given));
  } catch {
    return {
      arguments: given,
      problem: tell({ path: '', keyword: 'json', expected: 'JSON', received: 'broken text' }),
    };
  }
}

function checked(value: unknown): { readonly arguments: unknown; readonly problem?: string } {
  if (isObject(value)) return { arguments: value };
  const received = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return { arguments: value, problem: tell({ path: '', keyword: 'type', expected: 'object', received }) };
}

function tell(problem: ArgumentProblem): string {
  return text('invalid_arguments', { problems: [problem] });
}

/** A field of something that arrived from outside; undefined when there is no such thing. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) ? ownValue(value, name) : undefined;
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
