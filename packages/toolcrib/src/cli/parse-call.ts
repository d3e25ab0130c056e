import { isRefusal, readCallRequest, text as message, type CallRequest, type Locale } from '@toolcrib/core';
import { UsageError } from './command-line.ts';
import type { CliTexts } from './texts.ts';

/** The code of what is no call at all, as on every interface. */
export const requestNotValid = 'request_not_valid';

/** Something that is no call; with its id when that can be read, so that the caller finds the answer. */
export interface Misunderstanding {
  readonly id: string | undefined;
  readonly code: string;
  readonly problem: string;
}

interface Reading extends Pick<CliTexts, 'notJson' | 'notACall'> {
  readonly locale: Locale;
  /** The agent that the command line names: whoever does so hands on calls that somebody else has written. */
  readonly agent: string | undefined;
}

/** The call in a text as `execute_tool` takes it on every interface, or what is wrong with it. */
export function parseCall(
  text: string,
  { notJson, notACall, locale, agent }: Reading,
): CallRequest | Misunderstanding {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { id: undefined, code: requestNotValid, problem: notJson((error as Error).message) };
  }
  const call = readCallRequest(value, { onlyAs: agent });
  if (!isRefusal(call)) return call;
  const { code, data } = call;
  return { id: idOf(value), code, problem: notACall(message(code, data, locale)) };
}

function idOf(value: unknown): string | undefined {
  const { id } = (value ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** The call in an argument of the command; anything else is wrong usage. */
export function parseCallArgument(argument: string, reading: Reading): CallRequest {
  const call = parseCall(argument, reading);
  if ('problem' in call) throw new UsageError(call.problem, call.code);
  return call;
}
