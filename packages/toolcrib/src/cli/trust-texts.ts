import type { Locale } from '@toolcrib/core';

/** What `toolcrib trust` says. */
interface TrustCommandTexts {
  noConfiguration: string;
  asksFor(file: string): string;
  changedSince(file: string, date: string): string;
  nothingToAccept(file: string): string;
  accept(entries: number, project: string): string;
  accepted(file: string): string;
  notAccepted: string;
  changedMeanwhile(file: string): string;
  needsYes: string;
  sourcesNext: string;
  revoked(file: string): string;
  notTrusted(file: string): string;
  none: string;
  columns: { readonly file: string; readonly since: string; readonly state: string };
  states: { readonly same: string; readonly changed: string; readonly gone: string };
  restrictedRun: string;
  unchangedRun: string;
}

const en: TrustCommandTexts = {
  noConfiguration: 'There is no configuration here; nothing needs to be trusted.',
  asksFor: (file) => `${file} asks for:`,
  changedSince: (file, date) => `${file} has changed since you accepted it on ${date}. It now also asks for:`,
  nothingToAccept: (file) => `${file} is trusted on this machine.`,
  accept: (entries, project) =>
    `Accept ${entries === 1 ? 'this entry' : `these ${entries} entries`} for ${project} on this machine? [y/N] `,
  accepted: (file) => `Accepted ${file} for this machine, as it is now.`,
  changedMeanwhile: (file) =>
    `Another command has changed what is accepted of ${file} meanwhile. Nothing was accepted; run toolcrib trust again.`,
  notAccepted: 'Nothing was accepted; the project runs restricted.',
  needsYes: 'There is no terminal to ask at. Give --yes to accept what is shown.',
  sourcesNext: 'Tools of servers, API documents and plugins are reviewed next: toolcrib tools accept',
  revoked: (file) => `${file} is no longer trusted; the project runs restricted.`,
  notTrusted: (file) => `${file} was not trusted.`,
  none: 'No project is trusted on this machine.',
  columns: { file: 'Configuration', since: 'Accepted', state: 'State' },
  states: { same: 'unchanged', changed: 'changed since', gone: 'file is gone' },
  restrictedRun:
    'Until it is accepted, the project runs restricted: built-in tools, default policy, sandbox on.',
  unchangedRun: 'Until it is accepted, what you accepted before stays in force.',
};

const zhCN: TrustCommandTexts = {
  noConfiguration: '此处没有配置文件，无需信任。',
  asksFor: (file) => `${file} 请求：`,
  changedSince: (file, date) => `${file} 在您于 ${date} 接受之后已更改，现在还请求：`,
  nothingToAccept: (file) => `${file} 已在本机获得信任。`,
  accept: (entries, project) => `在本机为 ${project} 接受以上 ${entries} 项？[y/N] `,
  accepted: (file) => `已在本机按当前内容接受 ${file}。`,
  changedMeanwhile: (file) =>
    `另一个命令同时更改了 ${file} 的已接受内容。未接受任何内容；请重新运行 toolcrib trust。`,
  notAccepted: '未接受任何内容；项目以受限方式运行。',
  needsYes: '没有可供询问的终端。使用 --yes 接受所示内容。',
  sourcesNext: '服务器、API 文档和插件的工具接下来另行审核：toolcrib tools accept',
  revoked: (file) => `不再信任 ${file}；项目以受限方式运行。`,
  notTrusted: (file) => `${file} 此前未获信任。`,
  none: '本机没有受信任的项目。',
  columns: { file: '配置文件', since: '接受时间', state: '状态' },
  states: { same: '未更改', changed: '之后已更改', gone: '文件已不存在' },
  restrictedRun: '在此之前项目以受限方式运行：仅内置工具、默认策略、启用沙箱。',
  unchangedRun: '在接受之前，您先前接受的内容继续有效。',
};

const catalogs: Readonly<Record<Locale, TrustCommandTexts>> = { en, 'zh-CN': zhCN };

export function trustCommandTexts(locale: Locale): TrustCommandTexts {
  return catalogs[locale];
}
