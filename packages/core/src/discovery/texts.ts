import type { Locale } from '../messages/catalog.ts';

/** What models are told about looking for tools. */
export interface DiscoveryTexts {
  /** Appended to the instructions of a model that is given the three tools below instead of all others. */
  readonly instructions: string;
  readonly search: string;
  readonly query: string;
  readonly limit: string;
  readonly category: string;
  readonly describe: string;
  readonly execute: string;
  readonly name: string;
  readonly toolArguments: string;
  /** What can be found: how many tools in each category, and some of their names. */
  behind(count: number, categories: readonly string[], names: readonly string[]): string;
}

const en: DiscoveryTexts = {
  instructions:
    'Most tools are not listed here. To use one: 1. call search_tools with what you need in a few words; 2. call describe_tool with a name that it gave, to see the parameters; 3. call execute_tool with that name and the arguments in tool_args. Search again in other words before you say that there is no tool for something.',
  search:
    'Search the tools that you may use by what you need done. Gives names, short descriptions and why each was found, the best first.',
  query: 'What you need done, in a few words. Without it, all tools are listed.',
  limit: 'How many tools at most.',
  category: 'Only tools of this category.',
  describe:
    'Give the full description and the parameters of a tool. Use it before the first call of the tool.',
  execute: 'Call a tool by its name. The arguments must fit the parameters that describe_tool gives.',
  name: 'The name of a tool, as search_tools gives it.',
  toolArguments: 'The arguments of the tool, as an object.',
  behind: (count, categories, names) =>
    `There are ${count} tools (${categories.join(', ')}), such as ${names.join(', ')}.`,
};

const zhCN: DiscoveryTexts = {
  instructions:
    '大多数工具没有列在这里。使用工具的步骤：1. 用几个词说明需要什么，调用 search_tools；2. 用得到的名称调用 describe_tool，查看参数；3. 用该名称调用 execute_tool，参数放在 tool_args 中。在断定没有合适的工具之前，请换一种说法再搜索一次。',
  search: '按需要完成的事情搜索你可以使用的工具。返回名称、简短说明和匹配原因，最合适的在前。',
  query: '用几个词说明需要完成的事情。不填则列出全部工具。',
  limit: '最多返回多少个工具。',
  category: '只返回该类别的工具。',
  describe: '给出一个工具的完整说明和参数。首次调用某个工具之前使用。',
  execute: '按名称调用工具。参数必须符合 describe_tool 给出的参数说明。',
  name: '工具名称，由 search_tools 给出。',
  toolArguments: '该工具的参数，一个对象。',
  behind: (count, categories, names) =>
    `共有 ${count} 个工具（${categories.join('、')}），例如 ${names.join('、')}。`,
};

export function discoveryTexts(locale: Locale): DiscoveryTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
