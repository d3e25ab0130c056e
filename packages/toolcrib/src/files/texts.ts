import type { Locale } from '@toolcrib/core';

/** Why a file is not read or not written. */
export type FileProblem =
  | { readonly kind: 'file_missing' }
  /** A directory, a pipe, a socket or a device. */
  | { readonly kind: 'file_not_regular' }
  | { readonly kind: 'file_too_large'; readonly limit: number }
  /** `limit` is a number of levels. */
  | { readonly kind: 'file_too_deep'; readonly limit: number }
  /** A link leads out of the folder that the file is named in. */
  | { readonly kind: 'file_outside'; readonly folder: string }
  | { readonly kind: 'file_not_utf8' }
  /** `detail` is the system's code for the reason, such as EACCES. */
  | { readonly kind: 'file_unreadable'; readonly detail: string }
  | { readonly kind: 'file_not_written'; readonly detail: string }
  /** A new file was to be created. */
  | { readonly kind: 'file_exists' }
  /** Another process holds the lock. */
  | { readonly kind: 'file_locked'; readonly seconds: number }
  /** Another program changes the file each time before it can be written. */
  | { readonly kind: 'file_changing' };

type Sentence = (problem: FileProblem) => string;

const en: Sentence = (problem) => {
  switch (problem.kind) {
    case 'file_missing':
      return 'There is no such file. Check the path.';
    case 'file_not_regular':
      return 'It is not a regular file. Directories, pipes, sockets and devices are not read. Use a regular file.';
    case 'file_too_large':
      return `It has more than ${problem.limit} bytes. Use a smaller file.`;
    case 'file_too_deep':
      return `It is nested deeper than ${problem.limit} levels. Use a file with fewer levels.`;
    case 'file_outside':
      return `It is a link that leads out of ${problem.folder}. Copy the file there, or name it by its real path.`;
    case 'file_not_utf8':
      return 'It is not UTF-8 text. Save it as UTF-8.';
    case 'file_unreadable':
      return `It cannot be read (${problem.detail}). ${reasonEn(problem.detail)}`;
    case 'file_not_written':
      return `It cannot be written (${problem.detail}), and was left unchanged. ${reasonEn(problem.detail)}`;
    case 'file_exists':
      return 'It exists already, and was left unchanged. Choose another name, or remove it first.';
    case 'file_locked':
      return `Another toolcrib process has held this lock for ${problem.seconds} s. Nothing was changed. Try again when that process has ended.`;
    case 'file_changing':
      return 'Another program keeps changing this file. Nothing was changed. Close that program, then try again.';
  }
};

const zhCN: Sentence = (problem) => {
  switch (problem.kind) {
    case 'file_missing':
      return '没有这个文件。请检查路径。';
    case 'file_not_regular':
      return '这不是普通文件。目录、管道、套接字和设备均不读取。请使用普通文件。';
    case 'file_too_large':
      return `文件超过 ${problem.limit} 字节。请使用更小的文件。`;
    case 'file_too_deep':
      return `嵌套超过 ${problem.limit} 层。请使用层数更少的文件。`;
    case 'file_outside':
      return `这是指向 ${problem.folder} 之外的链接。请将文件复制到该目录，或写明其真实路径。`;
    case 'file_not_utf8':
      return '这不是 UTF-8 文本。请以 UTF-8 保存。';
    case 'file_unreadable':
      return `无法读取（${problem.detail}）。${reasonZh(problem.detail)}`;
    case 'file_not_written':
      return `无法写入（${problem.detail}），文件保持不变。${reasonZh(problem.detail)}`;
    case 'file_exists':
      return '文件已存在，保持不变。请换一个名称，或先将其删除。';
    case 'file_locked':
      return `另一个 toolcrib 进程持有该锁已达 ${problem.seconds} 秒。未作任何更改。请等该进程结束后重试。`;
    case 'file_changing':
      return '另一个程序不断修改此文件。未作任何更改。请关闭该程序后重试。';
  }
};

const full = new Set(['ENOSPC', 'EFBIG', 'EDQUOT']);

function reasonEn(code: string): string {
  return full.has(code)
    ? 'The disk is full, or the file would be larger than allowed. Free some space.'
    : 'Check the permissions of the file and its folder, and whether the disk is mounted read-only.';
}

function reasonZh(code: string): string {
  return full.has(code)
    ? '磁盘已满，或文件超过允许的大小。请腾出空间。'
    : '请检查文件及其目录的权限，以及磁盘是否以只读方式挂载。';
}

const catalogs: Readonly<Record<Locale, Sentence>> = { en, 'zh-CN': zhCN };

export function fileTexts(locale: Locale): Sentence {
  return catalogs[locale];
}
