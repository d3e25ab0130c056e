import type { Locale } from '@toolcrib/core';
import type { MovedState } from '../move-state.ts';
import type { ImportedHistory } from '../store/foreign/import-history.ts';

/** What `toolcrib store` says. */
interface StoreCommandTexts {
  imported(counts: ImportedHistory): string;
  readonly move: Readonly<Record<MovedState['kind'], (oldPath: string) => string>>;
}

const en: StoreCommandTexts = {
  imported: ({ imported, known, unreadable }) =>
    [
      `Imported ${imported === 1 ? '1 record' : `${imported} records`}.`,
      ...(known > 0 ? [`${known} had been imported before.`] : []),
      ...(unreadable > 0 ? [`${unreadable} could not be read.`] : []),
      'Grants, tokens, approvals and plans of the other store were not imported.',
    ].join(' '),
  move: {
    moved: (path) =>
      `History, grants and tokens of ${path} now belong to this project. Its configuration has to be trusted here again: toolcrib trust. Unfinished plans wait until you resume them: toolcrib plan list.`,
    still_there: (path) =>
      `${path} is still there, so it keeps its history, grants and tokens. Only a folder that was renamed can be followed; to copy the history, use "toolcrib store import".`,
    nothing_kept: (path) => `Nothing is kept for ${path}. Give the path that the project had before.`,
    taken: (path) =>
      `This project already has history, grants or accepted sources of its own, which are not replaced by those of ${path}. Add its records with "toolcrib store import".`,
  },
};

const zhCN: StoreCommandTexts = {
  imported: ({ imported, known, unreadable }) =>
    [
      `已导入 ${imported} 条记录。`,
      ...(known > 0 ? [`${known} 条此前已导入。`] : []),
      ...(unreadable > 0 ? [`${unreadable} 条无法读取。`] : []),
      '另一个存储中的授权、令牌、确认和计划未导入。',
    ].join(''),
  move: {
    moved: (path) =>
      `${path} 的历史记录、授权和令牌现在属于本项目。其配置需要在此重新信任：toolcrib trust。未完成的计划等待您恢复：toolcrib plan list。`,
    still_there: (path) =>
      `${path} 仍然存在，因此保留其历史记录、授权和令牌。只能沿用已改名的目录；要复制历史记录，请使用 “toolcrib store import”。`,
    nothing_kept: (path) => `没有为 ${path} 保存任何内容。请给出项目之前的路径。`,
    taken: (path) =>
      `本项目已有自己的历史记录、授权或已接受的来源，不会被 ${path} 的内容替换。请用 “toolcrib store import” 添加其中的记录。`,
  },
};

const catalogs: Readonly<Record<Locale, StoreCommandTexts>> = { en, 'zh-CN': zhCN };

export function storeTexts(locale: Locale): StoreCommandTexts {
  return catalogs[locale];
}
