import { visible, type Locale } from '@toolcrib/core';

/** The facts behind each thing that can go wrong at the workbench, by its stable word. */
export interface WorkbenchFacts {
  file_not_found: { path: string };
  not_a_file: { path: string; kind: string };
  changed_meanwhile: { path: string };
}

export type WorkbenchReason = keyof WorkbenchFacts;

type WorkbenchTexts = { readonly [R in WorkbenchReason]: (facts: WorkbenchFacts[R]) => string };

const en: WorkbenchTexts = {
  file_not_found: ({ path }) => `There is no file ${visible(path)}.`,
  not_a_file: ({ path, kind }) => `${visible(path)} is not a regular file but a ${kind}.`,
  changed_meanwhile: ({ path }) =>
    `${visible(path)} has changed since it was last read. Read it again first.`,
};

const zhCN: WorkbenchTexts = {
  file_not_found: ({ path }) => `文件 ${visible(path)} 不存在。`,
  not_a_file: ({ path, kind }) => `${visible(path)} 不是普通文件，而是 ${kind}。`,
  changed_meanwhile: ({ path }) => `${visible(path)} 自上次读取后已被修改。请先重新读取。`,
};

const catalogs: Readonly<Record<Locale, WorkbenchTexts>> = { en, 'zh-CN': zhCN };

/** The sentences of one language, complete by type. */
export function workbenchTexts(locale: Locale): WorkbenchTexts {
  return catalogs[locale];
}
