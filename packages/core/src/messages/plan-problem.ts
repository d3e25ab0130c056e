import { expectation, type Expectation } from './expectation.ts';
import { list, show } from './wording.ts';

/** What can be wrong with a plan, by a code that never changes. */
export interface PlanProblemFacts {
  // What is written cannot be read as a plan.
  not_a_plan: { detail?: string | undefined };
  missing: { field: string };
  wrong: { field: string; expected: Expectation; names?: readonly string[] };
  unknown_field: { field: string; suggestions: readonly string[] };
  too_many: { field: string; limit: number };
  bad_id: { id: string };
  duplicate_node: { node: string };
  unknown_node: { node: string; suggestions: readonly string[] };
  bad_reference: { reference: string };
  /** `{{item}}` where there is no list. */
  no_item: { reference: string };
  /** Each waits for the next, and the last for the first. */
  cycle: { nodes: readonly string[] };

  // What could be run, but not with these tools.
  unknown_tool: { tool: string; suggestions: readonly string[] };
  unknown_version: { tool: string; version: string };
  unknown_input: { reference: string; known: readonly string[] };
  /** The schema of the tool's output rules it out. */
  no_such_output: { reference: string; tool: string };
  not_a_list: { reference: string; tool: string };
  /** `detail` is a sentence already, in the language of who asked. */
  invalid_arguments: { tool: string; detail: string };
  never_holds: object;
  would_be_refused: { tool: string; station: string; reason: string };
  would_ask: { tool: string; risk: string };
  /** `on_unknown: retry` of a tool that may not be repeated. */
  may_call_twice: { tool: string };
  /** The same, by who may not decide it. */
  retry_not_allowed: { tool: string };
}

export type PlanProblemCode = keyof PlanProblemFacts;

type Sentences = { readonly [C in PlanProblemCode]: (facts: PlanProblemFacts[C]) => string };

const en: Sentences = {
  not_a_plan: ({ detail }) =>
    `This is not a plan: an object with name and nodes${detail ? ` (${detail})` : ''}`,
  missing: ({ field }) => `${field} is missing`,
  wrong: ({ field, expected, names = [] }) =>
    `${field} must be ${expectation(expected, 'en')}${names.length > 0 ? ` ${names.join(', ')}` : ''}`,
  unknown_field: ({ field, suggestions }) => `There is no field ${show(field)}${meant(suggestions)}`,
  too_many: ({ field, limit }) => `${field} may hold at most ${limit}`,
  bad_id: ({ id }) => `The id ${show(id)} must be 1 to 64 letters, digits, "_" or "-"`,
  duplicate_node: ({ node }) => `Two nodes have the id ${show(node)}`,
  unknown_node: ({ node, suggestions }) => `There is no node ${show(node)}${meant(suggestions)}`,
  bad_reference: ({ reference }) =>
    `{{${reference}}} is none of {{nodes.<id>.output}}, {{input.<name>}}, {{item}} and {{index}}`,
  no_item: ({ reference }) => `{{${reference}}} stands for nothing: the node has no for_each`,
  cycle: ({ nodes }) => `These nodes wait for each other: ${[...nodes, nodes[0]].join(' → ')}`,
  unknown_tool: ({ tool, suggestions }) => `There is no tool ${show(tool)}${meant(suggestions)}`,
  unknown_version: ({ tool, version }) => `No version of ${tool} satisfies ${show(version)}`,
  unknown_input: ({ reference, known }) =>
    `{{${reference}}} is not given${known.length > 0 ? `; given are ${known.join(', ')}` : '; there is no input'}`,
  no_such_output: ({ reference, tool }) => `{{${reference}}} is nothing that ${tool} gives`,
  not_a_list: ({ reference, tool }) => `{{${reference}}} of ${tool} is no list`,
  invalid_arguments: ({ tool, detail }) => `${tool} would not accept its arguments: ${detail}`,
  never_holds: () => 'This condition can never hold',
  would_be_refused: ({ tool, station, reason }) => `${tool} would be refused (${station}): ${reason}`,
  would_ask: ({ tool, risk }) => `A person would be asked about ${tool} (risk: ${risk})`,
  may_call_twice: ({ tool }) =>
    `After a crash ${tool} may be called twice: it declares neither that it is idempotent nor that it takes a key`,
  retry_not_allowed: ({ tool }) =>
    `${tool} may not be repeated: that it is called again after a crash is for a person to decide`,
};

