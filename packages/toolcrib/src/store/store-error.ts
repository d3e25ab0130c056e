import type { Locale } from '@toolcrib/core';
import { storeText, type StoreFacts } from './texts.ts';

export type StoreErrorCode = keyof StoreFacts;

/** The store cannot do what it was asked. The message says what to do next; `code` never changes. */
export class StoreError<Code extends StoreErrorCode = StoreErrorCode> extends Error {
  override readonly name = 'StoreError';
  readonly code: Code;
  readonly data: StoreFacts[Code];

  constructor(code: Code, data: StoreFacts[Code], options?: { readonly cause?: unknown }) {
    super(storeText(code, data, 'en'), options);
    this.code = code;
    this.data = data;
  }

  /** The message in a language. */
  in(locale: Locale): string {
    return storeText(this.code, this.data, locale);
  }
}
