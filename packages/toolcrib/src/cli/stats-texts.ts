import type { Locale } from '@toolcrib/core';
import { showTime } from './figures.ts';
import type { Period } from './parse-time.ts';

/** What `stats`, `advice` and the figures of a tool's page say. */
export interface StatsTexts {
  unknownGrouping(given: string, known: readonly string[]): string;
  heading: string;
  columns: Readonly<
    Record<
      | 'tool'
      | 'version'
      | 'agent'
      | 'calls'
      | 'success'
      | 'failure'
      | 'blocked'
      | 'timeouts'
      | 'unknown'
      | 'mean'
      | 'max'
      | 'output'
      | 'overTime',
      string
    >
  >;
  application: string;
  unknownVersion: string;
  /** What is told about a period. */
  summary(period: Period & { readonly since: number }, told: readonly string[]): string;
  readonly figure: (name: string, value: string) => string;
  calls(count: number): string;
  noCalls: string;
  advices(count: number): string;
  noAdvice: string;
}

const en: StatsTexts = {
  unknownGrouping: (given, known) => `--by cannot be "${given}". Known: ${known.join(', ')}.`,
  heading: 'Statistics',
  columns: {
    tool: 'tool',
    version: 'version',
    agent: 'agent',
    calls: 'calls',
    success: 'success',
    failure: 'failed',
    blocked: 'blocked',
    timeouts: 'timeouts',
    unknown: 'unknown',
    mean: 'mean',
    max: 'max',
    output: 'output',
    overTime: 'over time',
  },
  application: 'the application',
  unknownVersion: '(no such tool)',
  summary: ({ since, until }, told) =>
    `${until === undefined ? `Since ${showTime(since)}` : `From ${showTime(since)} to ${showTime(until)}`}: ${told.join(', ')}`,
  figure: (name, value) => `${name}: ${value}`,
  calls: (count) => (count === 1 ? '1 call' : `${count} calls`),
  noCalls: 'no calls. They are counted as they are made, such as by "toolcrib call".',
  advices: (count) => (count === 1 ? '1 advice' : `${count} advices`),
  noAdvice: 'nothing to advise',
};

const zhCN: StatsTexts = {
  unknownGrouping: (given, known) => `--by 不能是 "${given}"。可用：${known.join('、')}。`,
  heading: '使用统计',
  columns: {
    tool: '工具',
    version: '版本',
    agent: '智能体',
    calls: '调用次数',
    success: '成功率',
    failure: '失败率',
    blocked: '被阻止',
    timeouts: '超时',
    unknown: '未知',
    mean: '平均',
    max: '最大',
    output: '输出',
    overTime: '随时间',
  },
  application: '应用本身',
  unknownVersion: '（无此工具）',
  summary: ({ since, until }, told) =>
    `${until === undefined ? `自 ${showTime(since)} 起` : `从 ${showTime(since)} 到 ${showTime(until)}`}：${told.join('，')}`,
  figure: (name, value) => `${name}：${value}`,
  calls: (count) => `${count} 次调用`,
  noCalls: '没有调用。调用发生时即被统计，例如通过 "toolcrib call"。',
  advices: (count) => `${count} 条建议`,
  noAdvice: '没有建议',
};

export function statsTexts(locale: Locale): StatsTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
