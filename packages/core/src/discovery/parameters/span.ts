import type { DateSpan } from './dates.ts';
import type { NumberSpan } from './numbers.ts';
import type { Word } from './words.ts';

/** A piece of the text that may be somebody's value. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: SpanKind;
  /** The value as it is written, without quotation marks. */
  readonly text: string;
  readonly number?: NumberSpan;
  readonly date?: DateSpan;
  readonly items?: readonly Span[];
  readonly json?: unknown;
  /** It is part of a longer name or phrase that begins before or ends behind it. */
  readonly within?: 'name' | 'phrase';
  /** It stood in quotation marks, whatever else its shape says. */
  readonly quoted?: true;
}

export type SpanKind =
  | 'quoted'
  | 'url'
  | 'email'
  | 'path'
  | 'code'
  | 'phone'
  | 'json'
  | 'formula'
  | 'number'
  | 'date'
  | 'entity'
  | 'phrase'
  | 'list'
  | 'place'
  | 'period';

/** What is known of a text before any parameter is looked at. */
export interface Reading {
  readonly text: string;
  readonly words: readonly Word[];
  /** Where in the row of words a stem stands. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly spans: readonly Span[];
}
