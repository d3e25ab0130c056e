import type { Locale } from '@toolcrib/core';
import type { OptionName } from '../command-line.ts';

/** The same sentence in every language. */
export type Said = Readonly<Record<Locale, string>>;

export function said(en: string, zhCN: string): Said {
  return { en, 'zh-CN': zhCN };
}

/** One way to use a command: the words that come after its name, and what that does. */
export interface Use {
  readonly words: string;
  readonly says: Said;
}

export function use(words: string, en: string, zhCN: string): Use {
  return { words, says: said(en, zhCN) };
}

/** The page of a command in the manual. */
export interface Page {
  readonly name: string;
  /** Its name on the wire, by which it answers in JSON. */
  readonly wire?: string;
  readonly says: Said;
  readonly uses: readonly Use[];
  /** Besides those that every command takes. */
  readonly options: readonly OptionName[];
  /** Lines to type, with what they do. */
  readonly examples: readonly Use[];
  /** Where more is written: the name of a page in docs/. */
  readonly more: string;
}

/** Commands that belong together. */
export interface Chapter {
  readonly says: Said;
  readonly pages: readonly Page[];
}
