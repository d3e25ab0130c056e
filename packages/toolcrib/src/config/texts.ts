import type { Locale } from '@toolcrib/core';

/** What is wrong with a whole configuration, and what to do about it. */
interface Complaint {
  readonly message: string;
  readonly remedy: string;
}

/** The types that JSON has words for. */
export type WantedType = 'object' | 'array' | 'string' | 'boolean';

export interface ConfigTexts {
  fileMissing: Complaint;
  projectMissing: Complaint;
  notAFile: Complaint;
  leadsOutside: Complaint;
  notReadable(code: string): Complaint;
  notUtf8: Complaint;
  tooLarge(limits: { readonly bytes: number; readonly depth: number; readonly values: number }): Complaint;
  syntax(detail: string): Complaint;
  notAnObject: Complaint;
  misspeltKey(key: string, meant: string): Complaint;
  unknownKey(key: string): string;
  removeKey(known: readonly string[]): string;
  wrongType: Readonly<Record<WantedType, string>>;
  notOneOf(allowed: readonly string[]): string;
  wrongNumber(least: number, whole: boolean, most: number): string;
  variableMissing(name: string): string;
  setVariable(name: string): string;
  entryLeftOut: string;
  ruleDenies(pattern: string): string;
  agentClosed(agent: string): string;
  agentsClosed: string;
  allowListEmpty(allowList: string): string;
  allowListsEmpty: string;
  agentHasTools(agent: string): Complaint;
  sandboxRequired: string;
  approverOff: string;
  approverClosed(user: string): string;
  approversClosed: string;
  badStore: string;
  badSchema: string;
  storeInProject: string;
  storeVisible: string;
  languageServer: string;
  mcpServer: string;
  textsByName: string;
  webAddress: string;
  sourceName: string;
  secretInHeader: string;
  metricsWay: string;
  packageMissing(name: string): string;
  installPackages(names: readonly string[]): string;
  notStarted(detail: string): Complaint;
}

