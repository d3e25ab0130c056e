import type { Locale } from '@toolcrib/core';

/** What `mcp serve` and `mcp install` say. */
export interface GatewayCommandTexts {
  /** To a person who has typed it. */
  serving: string;
  unknownExposure(given: string, known: readonly string[]): string;
  unknownClient(given: string, known: readonly string[]): string;
  badName(name: string): string;
  /** Of a client whose answers will approve calls. */
  approver(client: string): string;
  putInto(file: string): string;
  written(name: string, file: string): string;
  there(name: string, file: string): string;
  taken(name: string, file: string): string;
  unreadable(file: string): string;
  otherForm(file: string): string;
}

const en: GatewayCommandTexts = {
  serving:
    'Speaking MCP on standard input and output. A client starts this: see toolcrib mcp install. Ctrl-C ends it.',
  unknownExposure: (given, known) => `--expose takes one of ${known.join(', ')}, not "${given}".`,
  unknownClient: (given, known) => `There is no entry for "${given}". Clients: ${known.join(', ')}.`,
  badName: (name) => `"${name}" is no name for a server: letters, digits, _ and - are.`,
  approver: (client) =>
    `--approver: what you answer in the forms of ${client} approves calls. Leave it out of the entry to approve elsewhere only.`,
  putInto: (file) => `This belongs into ${file}; --write puts it there.`,
  written: (name, file) => `${name} stands in ${file} now.`,
  there: (name, file) => `${name} stands in ${file} already.`,
  taken: (name, file) =>
    `${file} has another entry "${name}". It was left as it is; --force replaces it, --name takes another name.`,
  unreadable: (file) => `${file} cannot be read as what it should be, and was left as it is.`,
  otherForm: (file) =>
    `${file} writes its servers in a form to which nothing can be added safely. It was left as it is; add the entry by hand.`,
};

const zhCN: GatewayCommandTexts = {
  serving: '正在标准输入输出上使用 MCP 通信。它由客户端启动：参见 toolcrib mcp install。按 Ctrl-C 结束。',
  unknownExposure: (given, known) => `--expose 只能是 ${known.join('、')}，不能是 "${given}"。`,
  unknownClient: (given, known) => `没有 "${given}" 的条目。客户端：${known.join('、')}。`,
  badName: (name) => `"${name}" 不能作为服务器名称：只能使用字母、数字、_ 和 -。`,
  approver: (client) =>
    `--approver：您在 ${client} 的表单中的回答可批准调用。若只想在他处批准，请从配置项中去掉它。`,
  putInto: (file) => `以上内容应写入 ${file}；加 --write 可直接写入。`,
  written: (name, file) => `${name} 已写入 ${file}。`,
  there: (name, file) => `${name} 已在 ${file} 中。`,
  taken: (name, file) =>
    `${file} 中已有另一个名为 "${name}" 的条目，未作改动；用 --force 替换，或用 --name 另取名称。`,
  unreadable: (file) => `${file} 无法按应有的格式读取，未作改动。`,
  otherForm: (file) => `${file} 中服务器的写法无法安全地追加内容，未作改动；请手工添加该条目。`,
};

export function gatewayCommandTexts(locale: Locale): GatewayCommandTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
