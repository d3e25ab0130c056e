import type { MessageCode, MessageFacts, Station } from '@toolcrib/core';
import type { Said } from '../page.ts';

/** What there is to say about a code. The sentence that it comes with, and the way out of a refusal, are the catalogue's. */
export interface ErrorPage<C extends MessageCode = MessageCode> {
  /** The stations where a call ends so; `thrown` by the library, outside of a call; the end of a `plan` or a node. */
  readonly where: readonly (Station | 'thrown' | 'plan')[];
  readonly says: Said;
  /** What to do, for a code that is no refusal. */
  readonly todo?: Said;
  /** Facts to show the sentence with. */
  readonly facts: MessageFacts[C];
  /** Where more is written: the name of a page in docs/. */
  readonly more: string;
}

export type ErrorPages<C extends MessageCode> = { readonly [Code in C]: ErrorPage<Code> };
