import { BlockedError, text, type Locale } from '@toolcrib/core';
import { networkTexts } from './texts.ts';

/** What the proxy says itself, instead of the host that was asked for. */
export interface ProxyAnswer {
  readonly status: 400 | 403 | 502;
  readonly sentence: string;
}

export function notUnderstood(locale: Locale): ProxyAnswer {
  return { status: 400, sentence: networkTexts(locale).notForProxy };
}

export function toProxyAnswer(error: unknown, host: string, locale: Locale): ProxyAnswer {
  if (error instanceof BlockedError && error.data !== undefined)
    return { status: 403, sentence: text(error.code, error.data, locale) };
  const detail = error instanceof Error ? error.message : String(error);
  return { status: 502, sentence: networkTexts(locale).unreachable(host, detail) };
}
