import type { Locale } from '@toolcrib/core';
import { commonOptions, shortOf, type OptionName } from '../command-line.ts';
import { chapters } from './manual.ts';
import { optionPages } from './options.ts';
import type { Page, Use } from './page.ts';

interface Headings {
  readonly title: string;
  readonly options: string;
  readonly everywhere: string;
  readonly examples: string;
  readonly wire: (name: string) => string;
  readonly forOne: string;
  readonly exitCodes: string;
  readonly more: (page: string) => string;
}

const headings: Readonly<Record<Locale, Headings>> = {
  en: {
    title: 'toolcrib: the tool registry and runtime for AI agents',
    options: 'Options',
    everywhere: 'Of every command',
    examples: 'Examples',
    wire: (name) => `On the wire it is called ${name} and answers in JSON.`,
    forOne: 'toolcrib COMMAND --help tells more of each, and toolcrib help CODE what an error code means.',
    exitCodes:
      'Exit codes: 0 success, 1 a call failed, 2 wrong usage, 3 a call was blocked, 4 a broken configuration, 130 interrupted.',
    more: (page) => `More: docs/${page}.md`,
  },
  'zh-CN': {
    title: 'toolcrib：AI 智能体的工具注册表与运行时',
    options: '选项',
    everywhere: '所有命令的选项',
    examples: '示例',
    wire: (name) => `其协议名称为 ${name}，以 JSON 回答。`,
    forOne: 'toolcrib 命令 --help 给出各命令的详细说明；toolcrib help 错误码 说明错误码的含义。',
    exitCodes: '退出码：0 成功，1 调用失败，2 用法错误，3 调用被阻止，4 配置有误，130 被中断。',
    more: (page) => `更多：docs/${page}.md`,
  },
};

/** All commands on one screen. */
export function showManual(locale: Locale): string {
  const words = headings[locale];
  const names = chapters.flatMap(({ pages }) => pages.map(({ name }) => name));
  const width = Math.max(...names.map((name) => name.length));
  const parts = chapters.map(({ says, pages }) =>
    [says[locale], ...pages.map((page) => `  ${page.name.padEnd(width)}  ${page.says[locale]}`)].join('\n'),
  );
  const options = [words.everywhere, ...optionRows(commonOptions, locale)].join('\n');
  return [words.title, ...parts, options, `${words.forOne}\n${words.exitCodes}`].join('\n\n');
}

/** All that there is to say about one command. */
export function showPage(page: Page, locale: Locale): string {
  const words = headings[locale];
  const options = page.options.length === 0 ? [] : [words.options, ...optionRows(page.options, locale)];
  const examples = page.examples.length === 0 ? [] : [words.examples, ...useRows('', page.examples, locale)];
  return [
    `toolcrib ${page.name}: ${page.says[locale]}`,
    useRows(`${page.name} `, page.uses, locale).join('\n'),
    ...[options, examples].filter((rows) => rows.length > 0).map((rows) => rows.join('\n')),
    ...(page.wire === undefined ? [] : [words.wire(page.wire)]),
    words.more(page.more),
  ].join('\n\n');
}

function useRows(before: string, uses: readonly Use[], locale: Locale): string[] {
  return columns(uses.map(({ words, says }) => [`toolcrib ${before}${words}`.trimEnd(), says[locale]]));
}

function optionRows(options: readonly OptionName[], locale: Locale): string[] {
  return columns(
    options.map((name) => {
      const { value, says } = optionPages[name];
      const short = shortOf(name);
      return [
        `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
        says[locale],
      ];
    }),
  );
}

/** A line that is too long for the column keeps its own, and what it does comes below. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const widest = 44;
  const width = Math.max(...rows.map(([first]) => (first.length > widest ? 0 : first.length)));
  return rows.map(([first, second]) =>
    first.length > widest
      ? `  ${first}\n  ${' '.repeat(width)}  ${second}`
      : `  ${first.padEnd(width)}  ${second}`,
  );
}
