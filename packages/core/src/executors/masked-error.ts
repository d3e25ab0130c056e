import { createError, messageOf, ToolcribError, type KnownError } from '../tool/errors.ts';
import { copyJson } from '../tool/json.ts';
import type { SecretMask } from '../tool/secret-mask.ts';
import { systemCode, translateNetworkError } from './error-translation.ts';

/** The error for what went wrong with a request, without its secrets: in the message, the facts, and what caused it. */
export function maskedNetworkError(thrown: unknown, tool: string, mask: SecretMask): KnownError {
  const cause = thrown instanceof ToolcribError ? thrown : maskedCause(thrown, mask);
  const error = translateNetworkError(cause, tool);
  const data = copyJson(error.data);
  const facts = (data.ok ? mask.json(data.value) : { tool }) as KnownError['data'];
  return createError(error.code, facts, { cause: maskedCause(error.cause, mask) });
}

/** Keeps what we understand and nothing else: errors of some clients carry the whole request about with them. */
function maskedCause(cause: unknown, mask: SecretMask, depth = 0): unknown {
  if (cause === undefined || depth > 8) return undefined;
  if (!(cause instanceof Error)) return mask.text(messageOf(cause));
  const { status, statusCode = status } = cause as { status?: unknown; statusCode?: unknown };
  const code = systemCode(cause);
  const copy = new Error(mask.text(messageOf(cause)), { cause: maskedCause(cause.cause, mask, depth + 1) });
  copy.name = cause.name;
  copy.stack = mask.text(String(cause.stack));
  return Object.assign(
    copy,
    code !== undefined && { code },
    typeof statusCode === 'number' && { statusCode },
  );
}
