import type { Locale } from './catalog.ts';
import { count, list, show } from './wording.ts';

/** The figures that each advice stands on, by its code. Codes are stable. */
export interface AdviceFacts {
  slow: { tool: string; calls: number; meanMs: number; p95Ms: number; narrowBy: readonly NarrowingWord[] };
  times_out: { tool: string; timeouts: number; calls: number; maxMs: number };
  wrong_parameter: { tool: string; parameter: string; times: number; invalidCalls: number };
  unknown_tool: { tool: string; calls: number; suggestions: readonly string[] };
  fails_since_version: {
    tool: string;
    version: string;
    before: string;
    calls: number;
    callsBefore: number;
    successRate: number;
    successRateBefore: number;
  };
  mostly_blocked: {
    tool: string;
    agent: string | undefined;
    blocked: number;
    calls: number;
    rule: string | undefined;
  };
  large_outputs: { tool: string; outputs: number; meanBytes: number; limitedBy: string | undefined };
  unused: { tool: string; tokens: number; callsOfOthers: number };
}

export type AdviceCode = keyof AdviceFacts;

/** What a tool can be asked for more narrowly. */
export type NarrowingWord = 'path' | 'pattern' | 'query';

type Sentences = { readonly [C in AdviceCode]: (facts: AdviceFacts[C]) => string };

const en: { readonly advice: Sentences; readonly reason: Sentences } = {
  advice: {
    slow: ({ tool, narrowBy }) =>
      narrowBy.length === 0
        ? `${tool} is slow: ask it for less at a time, or call it less often.`
        : `${tool} is slow: use a more specific ${list(narrowBy, 'or')}.`,
    times_out: ({ tool }) =>
      `${tool} runs out of time nearly always: give it a longer timeout, or smaller tasks.`,
    wrong_parameter: ({ tool, parameter }) =>
      `Callers of ${tool} keep getting ${show(parameter)} wrong: describe it better, or add an example.`,
    unknown_tool: ({ tool, suggestions }) =>
      suggestions.length === 0
        ? `Agents call ${show(tool)}, which is not there: add such a tool, or tell them what to use instead.`
        : `Agents call ${show(tool)}, which is not there: make it an alias of ${list(suggestions, 'or')}.`,
    fails_since_version: ({ tool, version, before }) =>
      `${tool} fails more often since ${version}: go back to ${before}, or repair it.`,
    mostly_blocked: ({ tool, agent, rule }) =>
      `${agent === undefined ? 'The application' : `The agent ${show(agent)}`} keeps asking for ${tool} and is refused${rule === undefined ? '' : ` by ${rule}`}: take the tool out of its list, or allow it.`,
    large_outputs: ({ tool, limitedBy }) =>
      limitedBy === undefined
        ? `The outputs of ${tool} are large: let it answer with less, or ask for less.`
        : `The outputs of ${tool} are large: ask for less, with a smaller ${show(limitedBy)}.`,
    unused: ({ tool }) =>
      `${tool} is offered and never used: take it out of the allow-lists, or load it on demand (defer_loading).`,
  },
  reason: {
    slow: ({ calls, meanMs, p95Ms }) =>
      `${count(calls)} calls, ${ms(meanMs)} on average, one in twenty longer than ${ms(p95Ms)}`,
    times_out: ({ timeouts, calls, maxMs }) =>
      `${count(timeouts)} of ${count(calls)} calls were stopped, the longest after ${ms(maxMs)}`,
    wrong_parameter: ({ times, invalidCalls }) =>
      `${count(times)} of the last ${count(invalidCalls)} calls with invalid arguments`,
    unknown_tool: ({ calls }) => `${count(calls)} calls`,
    fails_since_version: ({ version, before, calls, callsBefore, successRate, successRateBefore }) =>
      `${percent(successRate)} of ${count(calls)} calls succeed since ${version}, ${percent(successRateBefore)} of ${count(callsBefore)} with ${before}`,
    mostly_blocked: ({ blocked, calls }) => `${count(blocked)} of ${count(calls)} calls were blocked`,
    large_outputs: ({ outputs, meanBytes }) =>
      `${count(outputs)} outputs of ${kilobytes(meanBytes)} on average`,
    unused: ({ tokens, callsOfOthers }) =>
      `about ${count(tokens)} tokens in every request, no call beside ${count(callsOfOthers)} of other tools`,
  },
};