const en: ConfigTexts = {
  fileMissing: {
    message: 'There is no such configuration file.',
    remedy: 'Create one with "toolcrib init".',
  },
  projectMissing: { message: 'There is no such project directory.', remedy: 'Name one that exists.' },
  leadsOutside: {
    message: 'This link leads out of the project, and is not followed.',
    remedy: 'Put a copy in its place, or name the file with --config.',
  },
  notAFile: {
    message: 'This is a directory, a pipe or a device, not a file.',
    remedy: 'Name a file; nothing is done until then.',
  },
  notReadable: (code) => ({
    message:
      code === 'EACCES' ? 'You have no permission to read the file.' : `The file cannot be read (${code}).`,
    remedy: 'Correct that; nothing is done until then.',
  }),
  notUtf8: {
    message: 'The file is not text in UTF-8.',
    remedy: 'Save it as UTF-8; nothing of it is used until then.',
  },
  tooLarge: ({ bytes, depth, values }) => ({
    message: `The file is larger than ${bytes} bytes, nested deeper than ${depth} levels, or holds more than ${values} values.`,
    remedy: 'Make it smaller; nothing of it is used until then.',
  }),
  syntax: (detail) => ({
    message: `The file cannot be read: ${detail}.`,
    remedy: 'Correct it here; nothing of it is used until then.',
  }),
  notAnObject: {
    message: 'A configuration must be an object.',
    remedy: 'Write {} if there is nothing to configure; nothing is done until then.',
  },
  misspeltKey: (key, meant) => ({
    message: `Unknown key "${key}".`,
    remedy: `Did you mean ${meant}? Correct or remove it; nothing is done until then.`,
  }),
  unknownKey: (key) => `Unknown key "${key}".`,
  removeKey: (known) => `Remove it, or use one of: ${known.join(', ')}.`,
  wrongType: {
    object: 'Must be an object.',
    array: 'Must be a list.',
    string: 'Must be a text.',
    boolean: 'Must be true or false.',
  },
  notOneOf: (allowed) => `Must be one of: ${allowed.join(', ')}.`,
  wrongNumber: (least, whole, most) =>
    `Must be a ${whole ? 'whole number' : 'number'} from ${least}${most === Number.MAX_VALUE ? '' : ` to ${most}`}.`,
  variableMissing: (name) => `The environment variable ${name} is not set.`,
  setVariable: (name) => `Set ${name}, or write \${${name}:-otherwise}.`,
  entryLeftOut: 'Correct the entry; until then it is left out.',
  ruleDenies: (pattern) =>
    pattern === '*'
      ? 'Correct the rule; until then every call is denied.'
      : `Correct the rule; until then calls of ${pattern} are denied.`,
  agentClosed: (agent) => `Correct the entry; until then the agent ${agent} may call nothing.`,
  agentsClosed: 'Correct it; until then no agent may call anything.',
  allowListEmpty: (allowList) => `Correct the entry; until then the allow-list ${allowList} holds nothing.`,
  allowListsEmpty: 'Correct it; until then every allow-list holds nothing.',
  languageServer: 'Must have a command (a list of texts) and languages, such as { ".py": "python" }.',
  mcpServer: 'Must have either a command, or a url that begins with http:// or https://.',
  textsByName: 'Must be an object of texts.',
  webAddress: 'Must be an address that begins with http:// or https://.',
  sourceName: 'Its name must be of letters, digits, _ and -, at most 32 of them.',
  secretInHeader: 'A secret does not belong here: name it under "secrets" or "auth".',
  metricsWay: 'Must name either otlp or prometheus.',
  packageMissing: (name) => `The package ${name} is not installed.`,
  installPackages: (names) => `Run "npm install ${names.join(' ')}"; until then nothing is sent.`,
  notStarted: (detail) => ({
    message: `This cannot be started: ${detail}.`,
    remedy: 'Correct that; until then nothing is sent.',
  }),
  badStore:
    'Must be "memory", a path that ends in .db, "sqlite:" with a path, or an address that begins with postgres://.',
  badSchema: 'Must be a name of small letters, digits and underscores that begins with no digit.',
  storeInProject:
    'A store inside the project is never opened: its grants and tokens could be anybody\'s. Name a file outside, or leave "store" out; "toolcrib store import PATH" brings the history of this one over.',
  storeVisible:
    'Programs in the sandbox can read this folder of the system, and would see the history of all agents. Name a file elsewhere, or leave "store" out.',
  agentHasTools: (agent) => ({
    message: `The agent ${agent} has tools of its own, which an allow-list of the command line would replace.`,
    remedy: 'Leave out --allow-list, or name another agent.',
  }),
  sandboxRequired: 'Correct it; until then nothing runs without a sandbox.',
  approverOff: 'Correct it; until then the client is not asked for approval.',
  approverClosed: (user) => `Correct the entry; until then ${user} may approve nothing.`,
  approversClosed: 'Correct it; until then nobody may approve anything at a terminal.',
};

