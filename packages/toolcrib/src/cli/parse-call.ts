import { UsageError } from './command-line.ts';
import type { CliTexts } from './texts.ts';

/** A call as `execute_tool` takes it: `{"id": …, "tool_name": "…", "arguments": {…}}`. */
export interface CallRequest {
  readonly id: string | undefined;
  readonly toolName: string;
  readonly given: unknown;
}

/** Something that is no call; with its id when that can be read, so that the caller finds the answer. */
export interface Misunderstanding {
  readonly id: string | undefined;
  readonly problem: string;
}

/** The call in a text, or what is wrong with it. */
export function parseCall(
  text: string,
  { notJson, notACall }: Pick<CliTexts, 'notJson' | 'notACall'>,
): CallRequest | Misunderstanding {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { id: undefined, problem: notJson((error as Error).message) };
  }
  const { id: key, tool_name: toolName, arguments: given } = (value ?? {}) as { [field: string]: unknown };
  const id = typeof key === 'number' ? spellingOf(key, text) : typeof key === 'string' ? key : undefined;
  if (typeof toolName !== 'string' || (key !== undefined && id === undefined))
    return { id, problem: notACall };
  return { id, toolName, given };
}

/** A number as an id. One that a number here cannot hold exactly stays as it was written: it is how the caller knows it. */
function spellingOf(id: number, text: string): string {
  if (Number.isSafeInteger(id)) return id.toString();
  const written = new Map<unknown, string | undefined>();
  const root: unknown = JSON.parse(text, function (this: unknown, key, value: unknown, context?: Source) {
    if (key === 'id') written.set(this, context?.source);
    return value;
  });
  return written.get(root) ?? id.toString();
}

/** What a reviver is told about a primitive value (ECMAScript 2026). */
interface Source {
  readonly source?: string;
}

/** The call in an argument of the command; anything else is wrong usage. */
export function parseCallArgument(argument: string, texts: CliTexts): CallRequest {
  const call = parseCall(argument, texts);
  if ('problem' in call) throw new UsageError(call.problem);
  return call;
}
