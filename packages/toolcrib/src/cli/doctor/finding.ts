import type { Locale } from '@toolcrib/core';
import { findingText, type FindingCode, type FindingFacts } from './texts.ts';

/** Something that the doctor has found. An `error` keeps something from working; a `warning` may, one day or somewhere. */
export interface Finding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly remedy: string;
}

/** Makes findings in one language. */
export type Find = <Code extends FindingCode>(
  severity: Finding['severity'],
  code: Code,
  facts: FindingFacts[Code],
) => Finding;

export function findIn(locale: Locale): Find {
  return (severity, code, facts) => ({ code, severity, ...findingText(code, facts, locale) });
}
