import type { Locale } from '@toolcrib/core';

export interface ConfigTexts {
  fileMissing(file: string): string;
  projectMissing(directory: string): string;
  tooLarge(limits: { readonly bytes: number; readonly depth: number; readonly values: number }): string;
  notReadable(detail: string): string;
  unknownKey(key: string): string;
  removeKey(known: readonly string[]): string;
  wrongType(expected: string): string;
  variableMissing(name: string): string;
  setVariable(name: string): string;
  entryLeftOut: string;
  ruleDenies(pattern: string): string;
  agentClosed(agent: string): string;
  allowListEmpty(allowList: string): string;
  sandboxRequired: string;
  notUsed: string;
  notUsedRemedy: string;
}

const en: ConfigTexts = {
  fileMissing: (file) => `There is no configuration file ${file}. Create one with "toolcrib init".`,
  projectMissing: (directory) => `There is no project directory ${directory}. Name one that exists.`,
  tooLarge: ({ bytes, depth, values }) =>
    `The file is larger than ${bytes} bytes, nested deeper than ${depth} levels, or holds more than ${values} values. Make it smaller; nothing of it is used until then.`,
  notReadable: (detail) =>
    `The file cannot be read: ${detail}. Correct it here; nothing of it is used until then.`,
  unknownKey: (key) => `Unknown key "${key}".`,
  removeKey: (known) => `Remove it, or use one of: ${known.join(', ')}.`,
  wrongType: (expected) => `Must be ${expected}.`,
  variableMissing: (name) => `The environment variable ${name} is not set.`,
  setVariable: (name) => `Set ${name}, or write \${${name}:-otherwise}.`,
  entryLeftOut: 'Correct the entry; until then it is left out.',
  ruleDenies: (pattern) => `Correct the rule; until then calls of ${pattern} are denied.`,
  agentClosed: (agent) => `Correct the entry; until then the agent ${agent} may call nothing.`,
  allowListEmpty: (allowList) => `Correct the entry; until then the allow-list ${allowList} holds nothing.`,
  sandboxRequired: 'Correct it; until then nothing runs without a sandbox.',
  notUsed: 'Read, but nothing here uses it yet.',
  notUsedRemedy: 'Leave it for a later version, or remove it.',
};

const zhCN: ConfigTexts = {
  fileMissing: (file) => `没有配置文件 ${file}。可用 "toolcrib init" 创建。`,
  projectMissing: (directory) => `没有项目目录 ${directory}。请给出一个存在的目录。`,
  tooLarge: ({ bytes, depth, values }) =>
    `文件超过 ${bytes} 字节、嵌套超过 ${depth} 层或包含超过 ${values} 个值。请缩小它；在此之前其中内容均不生效。`,
  notReadable: (detail) => `文件无法读取：${detail}。请在此处更正；在此之前其中内容均不生效。`,
  unknownKey: (key) => `未知的键 "${key}"。`,
  removeKey: (known) => `请删除，或使用以下之一：${known.join('、')}。`,
  wrongType: (expected) => `必须是 ${expected}。`,
  variableMissing: (name) => `环境变量 ${name} 未设置。`,
  setVariable: (name) => `请设置 ${name}，或写成 \${${name}:-默认值}。`,
  entryLeftOut: '请更正该条目；在此之前它不生效。',
  ruleDenies: (pattern) => `请更正该规则；在此之前对 ${pattern} 的调用一律拒绝。`,
  agentClosed: (agent) => `请更正该条目；在此之前智能体 ${agent} 不能调用任何工具。`,
  allowListEmpty: (allowList) => `请更正该条目；在此之前允许列表 ${allowList} 为空。`,
  sandboxRequired: '请更正；在此之前没有沙箱就不执行任何调用。',
  notUsed: '已读取，但目前还没有功能使用它。',
  notUsedRemedy: '留待以后的版本，或删除它。',
};

export function configText(locale: Locale): ConfigTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
