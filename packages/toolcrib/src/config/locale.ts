import { parseLocale, type Locale } from '@toolcrib/core';
import type { Environment } from './environment.ts';

/** The language that somebody chose for Toolcrib. */
export function chosenLocale({ TOOLCRIB_LOCALE }: Environment): Locale | undefined {
  return parseLocale(TOOLCRIB_LOCALE);
}

/** The language that the system speaks, else English. As everywhere, an empty variable counts as none. */
export function systemLocale({ LC_ALL, LC_MESSAGES, LANG }: Environment): Locale {
  return parseLocale(LC_ALL || LC_MESSAGES || LANG) ?? 'en';
}
