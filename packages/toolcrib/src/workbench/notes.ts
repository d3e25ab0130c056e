import { visible, type Locale } from '@toolcrib/core';
import type { Loss } from '../fence/commands/losses.ts';
import type { GitDanger } from './git/danger.ts';

/** What the tools of the workbench say beside what they give: in brackets at the end of an output, and as warnings. */
export interface WorkbenchNotes {
  outputCut(facts: { handle: string; shownLines: number; totalLines: number; totalBytes: number }): string;
  /** `total` is undefined when the file was too large to count them. */
  linesShown(facts: { first: number; last: number; total: number | undefined }): string;
  lineCut(bytes: number): string;
  emptyFile: string;
  binaryFile(facts: { mediaType: string; bytes: number }): string;
  imageTooLarge(facts: { mediaType: string; bytes: number; limit: number }): string;
  /** Files with content that is gone once they are overwritten or deleted. */
  readonly cannotGiveBack: Readonly<Record<Loss['kind'], (paths: readonly string[]) => string>>;
  /** A file that other programs execute or obey. */
  obeyed(path: string, reason: string): string;
  changedScripts(path: string, scripts: readonly ChangedScript[]): string;
  cannotCompare(facts: { before: number; after: number }): string;
  previewCut: string;
  rest(count: number, handle: string): string;
  readonly binaryMatches: string;
  readonly hugeLineMatches: string;
  indexing(indexed: number, of: number): string;
  /** Language servers that run without a sandbox. */
  uncontainedServer(facts: { servers: readonly string[]; runsCode: boolean }): string;
  readonly terminalWarning: string;
  readonly renameWarning: string;
  /** The settings of a repository by which git starts programs, or takes in more settings. */
  gitFollows(settings: readonly { readonly name: string; readonly value: string }[]): string;
  readonly gitShowsOutside: string;
  readonly gitDangers: Readonly<Record<GitDanger, string>>;
}

