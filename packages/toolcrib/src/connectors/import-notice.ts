import type { HoldReason, Locale } from '@toolcrib/core';

/** Of the tools of a source some wait for a person, or cannot be used. */
export interface ImportNotice {
  readonly source: string;
  /** `taken`: another tool has the name already. */
  readonly reason: HoldReason | 'unusable' | 'taken';
  readonly tools: readonly string[];
  /** Files that the source is started from, and that have changed. */
  readonly files: readonly string[];
  /** Said in a sentence. */
  in(locale: Locale): string;
}
