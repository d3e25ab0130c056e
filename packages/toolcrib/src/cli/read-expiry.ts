import type { Locale } from '@toolcrib/core';
import { approvalsTexts } from './approvals-texts.ts';
import { UsageError } from './command-line.ts';
import { parseTime } from './parse-time.ts';

/** When `--expires` ends something: so long from now, or a date. */
export function readExpiry(text: string, locale: Locale): number {
  const now = Date.now();
  const read = parseTime(text, now);
  // The reader of times looks back; an end lies ahead.
  const end = read === undefined ? 0 : /^\d+[a-z]$/u.test(text) ? 2 * now - read : read;
  if (end <= now) throw new UsageError(approvalsTexts(locale).badExpiry);
  return end;
}