/** A command that a package names. */
export interface ChangedScript {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const shownScripts = 20;

const en: WorkbenchNotes = {
  outputCut: ({ handle, shownLines, totalLines, totalBytes }) =>
    `[Cut: ${shownLines} of ${totalLines} lines (${totalBytes} bytes in all). Read ${handle} with offset and limit for the rest.]`,
  linesShown: ({ first, last, total }) =>
    total === undefined
      ? `[Lines ${first}-${last}; there are more. Go on with offset ${last + 1}.]`
      : `[Lines ${first}-${last} of ${total}. Go on with offset ${last + 1}.]`,
  lineCut: (bytes) => `[line of ${bytes} bytes, cut here]`,
  emptyFile: '[The file is empty.]',
  binaryFile: ({ mediaType, bytes }) => `[Binary file: ${mediaType}, ${bytes} bytes. Not shown.]`,
  imageTooLarge: ({ mediaType, bytes, limit }) =>
    `[Image: ${mediaType}, ${bytes} bytes. Not shown: the limit is ${limit} bytes.]`,
  cannotGiveBack: {
    overwrite: (paths) =>
      `Overwrites ${some(paths)}. Git does not have what is there now and cannot give it back.`,
    delete: (paths) => `Deletes ${some(paths)}. Git does not have what is there now and cannot give it back.`,
  },
  obeyed: (path, reason) => `${visible(path)} takes effect outside the sandbox. ${reason}`,
  changedScripts: (path, scripts) =>
    `${visible(path)} changes what package managers run outside the sandbox: ${scripts
      .slice(0, shownScripts)
      .map(({ name, before, after }) => visible(`${name}: ${before ?? '(none)'} → ${after ?? '(none)'}`))
      .join('; ')}${scripts.length > shownScripts ? `; ${scripts.length - shownScripts} more` : ''}.`,
  cannotCompare: ({ before, after }) =>
    `What changes cannot be shown: ${before} bytes before, ${after} bytes after.`,
  previewCut: '[The rest is not shown.]',
  rest: (count, handle) => `${count} more. Read ${handle} for all of them, or narrow the search.`,
  binaryMatches: 'a binary file matches',
  hugeLineMatches: 'a line of many megabytes matches',
  indexing: (indexed, of) =>
    `The index holds ${indexed} of ${of} files and is still growing. Ask again for more.`,
  uncontainedServer: ({ servers, runsCode }) =>
    `The language server ${servers.map(visible).join(', ')} runs without a sandbox: it reads what the project names, also outside the project, and its answers may show that${runsCode ? '; it may also run code of the project' : ''}.`,
  renameWarning: 'Every file that uses the name will be changed.',
  terminalWarning: 'What is typed into a terminal is not checked; it runs as it is, inside the sandbox.',
  gitFollows: (settings) =>
    `Git follows what the repository's own settings name, and nothing contains it: ${named(settings)}.`,
  gitShowsOutside:
    'The repository does not lie in the project: git can show files that the project does not hold.',
  gitDangers: {
    drops_stash: 'Throws away changes that were stashed. Git does not give them back.',
    deletes: 'What is deleted may be hard to get back.',
    publishes: 'Commits will be sent to a server where others see them.',
    overwrites_remote: 'What is on the server will be replaced by force.',
  },
};

const zhCN: WorkbenchNotes = {
  outputCut: ({ handle, shownLines, totalLines, totalBytes }) =>
    `[已截断：共 ${totalLines} 行（${totalBytes} 字节），显示前 ${shownLines} 行。其余部分请用 Read 读取 ${handle}，配合 offset 和 limit。]`,
  linesShown: ({ first, last, total }) =>
    total === undefined
      ? `[第 ${first}-${last} 行，后面还有。请用 offset ${last + 1} 继续。]`
      : `[第 ${first}-${last} 行，共 ${total} 行。请用 offset ${last + 1} 继续。]`,
  lineCut: (bytes) => `[本行共 ${bytes} 字节，在此截断]`,
  emptyFile: '[文件为空。]',
  binaryFile: ({ mediaType, bytes }) => `[二进制文件：${mediaType}，${bytes} 字节，未显示。]`,
  imageTooLarge: ({ mediaType, bytes, limit }) =>
    `[图片：${mediaType}，${bytes} 字节，未显示：上限为 ${limit} 字节。]`,
  cannotGiveBack: {
    overwrite: (paths) => `将覆盖 ${some(paths)}。当前内容不在 git 中，无法恢复。`,
    delete: (paths) => `将删除 ${some(paths)}。当前内容不在 git 中，无法恢复。`,
  },
  obeyed: (path, reason) => `${visible(path)} 会在沙箱之外生效。${reason}`,
  changedScripts: (path, scripts) =>
    `${visible(path)} 改变了包管理器在沙箱之外运行的内容：${scripts
      .slice(0, shownScripts)
      .map(({ name, before, after }) => visible(`${name}：${before ?? '（无）'} → ${after ?? '（无）'}`))
      .join('；')}${scripts.length > shownScripts ? `；另有 ${scripts.length - shownScripts} 处` : ''}。`,
  cannotCompare: ({ before, after }) => `无法显示差异：之前 ${before} 字节，之后 ${after} 字节。`,
  previewCut: '[其余部分未显示。]',
  rest: (count, handle) => `还有 ${count} 条。用 Read 读取 ${handle} 可得全部，或缩小搜索范围。`,
  binaryMatches: '二进制文件中有匹配',
  hugeLineMatches: '一行数兆字节的内容中有匹配',
  indexing: (indexed, of) =>
    `索引已包含 ${of} 个文件中的 ${indexed} 个，仍在增长。稍后再次查询可得更多结果。`,
  uncontainedServer: ({ servers, runsCode }) =>
    `语言服务器 ${servers.map(visible).join('、')} 在没有沙箱的情况下运行：它会读取项目所引用的文件（包括项目之外的文件），其回答可能包含这些内容${runsCode ? '；它还可能运行项目中的代码' : ''}。`,
  renameWarning: '所有使用该名称的文件都会被修改。',
  terminalWarning: '键入终端的内容不经检查，会在沙箱内原样执行。',
  gitFollows: (settings) => `git 会执行仓库自身设置所指定的内容，且没有隔离环境：${named(settings)}。`,
  gitShowsOutside: '该仓库不在项目目录之内：git 可能显示项目之外的文件。',
  gitDangers: {
    drops_stash: '将丢弃已贮藏（stash）的修改，git 无法恢复。',
    deletes: '删除的内容可能难以恢复。',
    publishes: '提交将发送到他人可见的服务器。',
    overwrites_remote: '服务器上的内容将被强制替换。',
  },
};

/** More than these nobody reads. */
const maxPaths = 5;

function some(paths: readonly string[]): string {
  const more = paths.length - maxPaths;
  return [...paths.slice(0, maxPaths), ...(more > 0 ? [`… (+${more})`] : [])].join(', ');
}

function named(settings: readonly { readonly name: string; readonly value: string }[]): string {
  return settings.map(({ name, value }) => visible(`${name} = ${value}`)).join('; ');
}

const catalogs: Readonly<Record<Locale, WorkbenchNotes>> = { en, 'zh-CN': zhCN };

export function workbenchNotes(locale: Locale): WorkbenchNotes {
  return catalogs[locale];
}
