import type { Locale } from '@toolcrib/core';

/** What `openapi` says. */
export interface OpenApiCommandTexts {
  needsName: string;
  badName: string;
  badSecrets: string;
  badBaseUrl: string;
  taken(name: string): string;
  noSource(name: string, known: readonly string[]): string;
  none: string;
  read(facts: { title: string; version: string; tools: number; reading: number }): string;
  reaches(hosts: readonly string[]): string;
  leftOut(operation: string, reason: string): string;
  more(count: number): string;
  unbound(scheme: string, kind: string): string;
  unusable(name: string, message: string): string;
  suspicious(name: string): string;
  added(name: string, tools: number): string;
  removed(name: string): string;
  columns: Readonly<Record<'name' | 'document' | 'tools' | 'held', string>>;
  operationColumns: Readonly<Record<'tool' | 'operation' | 'about', string>>;
}

const en: OpenApiCommandTexts = {
  needsName: 'openapi add needs --name NAME, which its tools will carry: NAME__operation.',
  badName: '--name must be of letters, digits, _ and -, at most 32 of them.',
  badSecrets: '--secrets must be scheme=NAME, or several of these with commas between them.',
  badBaseUrl: '--base-url must be an address that begins with http:// or https://.',
  taken: (name) => `"${name}" is there already. Remove it first: toolcrib openapi remove ${name}`,
  noSource: (name, known) =>
    `No API is called "${name}".${known.length > 0 ? ` There are: ${known.join(', ')}.` : ''}`,
  none: 'The configuration names no documents of APIs.',
  read: ({ title, version, tools, reading }) =>
    `${title} ${version}: ${tools} tools, ${reading} of them only read; the others ask before each call.`,
  reaches: (hosts) => `Calls, and the secrets bound to them, go to: ${hosts.join(', ')}`,
  leftOut: (operation, reason) => `left out: ${operation}: ${reason}`,
  more: (count) => `… and ${count} more`,
  unbound: (scheme, kind) =>
    `no secret for the security scheme ${scheme} (${kind}): what needs it will be refused by the API. Name one with --secrets ${scheme}=NAME`,
  unusable: (name, message) => `cannot be used: ${name}: ${message}`,
  suspicious: (name) => `look twice, and then: toolcrib tools accept ${name}`,
  added: (name, tools) => `${name}: ${tools} tools can be called now.`,
  removed: (name) => `${name} is removed, with all its tools.`,
  columns: { name: 'NAME', document: 'DOCUMENT', tools: 'TOOLS', held: 'HELD BACK' },
  operationColumns: { tool: 'TOOL', operation: 'OPERATION', about: 'ABOUT' },
};

const zhCN: OpenApiCommandTexts = {
  needsName: 'openapi add 需要 --name NAME，其工具将以 NAME__operation 命名。',
  badName: '--name 只能由字母、数字、_ 和 - 组成，最多 32 个字符。',
  badSecrets: '--secrets 必须写成 scheme=NAME，多个之间用逗号分隔。',
  badBaseUrl: '--base-url 必须是以 http:// 或 https:// 开头的地址。',
  taken: (name) => `"${name}" 已存在。请先移除：toolcrib openapi remove ${name}`,
  noSource: (name, known) =>
    `没有名为 "${name}" 的 API。${known.length > 0 ? `现有：${known.join('、')}。` : ''}`,
  none: '配置中没有任何 API 文档。',
  read: ({ title, version, tools, reading }) =>
    `${title} ${version}：共 ${tools} 个工具，其中 ${reading} 个只读；其余每次调用前都会询问。`,
  reaches: (hosts) => `调用及所绑定的密钥将发往：${hosts.join('、')}`,
  leftOut: (operation, reason) => `已略过：${operation}：${reason}`,
  more: (count) => `……以及另外 ${count} 个`,
  unbound: (scheme, kind) =>
    `安全方案 ${scheme}（${kind}）没有对应的密钥：需要它的操作会被 API 拒绝。可用 --secrets ${scheme}=NAME 指定`,
  unusable: (name, message) => `无法使用：${name}：${message}`,
  suspicious: (name) => `请仔细查看，然后运行：toolcrib tools accept ${name}`,
  added: (name, tools) => `${name}：现在可以调用 ${tools} 个工具。`,
  removed: (name) => `${name} 及其所有工具已移除。`,
  columns: { name: '名称', document: '文档', tools: '工具', held: '暂缓' },
  operationColumns: { tool: '工具', operation: '操作', about: '说明' },
};

export function openApiCommandTexts(locale: Locale): OpenApiCommandTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
