import type { Locale } from '@toolcrib/core';
import type { StoredGap } from '../store/history/stored-history.ts';
import type { Unrecorded } from '../store/history/unrecorded.ts';

/** What the commands over the history say. */
export interface HistoryTexts {
  badStatus(status: string, known: readonly string[]): string;
  badLimit(limit: string): string;
  badFormat(format: string, known: readonly string[]): string;
  noRecord(callId: string): string;
  otherRecord(callId: string): string;
  ambiguous(id: string): string;
  /** Whose call it was, and how it ended. */
  replayOf(call: ReplayedCall): string;
  replayImported: string;
  /** As whom it will run; the lines after it say what. */
  replayRuns(agent: string | undefined, permission: string | undefined): string;
  replayFacts: Readonly<Record<'tool' | 'arguments' | 'effect' | 'outcome', string>>;
  replayRefused(agent: string | undefined): string;
  replayAsk: string;
  replayUnconfirmed(callId: string, hash: string): string;
  records(count: number): string;
  more(cursor: string): string;
  noneMatch: string;
  watching: string;
  exported(count: number, file: string): string;
  notWritten(file: string, detail: string): string;
  /** By the system's own code; others are told by it. */
  fileProblems: Readonly<Record<string, string>>;
  /** That calls are missing from the history. */
  unrecorded(count: Pick<Unrecorded, 'waiting' | 'lost'>): string;
  running(count: number): string;
  intact(records: number, head: string): string;
  gap(gap: StoredGap, since: string, until: string): string;
  broken: Readonly<Record<'changed' | 'removed' | 'reordered', (seq: number) => string>>;
  headMissing(head: string): string;
  columns: Readonly<
    Record<'time' | 'status' | 'tool' | 'agent' | 'duration' | 'id' | 'hash' | 'what', string>
  >;
}

/** What is said of a call before it is made again. */
interface ReplayedCall {
  readonly callId: string;
  readonly time: string;
  readonly agent: string | undefined;
  readonly permission: string | undefined;
  readonly ended: string;
}

const en: HistoryTexts = {
  badStatus: (status, known) => `Unknown status "${status}". Known: ${known.join(', ')}.`,
  badLimit: (limit) => `--limit must be a whole number from 1 to 10000, not "${limit}".`,
  badFormat: (format, known) => `Unknown format "${format}". Known: ${known.join(', ')}.`,
  noRecord: (callId) => `No call "${callId}" is recorded. "toolcrib history" shows the ids.`,
  otherRecord: (callId) =>
    `The record of "${callId}" does not have the hash that was given. Look at it with "toolcrib history show".`,
  ambiguous: (id) =>
    `Several calls were called "${id}". Ask for one of them by its own id, or by --hash if two have the same:`,
  replayOf: ({ callId, time, agent, permission, ended }) =>
    `Call ${callId} was made by ${agent ?? 'the application'} (${permission ?? 'not configured'}) at ${time} and ended with ${ended}.`,
  replayImported: 'Its record was imported from another store, and may say anything.',
  replayRuns: (agent, permission) =>
    `This will run as ${agent ?? 'the application'} (${permission ?? 'not configured'}):`,
  replayFacts: { tool: 'tool', arguments: 'arguments', effect: 'effect', outcome: 'outcome' },
  replayRefused: (agent) =>
    `The call was refused to ${agent ?? 'the application'}. Your rights decide about the replay.`,
  replayAsk: 'Make this call again? [y/N]',
  replayUnconfirmed: (callId, hash) =>
    `There is no terminal at which the replay could be confirmed. Check "toolcrib history show ${callId}", then pass --hash ${hash}, or --yes.`,
  records: (count) => (count === 1 ? '1 record' : `${count} records`),
  more: (cursor) => `There are more: --cursor ${cursor}`,
  noneMatch: 'No recorded call matches.',
  watching: 'Watching. Ctrl-C ends it.',
  exported: (count, file) => `Wrote ${count === 1 ? '1 record' : `${count} records`} to ${file}.`,
  notWritten: (file, detail) => `${file} cannot be written: ${detail}`,
  fileProblems: {
    ENOSPC: 'the disk is full. Free some space, or choose another place.',
    EDQUOT: 'there is no room left for this user. Free some space, or choose another place.',
    ENOENT: 'its folder does not exist.',
    EACCES: 'writing there is not permitted.',
    EISDIR: 'it is a folder.',
  },
  unrecorded: ({ waiting, lost }) =>
    `${waiting + lost} ${waiting + lost === 1 ? 'call has' : 'calls have'} no record here: ${lost} ${lost === 1 ? 'is' : 'are'} lost, ${waiting} ${waiting === 1 ? 'waits' : 'wait'} until the store can be written. "toolcrib history verify" shows when.`,
  running: (count) => (count === 1 ? '1 call is running' : `${count} calls are running`),
  gap: ({ seq, records }, since, until) =>
    `Gap in place of record ${seq}: ${records} ${records === 1 ? 'call' : 'calls'} between ${since} and ${until} could not be recorded.`,
  intact: (records, head) =>
    `The chain of ${records} records is intact. Its head, to be kept elsewhere: ${head}`,
  broken: {
    changed: (seq) => `The chain is broken: record ${seq} is not as it was written.`,
    removed: (seq) => `The chain is broken: record ${seq} is missing.`,
    reordered: (seq) => `The chain is broken: record ${seq} is not in its place.`,
  },
  headMissing: (head) =>
    `No record has the hash ${head}: the history was rewritten since, or that record was removed by age.`,
  columns: {
    time: 'TIME',
    status: 'STATUS',
    tool: 'TOOL',
    agent: 'AGENT',
    duration: 'MS',
    id: 'ID',
    hash: 'HASH',
    what: 'ARGUMENTS',
  },
};