const zhWords: Readonly<Record<NarrowingWord, string>> = { path: '路径', pattern: '模式', query: '查询' };

const zhCN: typeof en = {
  advice: {
    // The sentence with a path and a pattern is the requirement's own, to the letter.
    slow: ({ tool, narrowBy }) =>
      narrowBy.length === 0
        ? `${tool} 工具执行缓慢，建议缩小每次调用的范围或减少调用次数`
        : `${tool} 工具执行缓慢，建议使用更具体的${either(narrowBy.map((word) => zhWords[word]))}`,
    times_out: ({ tool }) => `${tool} 工具几乎总是超时，建议延长超时时间或拆小任务`,
    wrong_parameter: ({ tool, parameter }) =>
      `${tool} 工具的参数 ${show(parameter)} 经常出错，建议改进其说明或补充示例`,
    unknown_tool: ({ tool, suggestions }) =>
      suggestions.length === 0
        ? `智能体在调用不存在的工具 ${show(tool)}，建议添加该工具或告知可用的工具`
        : `智能体在调用不存在的工具 ${show(tool)}，建议将其设为 ${either(suggestions)} 的别名`,
    fails_since_version: ({ tool, version, before }) =>
      `${tool} 工具自 ${version} 版本起失败增多，建议退回 ${before} 版本或修复`,
    mostly_blocked: ({ tool, agent, rule }) =>
      `${agent === undefined ? '应用' : `智能体 ${show(agent)} `}反复请求 ${tool} 工具而被${rule === undefined ? '' : ` ${rule} `}阻止，建议从其工具列表中移除或予以允许`,
    large_outputs: ({ tool, limitedBy }) =>
      limitedBy === undefined
        ? `${tool} 工具的输出过大，建议精简其返回内容或缩小请求范围`
        : `${tool} 工具的输出过大，建议使用更小的 ${show(limitedBy)}`,
    unused: ({ tool }) => `${tool} 工具从未被使用却一直提供，建议从允许列表中移除或按需加载（defer_loading）`,
  },
  reason: {
    slow: ({ calls, meanMs, p95Ms }) =>
      `${count(calls)} 次调用，平均 ${ms(meanMs)}，每二十次中有一次超过 ${ms(p95Ms)}`,
    times_out: ({ timeouts, calls, maxMs }) =>
      `${count(calls)} 次调用中 ${count(timeouts)} 次超时，最长 ${ms(maxMs)}`,
    wrong_parameter: ({ times, invalidCalls }) =>
      `最近 ${count(invalidCalls)} 次参数无效的调用中占 ${count(times)} 次`,
    unknown_tool: ({ calls }) => `${count(calls)} 次调用`,
    fails_since_version: ({ version, before, calls, callsBefore, successRate, successRateBefore }) =>
      `${version} 起 ${count(calls)} 次调用成功率 ${percent(successRate)}，${before} 的 ${count(callsBefore)} 次为 ${percent(successRateBefore)}`,
    mostly_blocked: ({ blocked, calls }) => `${count(calls)} 次调用中 ${count(blocked)} 次被阻止`,
    large_outputs: ({ outputs, meanBytes }) => `${count(outputs)} 次输出，平均 ${kilobytes(meanBytes)}`,
    unused: ({ tokens, callsOfOthers }) =>
      `每次请求约占 ${count(tokens)} 个词元，其他工具有 ${count(callsOfOthers)} 次调用而它没有`,
  },
};

const catalogs = { en, 'zh-CN': zhCN };

/** What to do, in one sentence. */
export function adviceText<C extends AdviceCode>(code: C, facts: AdviceFacts[C], locale: Locale): string {
  return catalogs[locale].advice[code](facts);
}

/** The figures that it stands on, in words. */
export function adviceReason<C extends AdviceCode>(code: C, facts: AdviceFacts[C], locale: Locale): string {
  return catalogs[locale].reason[code](facts);
}

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join('、')}或${words.at(-1)}`;
}

function ms(milliseconds: number): string {
  return `${count(Math.round(milliseconds))} ms`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function kilobytes(bytes: number): string {
  return `${count(Math.round(bytes / 1000))} kB`;
}
