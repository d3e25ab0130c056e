import type { Locale } from '@toolcrib/core';
import type { MovedState } from '../move-state.ts';
import type { ImportedHistory } from '../store/foreign/import-history.ts';
import type { Verification } from '../store/history/stored-history.ts';
import type { Salvaged } from '../store/salvage/salvage-store.ts';

/** What `toolcrib store` says. */
interface StoreCommandTexts {
  noStore(place: string): string;
  sound(place: string, records: number): string;
  brokenChain(place: string, problem: NonNullable<Verification['problem']>): string;
  noFile(place: string): string;
  notDamaged(place: string): string;
  salvaged(report: Salvaged): string;
  imported(counts: ImportedHistory): string;
  readonly move: Readonly<Record<MovedState['kind'], (oldPath: string) => string>>;
}

const en: StoreCommandTexts = {
  noStore: (place) => `There is no store at ${place} yet. The first record makes it.`,
  sound: (place, records) =>
    `The store at ${place} is sound: it can be read and written, and its chain holds over ${records === 1 ? '1 record' : `${records} records`}.`,
  brokenChain: (place, { seq, kind }) =>
    `The file of the store at ${place} is sound, but record ${seq} was ${kind} after it was written. See who can write the store.`,
  noFile: (place) =>
    `There is no file to salvage at ${place}. Only a store in a file can be salvaged; a database server has its own tools.`,
  notDamaged: (place) => `${place} is not damaged. Nothing was changed.`,
  salvaged: ({ recovered, lost, kept }) =>
    [
      `Recovered ${recovered === 1 ? '1 record' : `${recovered} records`} into a new store;`,
      lost === 0 ? 'none is known to be lost.' : `${lost} could not be read.`,
      `The damaged file is kept in ${kept}.`,
      'Grants, tokens, approvals and plans were not recovered, because a damaged entry could grant too much: give them anew.',
    ].join(' '),
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
  noStore: (place) => `${place} 处尚无存储；写入第一条记录时会创建。`,
  sound: (place, records) => `位于 ${place} 的存储完好：可读可写，校验链覆盖 ${records} 条记录且完整。`,
  brokenChain: (place, { seq, kind }) =>
    `位于 ${place} 的存储文件完好，但第 ${seq} 条记录在写入之后${{ changed: '被修改', removed: '被删除', reordered: '被移动' }[kind]}。请查明谁能写入该存储。`,
  noFile: (place) => `${place} 处没有可抢救的文件。只有文件形式的存储可以抢救；数据库服务器有自己的工具。`,
  notDamaged: (place) => `${place} 没有损坏，未作任何更改。`,
  salvaged: ({ recovered, lost, kept }) =>
    [
      `已将 ${recovered} 条记录抢救到新的存储中；`,
      lost === 0 ? '没有已知的丢失。' : `${lost} 条无法读取。`,
      `损坏的文件保存在 ${kept}。`,
      '授权、令牌、确认和计划未抢救，因为损坏的条目可能授予过多权限：请重新给予。',
    ].join(''),
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
