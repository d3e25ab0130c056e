import type { HoldReason, Locale } from '@toolcrib/core';

/** What `tools` says. */
export interface ToolsTexts {
  noSources: string;
  reachedBy: string;
  notYetAccepted: string;
  programFiles(count: number, truncated: boolean): string;
  programChanged: string;
  change: Readonly<Record<'new' | 'changed' | 'gone', string>>;
  reason: Readonly<Record<HoldReason, string>>;
  suspicious: string;
  unusable: string;
  nothing: string;
  toAccept(source: string): string;
  start(source: string): string;
  accept(source: string, count: number): string;
  needsYes: string;
  notAsked(source: string): string;
  left(source: string): string;
  accepted(source: string, count: number): string;
  noTool(source: string, name: string): string;
  saysReadOnly: string;
  claims(count: number, total: number): string;
  believe(source: string): string;
  noClaim(source: string, name: string): string;
  columns: Readonly<Record<'source' | 'kind' | 'tools' | 'held' | 'state', string>>;
  states: Readonly<Record<'accepted' | 'not_accepted', string>>;
}

const en: ToolsTexts = {
  noSources: 'The configuration names no sources of tools.',
  reachedBy: 'reached by',
  notYetAccepted: 'not yet accepted on this machine',
  programFiles: (count, truncated) =>
    `started from ${count} files of the project${truncated ? ' and more, which are not watched' : ''}`,
  programChanged: 'files that it is started from have changed since they were accepted',
  change: { new: 'new', changed: 'changed', gone: 'gone' },
  reason: {
    source: 'source not accepted',
    program: 'program changed',
    new: 'new',
    changed: 'changed',
    gone: 'gone',
  },
  suspicious: 'look twice',
  unusable: 'cannot be used',
  nothing: 'Nothing waits for acceptance.',
  toAccept: (source) => `Accept with: toolcrib tools accept ${source}`,
  start: (source) => `Ask ${source} what tools it has? This starts or reaches what is shown above. [y/N] `,
  accept: (source, count) => `Accept these ${count} changes of ${source}? [y/N] `,
  needsYes: 'There is nobody to ask. Give --yes to accept without a question.',
  notAsked: (source) => `${source} was not asked: say yes, or give --yes.`,
  left: (source) => `Nothing of ${source} was accepted.`,
  accepted: (source, count) => `${source}: ${count} tools can be called now.`,
  noTool: (source, name) => `${source} has no tool "${name}" that waits for acceptance.`,
  saysReadOnly: 'read-only, says the server',
  claims: (count, total) =>
    `The server calls ${count} of these ${total} tools read-only. Until you believe it, they are treated like tools that change things.`,
  believe: (source) => `Believe ${source} about them? [y: all / names, separated by commas / N: none] `,
  noClaim: (source, name) => `${source} does not call "${name}" read-only: there is nothing to believe.`,
  columns: { source: 'SOURCE', kind: 'KIND', tools: 'TOOLS', held: 'HELD BACK', state: 'STATE' },
  states: { accepted: 'accepted', not_accepted: 'not accepted' },
};

const zhCN: ToolsTexts = {
  noSources: '配置中没有任何工具来源。',
  reachedBy: '连接方式',
  notYetAccepted: '本机尚未接受',
  programFiles: (count, truncated) =>
    `由项目中的 ${count} 个文件启动${truncated ? '，另有更多文件未受监视' : ''}`,
  programChanged: '启动它所用的文件在接受之后已改变',
  change: { new: '新增', changed: '改动', gone: '消失' },
  reason: { source: '来源未接受', program: '程序已改变', new: '新增', changed: '改动', gone: '消失' },
  suspicious: '请仔细查看',
  unusable: '无法使用',
  nothing: '没有等待接受的内容。',
  toAccept: (source) => `接受请运行：toolcrib tools accept ${source}`,
  start: (source) => `是否询问 ${source} 有哪些工具？这会启动或连接上面所示的内容。[y/N] `,
  accept: (source, count) => `是否接受 ${source} 的这 ${count} 处改动？[y/N] `,
  needsYes: '无人可以询问。请用 --yes 直接接受。',
  notAsked: (source) => `没有询问 ${source}：请回答 yes，或使用 --yes。`,
  left: (source) => `没有接受 ${source} 的任何内容。`,
  accepted: (source, count) => `${source}：现在有 ${count} 个工具可以调用。`,
  noTool: (source, name) => `${source} 没有等待接受的工具"${name}"。`,
  saysReadOnly: '服务器称其只读',
  claims: (count, total) =>
    `服务器称这 ${total} 个工具中有 ${count} 个只读。在您相信之前，它们按会产生改动的工具处理。`,
  believe: (source) => `是否相信 ${source} 的这一说法？[y：全部 / 以逗号分隔的名称 / N：都不] `,
  noClaim: (source, name) => `${source} 并未称"${name}"只读，无可相信。`,
  columns: { source: '来源', kind: '类型', tools: '工具', held: '暂不可用', state: '状态' },
  states: { accepted: '已接受', not_accepted: '未接受' },
};

export function toolsTexts(locale: Locale): ToolsTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
