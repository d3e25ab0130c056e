import { visible, type Locale } from '@toolcrib/core';

/** The facts behind each thing that can go wrong at the workbench, by its stable word. */
export interface WorkbenchFacts {
  file_not_found: { path: string };
  not_a_file: { path: string; kind: string };
  changed_meanwhile: { path: string };
  path_not_found: { path: string };
  bad_pattern: { pattern: string };
  bad_expression: { pattern: string; complaint: string };
}

export type WorkbenchReason = keyof WorkbenchFacts;

type WorkbenchTexts = { readonly [R in WorkbenchReason]: (facts: WorkbenchFacts[R]) => string };

const en: WorkbenchTexts = {
  file_not_found: ({ path }) => `There is no file ${visible(path)}.`,
  not_a_file: ({ path, kind }) => `${visible(path)} is not a regular file but a ${kind}.`,
  changed_meanwhile: ({ path }) =>
    `${visible(path)} has changed since it was last read. Read it again first.`,
  path_not_found: ({ path }) => `There is nothing at ${visible(path)}.`,
  bad_pattern: ({ pattern }) =>
    `The pattern ${visible(pattern)} cannot be read: a brace or a bracket does not close, or there are too many alternatives.`,
  bad_expression: ({ pattern, complaint }) =>
    `The expression ${visible(pattern)} cannot be read: ${complaint}`,
};

const zhCN: WorkbenchTexts = {
  file_not_found: ({ path }) => `文件 ${visible(path)} 不存在。`,
  not_a_file: ({ path, kind }) => `${visible(path)} 不是普通文件，而是 ${kind}。`,
  changed_meanwhile: ({ path }) => `${visible(path)} 自上次读取后已被修改。请先重新读取。`,
  path_not_found: ({ path }) => `${visible(path)} 处没有任何内容。`,
  bad_pattern: ({ pattern }) => `无法解读模式 ${visible(pattern)}：括号未闭合，或可选项过多。`,
  bad_expression: ({ pattern, complaint }) => `无法解读表达式 ${visible(pattern)}：${complaint}`,
};

const catalogs: Readonly<Record<Locale, WorkbenchTexts>> = { en, 'zh-CN': zhCN };

/** The sentences of one language, complete by type. */
export function workbenchTexts(locale: Locale): WorkbenchTexts {
  return catalogs[locale];
}

/** Words in answers that are no failures. */
interface WorkbenchWords {
  rest(count: number, handle: string): string;
}

const words: Readonly<Record<Locale, WorkbenchWords>> = {
  en: { rest: (count, handle) => `${count} more. Read ${handle} for all of them, or narrow the search.` },
  'zh-CN': { rest: (count, handle) => `还有 ${count} 条。用 Read 读取 ${handle} 可得全部，或缩小搜索范围。` },
};

export function workbenchWords(locale: Locale): WorkbenchWords {
  return words[locale];
}
