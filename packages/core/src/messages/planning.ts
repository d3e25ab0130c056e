import type { Locale } from './catalog.ts';
import { list, show } from './wording.ts';

/** What a plan lacks, by a code that never changes. */
export interface PlanGapFacts {
  /** The plan takes it as an input of this name. */
  argument: { node: string; tool: string; parameter: string; description: string; input: string };
  no_tool: { step: string };
  /** Said for the node, and in none of its arguments. */
  unused: { node: string; words: readonly string[] };
  /** The node is not called until the plan has this input, or another condition. */
  condition: { node: string; condition: string; input: string };
}

export type PlanGapCode = keyof PlanGapFacts;

export type PlanGap = {
  [C in PlanGapCode]: { readonly code: C; readonly facts: PlanGapFacts[C] };
}[PlanGapCode];

type Questions = { readonly [C in PlanGapCode]: (facts: PlanGapFacts[C]) => string };

const en: Questions = {
  argument: ({ node, tool, parameter, description, input }) =>
    `Which ${parameter} is ${node} (${tool}) to use${description === '' ? '' : `: ${description}`}? Say it in the task, or run the plan with --input ${input}=…`,
  no_tool: ({ step }) => `Which tool does this: ${show(step)}? None of those that are there suits it.`,
  unused: ({ node, words }) =>
    `What is ${node} to do with ${list(words.map(show), 'and')}? None of its arguments says it.`,
  condition: ({ node, condition, input }) =>
    `When exactly is ${node} to be called? ${show(condition)} is nothing that a plan can ask: write a "when" for it, or run the plan with --input ${input}=true`,
};

const zhCN: Questions = {
  argument: ({ node, tool, parameter, description, input }) =>
    `${node}（${tool}）的 ${parameter} 是什么${description === '' ? '' : `（${description}）`}？请在任务中说明，或用 --input ${input}=… 运行计划`,
  no_tool: ({ step }) => `用哪个工具完成 ${show(step)}？现有的工具都不适合。`,
  unused: ({ node, words }) => `${node} 要如何使用 ${words.map(show).join('、')}？它的参数中都没有。`,
  condition: ({ node, condition, input }) =>
    `究竟在什么情况下调用 ${node}？计划无法判断 ${show(condition)}：请为它写一个 "when"，或用 --input ${input}=true 运行计划`,
};

/** What is missing, as a question. */
export function planGapText({ code, facts }: PlanGap, locale: Locale): string {
  return (locale === 'zh-CN' ? zhCN : en)[code](facts as never);
}
