import type { Locale } from '@toolcrib/core';
import { engineText, type EngineFacts } from './texts.ts';

export type EngineErrorCode = keyof EngineFacts;

/** The distributed engine cannot do what it was asked. The message says what to do next; `code` never changes. */
export class EngineError<Code extends EngineErrorCode = EngineErrorCode> extends Error {
  override readonly name = 'EngineError';
  readonly code: Code;
  readonly data: EngineFacts[Code];

  constructor(code: Code, data: EngineFacts[Code], options?: { readonly cause?: unknown }) {
    super(engineText(code, data, 'en'), options);
    this.code = code;
    this.data = data;
  }

  /** The message in a language. */
  in(locale: Locale): string {
    return engineText(this.code, this.data, locale);
  }
}
