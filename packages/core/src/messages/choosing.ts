import type { Locale } from './catalog.ts';
import { count, list, show } from './wording.ts';

/** Why a tool stands where it stands, by a code that never changes. */
export interface ChoiceFacts {
  whitelisted: object;
  found_by: { words: readonly string[] };
  remembered: { likeness: number };
  fills: { parameters: readonly string[] };
  misses: { parameters: readonly string[] };
  succeeds: { calls: number; successRate: number };
  takes: { meanMs: number };
  said_of: { praised: number; blamed: number };
  new: object;
  on_trial: { failures: number; errorCode: string | undefined };
  /** Left out, by the configuration or for failing. */
  blacklisted: object;
  failing: { failures: number; errorCode: string | undefined; until: number };
}

export type ChoiceCode = keyof ChoiceFacts;

type Sentences = { readonly [C in ChoiceCode]: (facts: ChoiceFacts[C]) => string };

const en: Sentences = {
  whitelisted: () => 'on your whitelist',
  found_by: ({ words }) => `speaks of ${list(words.map(show), 'and')}`,
  remembered: ({ likeness }) => `has served a request like this one (${percent(likeness)} alike)`,
  fills: ({ parameters }) => `the request says its ${list(parameters.map(show), 'and')}`,
  misses: ({ parameters }) => `the request does not say its ${list(parameters.map(show), 'and')}`,
  succeeds: ({ calls, successRate }) =>
    `${percent(successRate)} of ${count(calls)} ${calls === 1 ? 'call' : 'calls'} succeeded`,
  takes: ({ meanMs }) => `takes ${milliseconds(meanMs)} on average`,
  said_of: ({ praised, blamed }) => `feedback: ${count(praised)} good, ${count(blamed)} bad`,
  new: () => 'new: not called yet',
  on_trial: ({ failures, errorCode }) =>
    `on trial after ${count(failures)} failures in a row${errorCode === undefined ? '' : ` (${errorCode})`}`,
  blacklisted: () => 'on your blacklist',
  failing: ({ failures, errorCode, until }) =>
    `failed ${count(failures)} times in a row${errorCode === undefined ? '' : ` (${errorCode})`}; tried again from ${time(until)}`,
};

const zhCN: Sentences = {
  whitelisted: () => '在白名单中',
  found_by: ({ words }) => `与${words.map(show).join('、')}相关`,
  remembered: ({ likeness }) => `曾成功处理过类似的请求（相似度 ${percent(likeness)}）`,
  fills: ({ parameters }) => `请求中给出了参数 ${parameters.map(show).join('、')}`,
  misses: ({ parameters }) => `请求中没有给出参数 ${parameters.map(show).join('、')}`,
  succeeds: ({ calls, successRate }) => `${count(calls)} 次调用中 ${percent(successRate)} 成功`,
  takes: ({ meanMs }) => `平均耗时 ${milliseconds(meanMs)}`,
  said_of: ({ praised, blamed }) => `反馈：${count(praised)} 个好评，${count(blamed)} 个差评`,
  new: () => '新工具：尚未调用过',
  on_trial: ({ failures, errorCode }) =>
    `连续失败 ${count(failures)} 次${errorCode === undefined ? '' : `（${errorCode}）`}后试用`,
  blacklisted: () => '在黑名单中',
  failing: ({ failures, errorCode, until }) =>
    `连续失败 ${count(failures)} 次${errorCode === undefined ? '' : `（${errorCode}）`}，${time(until)} 之后再试`,
};

/** One reason in words. */
export function choiceText<C extends ChoiceCode>(code: C, facts: ChoiceFacts[C], locale: Locale): string {
  return (locale === 'zh-CN' ? zhCN : en)[code](facts);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function milliseconds(value: number): string {
  return value < 1000 ? `${Math.max(1, Math.round(value))} ms` : `${(value / 1000).toFixed(1)} s`;
}

function time(moment: number): string {
  return new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
}