const zhCN: Sentences = {
  not_a_plan: ({ detail }) => `这不是计划：应为包含 name 和 nodes 的对象${detail ? `（${detail}）` : ''}`,
  missing: ({ field }) => `缺少 ${field}`,
  wrong: ({ field, expected, names = [] }) =>
    `${field} 必须是${expectation(expected, 'zh-CN')}${names.join('、')}`,
  unknown_field: ({ field, suggestions }) => `没有字段 ${show(field)}${meantZh(suggestions)}`,
  too_many: ({ field, limit }) => `${field} 最多 ${limit} 个`,
  bad_id: ({ id }) => `编号 ${show(id)} 必须由 1 至 64 个字母、数字、"_" 或 "-" 组成`,
  duplicate_node: ({ node }) => `有两个节点的编号都是 ${show(node)}`,
  unknown_node: ({ node, suggestions }) => `没有节点 ${show(node)}${meantZh(suggestions)}`,
  bad_reference: ({ reference }) =>
    `{{${reference}}} 不是 {{nodes.<编号>.output}}、{{input.<名称>}}、{{item}} 或 {{index}}`,
  no_item: ({ reference }) => `{{${reference}}} 没有所指：该节点没有 for_each`,
  cycle: ({ nodes }) => `这些节点互相等待：${[...nodes, nodes[0]].join(' → ')}`,
  unknown_tool: ({ tool, suggestions }) => `没有工具 ${show(tool)}${meantZh(suggestions)}`,
  unknown_version: ({ tool, version }) => `${tool} 没有满足 ${show(version)} 的版本`,
  unknown_input: ({ reference, known }) =>
    `没有给出 {{${reference}}}${known.length > 0 ? `；已给出：${known.join('、')}` : '；没有任何输入'}`,
  no_such_output: ({ reference, tool }) => `${tool} 的输出中没有 {{${reference}}}`,
  not_a_list: ({ reference, tool }) => `${tool} 的 {{${reference}}} 不是列表`,
  invalid_arguments: ({ tool, detail }) => `${tool} 不会接受这些参数：${detail}`,
  never_holds: () => '此条件永远不会成立',
  would_be_refused: ({ tool, station, reason }) => `${tool} 会被拒绝（${station}）：${reason}`,
  would_ask: ({ tool, risk }) => `调用 ${tool} 前会询问用户（风险：${risk}）`,
  may_call_twice: ({ tool }) => `崩溃之后 ${tool} 可能被调用两次：它既未声明幂等，也不接受幂等键`,
  retry_not_allowed: ({ tool }) => `${tool} 不可重复调用：崩溃之后是否再次调用须由人决定`,
};

function meant(suggestions: readonly string[]): string {
  return suggestions.length > 0 ? `. Did you mean ${list(suggestions, 'or')}?` : '';
}

function meantZh(suggestions: readonly string[]): string {
  return suggestions.length > 0 ? `。您是指 ${suggestions.join('、')} 吗？` : '';
}

/** One problem of a plan in words. */
export function planProblemText<C extends PlanProblemCode>(
  code: C,
  facts: PlanProblemFacts[C],
  locale: 'en' | 'zh-CN' = 'en',
): string {
  return (locale === 'zh-CN' ? zhCN : en)[code](facts);
}

/** One thing wrong with a plan, and where: a JSON pointer into what was written. */
export type PlanProblem = {
  [C in PlanProblemCode]: {
    readonly code: C;
    readonly facts: PlanProblemFacts[C];
    readonly place: string;
    /** `error`: it cannot be run so. `warning`: it can, but hardly as it was meant. `notice`: good to know before. */
    readonly severity: 'error' | 'warning' | 'notice';
  };
}[PlanProblemCode];

/** One problem in words, with its place. */
export function planProblemIn({ code, facts, place }: PlanProblem, locale: 'en' | 'zh-CN'): string {
  const said = planProblemText(code, facts, locale);
  return place === '' ? said : `${place}: ${said}`;
}
