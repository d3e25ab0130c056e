import type { MessageCode, MessageFacts } from './facts.ts';

/** The texts of one language, complete by type: a code without a text does not compile. */
export type Catalog = { readonly [C in MessageCode]: (facts: MessageFacts[C]) => string };

export type Locale = 'en' | 'zh-CN';
