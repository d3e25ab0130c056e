import {
  BlockedError,
  remedy,
  text,
  ToolcribError,
  visible,
  type Locale,
  type WireResult,
} from '@toolcrib/core';
import { ConfigError } from '../config/config-error.ts';
import { UsageError } from './command-line.ts';
import { exitCodes } from './exit-codes.ts';
import type { Languages, Session } from './session.ts';
import { visibleLines } from './terminal.ts';

type Telling = Pick<Session, 'terminal' | 'languages' | 'json'>;

/** Says why there is no result; where JSON is wanted, what has a code is said in JSON. */
export async function tellFailure(error: unknown, { terminal, languages, json }: Telling): Promise<number> {
  if (error instanceof UsageError) {
    const { message, code: error_code } = error;
    if (json && error_code !== undefined)
      await terminal.writeJson(JSON.stringify({ status: 'error', error: message, error_code }));
    else terminal.tell(visibleLines(message));
    return exitCodes.usage;
  }
  const failure = toFailure(error, languages);
  if (failure === undefined) {
    terminal.tell(visibleLines(unforeseen(error)));
    return exitCodes.failed;
  }
  if (json) await terminal.writeJson(JSON.stringify(failure));
  else terminal.tell(visible([failure.error, ...(failure.remedy ? [failure.remedy] : [])].join(' ')));
  if (error instanceof ConfigError) return exitCodes.config;
  return failure.status === 'blocked' ? exitCodes.blocked : exitCodes.failed;
}

type Failure = Pick<WireResult, 'status' | 'error_code' | 'error_type'> & {
  readonly error: string;
  readonly remedy?: string | undefined;
};

/** An error with a code, as results tell it; undefined for one that nobody foresaw. */
function toFailure(error: unknown, { settled, chosen, system }: Languages): Failure | undefined {
  if (error instanceof ConfigError)
    return { status: 'error', error: error.message, error_code: error.code, error_type: error.name };
  if (speaksLanguages(error)) {
    const message = error.in(settled ?? chosen ?? system);
    return { status: 'error', error: message, error_code: error.code, error_type: error.name };
  }
  if (!(error instanceof ToolcribError) || error.data === undefined) return undefined;
  const locale = settled ?? chosen ?? system;
  return {
    status: error instanceof BlockedError ? 'blocked' : 'error',
    error: text(error.code, error.data, locale),
    error_code: error.code,
    error_type: error.name,
    remedy: remedy(error.code, error.data, locale),
  };
}

/** An error of a room, such as the store, that says itself in any language: the rooms need not be loaded to know one. */
function speaksLanguages(
  error: unknown,
): error is Error & { readonly code: string; in(locale: Locale): string } {
  return error instanceof Error && 'code' in error && 'in' in error && typeof error.in === 'function';
}

/** The system's own refusals, such as a working directory that is gone, need no stack; a mistake of ours does. */
function unforeseen(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? error.message : (error.stack ?? error.message);
}
