import { visible, type Locale } from '@toolcrib/core';

/** The facts behind each thing that can go wrong at the workbench, by its stable word. */
export interface WorkbenchFacts {
  file_not_found: { path: string };
  not_a_file: { path: string; kind: string };
  changed_meanwhile: { path: string };
  no_words: { query: string };
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
  no_words: ({ query }) => `There is no word in ${visible(query)}. Give words or names.`,
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
  no_words: ({ query }) => `${visible(query)} 中没有可搜索的词。请给出词语或名称。`,
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
  indexing(indexed: number, of: number): string;
}

const words: Readonly<Record<Locale, WorkbenchWords>> = {
  en: {
    rest: (count, handle) => `${count} more. Read ${handle} for all of them, or narrow the search.`,
    indexing: (indexed, of) =>
      `The index holds ${indexed} of ${of} files and is still growing. Ask again for more.`,
  },
  'zh-CN': {
    rest: (count, handle) => `还有 ${count} 条。用 Read 读取 ${handle} 可得全部，或缩小搜索范围。`,
    indexing: (indexed, of) =>
      `索引已包含 ${of} 个文件中的 ${indexed} 个，仍在增长。稍后再次查询可得更多结果。`,
  },
};

export function workbenchWords(locale: Locale): WorkbenchWords {
  return words[locale];
}