const zhCN: HistoryTexts = {
  badStatus: (status, known) => `未知状态 "${status}"。可用：${known.join('、')}。`,
  badLimit: (limit) => `--limit 必须是 1 到 10000 的整数，而不是 "${limit}"。`,
  badFormat: (format, known) => `未知格式 "${format}"。可用：${known.join('、')}。`,
  noRecord: (callId) => `没有调用 "${callId}" 的记录。用 "toolcrib history" 查看各个 id。`,
  otherRecord: (callId) => `"${callId}" 的记录与给出的哈希不符。请用 "toolcrib history show" 查看。`,
  ambiguous: (id) => `多次调用使用了 id "${id}"。请用其中一条自身的 id 查询；若两条相同，请用 --hash：`,
  replayOf: ({ callId, time, agent, permission, ended }) =>
    `调用 ${callId} 由 ${agent ?? '应用程序'}（${permission ?? '未配置'}）于 ${time} 发起，结果为 ${ended}。`,
  replayImported: '其记录是从另一个存储导入的，内容不一定可信。',
  replayRuns: (agent, permission) => `将以 ${agent ?? '应用程序'}（${permission ?? '未配置'}）的身份执行：`,
  replayFacts: { tool: '工具', arguments: '参数', effect: '影响', outcome: '结果' },
  replayRefused: (agent) => `该调用曾拒绝 ${agent ?? '应用程序'} 执行。重放是否允许取决于您的权限。`,
  replayAsk: '再次执行这次调用？[y/N]',
  replayUnconfirmed: (callId, hash) =>
    `当前没有终端可供确认这次重放。请先查看 "toolcrib history show ${callId}"，然后给出 --hash ${hash} 或 --yes。`,
  records: (count) => `${count} 条记录`,
  more: (cursor) => `还有更多：--cursor ${cursor}`,
  noneMatch: '没有匹配的调用记录。',
  watching: '正在监视。按 Ctrl-C 结束。',
  exported: (count, file) => `已将 ${count} 条记录写入 ${file}。`,
  notWritten: (file, detail) => `无法写入 ${file}：${detail}`,
  fileProblems: {
    ENOSPC: '磁盘已满。请腾出空间，或选择其他位置。',
    EDQUOT: '该用户的空间已用完。请腾出空间，或选择其他位置。',
    ENOENT: '其目录不存在。',
    EACCES: '没有写入权限。',
    EISDIR: '它是一个目录。',
  },
  unrecorded: ({ waiting, lost }) =>
    `有 ${waiting + lost} 次调用在此没有记录：${lost} 条已丢失，${waiting} 条等待存储可写。用 "toolcrib history verify" 查看发生的时间。`,
  running: (count) => `${count} 次调用正在运行`,
  gap: ({ seq, records }, since, until) =>
    `第 ${seq} 条记录处有缺口：${since} 至 ${until} 之间的 ${records} 次调用未能记录。`,
  intact: (records, head) => `${records} 条记录的链完整。链首哈希，请另行保存：${head}`,
  broken: {
    changed: (seq) => `链已断裂：第 ${seq} 条记录与写入时不同。`,
    removed: (seq) => `链已断裂：第 ${seq} 条记录缺失。`,
    reordered: (seq) => `链已断裂：第 ${seq} 条记录不在原位。`,
  },
  headMissing: (head) => `没有哈希为 ${head} 的记录：历史在此之后被改写，或该记录已因过期被删除。`,
  columns: {
    time: '时间',
    status: '状态',
    tool: '工具',
    agent: '智能体',
    duration: '毫秒',
    id: '标识',
    hash: '哈希',
    what: '参数',
  },
};

export function historyTexts(locale: Locale): HistoryTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