const zhCN: ConfigTexts = {
  fileMissing: { message: '没有这个配置文件。', remedy: '可用 "toolcrib init" 创建。' },
  projectMissing: { message: '没有这个项目目录。', remedy: '请给出一个存在的目录。' },
  leadsOutside: {
    message: '此链接指向项目之外，因此不予跟随。',
    remedy: '请改用该文件的副本，或用 --config 指定该文件。',
  },
  notAFile: {
    message: '这是目录、管道或设备，不是文件。',
    remedy: '请给出一个文件；在此之前不执行任何操作。',
  },
  notReadable: (code) => ({
    message: code === 'EACCES' ? '您没有读取该文件的权限。' : `文件无法读取（${code}）。`,
    remedy: '请更正；在此之前不执行任何操作。',
  }),
  notUtf8: {
    message: '文件不是 UTF-8 文本。',
    remedy: '请以 UTF-8 保存；在此之前其中内容均不生效。',
  },
  tooLarge: ({ bytes, depth, values }) => ({
    message: `文件超过 ${bytes} 字节、嵌套超过 ${depth} 层或包含超过 ${values} 个值。`,
    remedy: '请缩小它；在此之前其中内容均不生效。',
  }),
  syntax: (detail) => ({
    message: `文件无法读取：“${detail}”。`,
    remedy: '请在此处更正；在此之前其中内容均不生效。',
  }),
  notAnObject: {
    message: '配置必须是对象。',
    remedy: '没有要配置的内容时请写 {}；在此之前不执行任何操作。',
  },
  misspeltKey: (key, meant) => ({
    message: `未知的键 "${key}"。`,
    remedy: `您是否想写 ${meant}？请更正或删除；在此之前不执行任何操作。`,
  }),
  unknownKey: (key) => `未知的键 "${key}"。`,
  removeKey: (known) => `请删除，或使用以下之一：${known.join('、')}。`,
  wrongType: {
    object: '必须是对象。',
    array: '必须是列表。',
    string: '必须是文本。',
    boolean: '必须是 true 或 false。',
  },
  notOneOf: (allowed) => `必须是以下之一：${allowed.join('、')}。`,
  wrongNumber: (least, whole, most) =>
    `必须是不小于 ${least}${most === Number.MAX_VALUE ? '' : `、不大于 ${most}`} 的${whole ? '整数' : '数字'}。`,
  variableMissing: (name) => `环境变量 ${name} 未设置。`,
  setVariable: (name) => `请设置 ${name}，或写成 \${${name}:-默认值}。`,
  entryLeftOut: '请更正该条目；在此之前它不生效。',
  ruleDenies: (pattern) =>
    pattern === '*'
      ? '请更正该规则；在此之前一切调用均被拒绝。'
      : `请更正该规则；在此之前对 ${pattern} 的调用一律拒绝。`,
  agentClosed: (agent) => `请更正该条目；在此之前智能体 ${agent} 不能调用任何工具。`,
  agentsClosed: '请更正；在此之前任何智能体都不能调用工具。',
  allowListEmpty: (allowList) => `请更正该条目；在此之前允许列表 ${allowList} 为空。`,
  allowListsEmpty: '请更正；在此之前所有允许列表均为空。',
  languageServer: '必须有 command（文本列表）和 languages，例如 { ".py": "python" }。',
  mcpServer: '必须有 command，或以 http:// 或 https:// 开头的 url，二者只取其一。',
  textsByName: '必须是由文本组成的对象。',
  webAddress: '必须是以 http:// 或 https:// 开头的地址。',
  sourceName: '名称只能由字母、数字、_ 和 - 组成，最多 32 个字符。',
  secretInHeader: '此处不应放置密钥：请在 "secrets" 或 "auth" 中写出其名称。',
  metricsWay: '必须写明 otlp 或 prometheus 之一。',
  packageMissing: (name) => `未安装软件包 ${name}。`,
  installPackages: (names) => `请运行 "npm install ${names.join(' ')}"；在此之前不发送任何数据。`,
  notStarted: (detail) => ({
    message: `无法启动：“${detail}”。`,
    remedy: '请更正；在此之前不发送任何数据。',
  }),
  badStore: '必须是 "memory"、以 .db 结尾的路径、"sqlite:" 加路径，或以 postgres:// 开头的地址。',
  badSchema: '必须是由小写字母、数字和下划线组成且不以数字开头的名称。',
  storeInProject:
    '项目内的存储从不打开：其中的授权和令牌可能出自任何人。请指定项目之外的文件，或省略 "store"；“toolcrib store import PATH” 可导入其中的历史记录。',
  storeVisible:
    '沙箱中的程序可以读取该系统目录，会看到所有智能体的历史。请指定其他位置的文件，或省略 "store"。',
  agentHasTools: (agent) => ({
    message: `智能体 ${agent} 已有自己的工具集，命令行的允许列表会取代它。`,
    remedy: '请去掉 --allow-list，或指定另一个智能体。',
  }),
  sandboxRequired: '请更正；在此之前没有沙箱就不执行任何调用。',
  approverOff: '请更正；在此之前不向客户端征求批准。',
  approverClosed: (user) => `请更正该条目；在此之前 ${user} 不能批准任何调用。`,
  approversClosed: '请更正；在此之前任何人都不能在终端批准调用。',
};

export function configText(locale: Locale): ConfigTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
