import type { Locale } from '@toolcrib/core';

/** What `register_custom_tool`, `unregister_custom_tool` and `plugin` say. */
export interface PluginCliTexts {
  badLimits(detail: string): string;
  /** What a person is asked before a plugin gets more than computing. */
  asksFor(name: string, version: string): string;
  suspicious(name: string): string;
  grant: string;
  registered(id: string, replaced: string | undefined): string;
  unregistered(name: string): string;
  lost(agent: string, tool: string): string;
  unknownLanguage(language: string, known: readonly string[]): string;
  badName(name: string): string;
  exists(folder: string): string;
  made(folder: string): string;
}

const en: PluginCliTexts = {
  badLimits: (detail) => `--limits must be a JSON object such as {"memory_mb": 128}: ${detail}`,
  asksFor: (name, version) => `${name} ${version} asks for:`,
  suspicious: (name) => `Look twice at what ${name} says:`,
  grant: 'Grant this and register it? [y/N] ',
  registered: (id, replaced) =>
    `Registered ${id}${replaced === undefined ? '' : `, in place of ${replaced}`}.`,
  unregistered: (name) => `Unregistered ${name}.`,
  lost: (agent, tool) => `The agent ${agent} could call ${tool} and cannot any more.`,
  unknownLanguage: (language, known) =>
    `There is no template for "${language}". There are: ${known.join(', ')}.`,
  badName: (name) => `"${name}" is no name for a tool. Use letters, digits, _ and -, 64 at most.`,
  exists: (folder) => `${folder} exists already and was left as it is.`,
  made: (folder) => `Made ${folder}. Its README.md tells how to build and register it.`,
};

const zhCN: PluginCliTexts = {
  badLimits: (detail) => `--limits 必须是 JSON 对象，例如 {"memory_mb": 128}：${detail}`,
  asksFor: (name, version) => `${name} ${version} 请求：`,
  suspicious: (name) => `请仔细查看 ${name} 的说明：`,
  grant: '是否授予并注册？[y/N] ',
  registered: (id, replaced) => `已注册 ${id}${replaced === undefined ? '' : `，替换 ${replaced}`}。`,
  unregistered: (name) => `已注销 ${name}。`,
  lost: (agent, tool) => `智能体 ${agent} 原可调用 ${tool}，现在不能了。`,
  unknownLanguage: (language, known) => `没有 "${language}" 的模板。可用：${known.join('、')}。`,
  badName: (name) => `"${name}" 不是有效的工具名称。请使用字母、数字、_ 和 -，至多 64 个。`,
  exists: (folder) => `${folder} 已存在，未作改动。`,
  made: (folder) => `已创建 ${folder}。其中的 README.md 说明如何构建和注册。`,
};

export function pluginCliTexts(locale: Locale): PluginCliTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
