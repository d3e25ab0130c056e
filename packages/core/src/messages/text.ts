import type { Catalog, Locale } from './catalog.ts';
import { en } from './en.ts';
import type { MessageCode, MessageFacts } from './facts.ts';
import { zhCN } from './zh-cn.ts';

const catalogs: Readonly<Record<Locale, Catalog>> = { en, 'zh-CN': zhCN };

export const locales: readonly Locale[] = ['en', 'zh-CN'];

/** The sentence for a code and its facts, in one language. */
export function text<C extends MessageCode>(code: C, facts: MessageFacts[C], locale: Locale = 'en'): string {
  return catalogs[locale][code](facts);
}

export function isMessageCode(code: string): code is MessageCode {
  return Object.hasOwn(en, code);
}

/** The language that a tag such as `zh_CN.UTF-8` or `zh-Hans` asks for; undefined when we do not speak it. */
export function parseLocale(tag: string | undefined): Locale | undefined {
  if (tag === undefined) return undefined;
  if (/^zh\b|^zh_/iu.test(tag)) return 'zh-CN';
  if (/^en\b|^en_/iu.test(tag)) return 'en';
  return undefined;
}
