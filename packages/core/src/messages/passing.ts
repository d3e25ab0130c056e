import type { Locale } from './catalog.ts';

/** What stations say to a call that they let pass, where there is no rule to name. */
interface PassingWords {
  readonly everyTool: string;
  timeout(milliseconds: number): string;
}

const words: Readonly<Record<Locale, PassingWords>> = {
  en: { everyTool: 'every tool', timeout: (milliseconds) => `at most ${milliseconds} ms` },
  'zh-CN': { everyTool: '所有工具', timeout: (milliseconds) => `最多 ${milliseconds} 毫秒` },
};

export function passing(locale: Locale): PassingWords {
  return words[locale];
}
