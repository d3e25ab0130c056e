import type { Locale } from '@toolcrib/core';

/** What `mcp` says. */
export interface McpCommandTexts {
  noServers: string;
  columns: Readonly<Record<'server' | 'reached' | 'tools' | 'held' | 'state' | 'login', string>>;
  states: Readonly<Record<'accepted' | 'not_accepted', string>>;
  logins: Readonly<Record<'yes' | 'no' | 'none', string>>;
  needsCommand: string;
  notAnEntry(message: string): string;
  taken(name: string): string;
  added(name: string, file: string): string;
  accepted(name: string, count: number): string;
  acceptLater(name: string): string;
  accept(name: string, count: number): string;
  removed(name: string, file: string): string;
  noForeignServers(file: string): string;
  unreadable(file: string, detail: string): string;
  imported(count: number, file: string): string;
  skipped(name: string): string;
  unusable(name: string, message: string): string;
  leftOut(name: string, key: string): string;
  setVariable(name: string, path: string, variable: string): string;
  setInput(name: string, path: string, variable: string): string;
  /** `file` is where their values are. */
  whereVariables(file: string): string;
  notByHttp(name: string): string;
  openThis(address: string): string;
  loginDone: string;
  loginWrong: string;
  loggedIn(name: string): string;
  needsNoLogin(name: string): string;
  loginFailed(name: string, detail: string): string;
  restarted(name: string): string;
}

const en: McpCommandTexts = {
  noServers: 'The configuration names no MCP servers. Add one with: toolcrib mcp add NAME -- COMMAND …',
  columns: {
    server: 'SERVER',
    reached: 'REACHED BY',
    tools: 'TOOLS',
    held: 'HELD BACK',
    state: 'STATE',
    login: 'LOGIN',
  },
  states: { accepted: 'accepted', not_accepted: 'not accepted' },
  logins: { yes: 'yes', no: 'no', none: '' },
  needsCommand: 'Say how the server is reached: a URL, or after "--" a command with its arguments.',
  notAnEntry: (message) => `This is no MCP server: ${message}`,
  taken: (name) => `There is an MCP server "${name}" already. Remove it first, or take another name.`,
  added: (name, file) => `${name} stands in ${file} now.`,
  accepted: (name, count) => `${name}: ${count} tools can be called now.`,
  acceptLater: (name) => `Its tools can be called after: toolcrib tools accept ${name}`,
  accept: (name, count) => `Accept these ${count} tools of ${name}? [y/N] `,
  removed: (name, file) => `${name} was removed from ${file}, with everything that was accepted of it.`,
  noForeignServers: (file) => `${file} names no MCP servers.`,
  unreadable: (file, detail) => `${file} cannot be read: ${detail}`,
  imported: (count, file) =>
    `${count} servers stand in ${file} now. Accept their tools with: toolcrib tools accept`,
  skipped: (name) => `${name}: there is a server of this name already; it was left as it is.`,
  unusable: (name, message) => `${name}: was left out. ${message}`,
  leftOut: (name, key) => `${name}: "${key}" was not taken over.`,
  setVariable: (name, path, variable) =>
    `${name}: the secret in ${path} was not copied. Set the environment variable ${variable} to it.`,
  setInput: (name, path, variable) =>
    `${name}: ${path} is asked for by the other program. Set the environment variable ${variable} to its value.`,
  whereVariables: (file) =>
    `The values are in ${file}, which was not changed. Set the variables where toolcrib is started: in the profile of your shell, or under "env" in the entry of the client that starts it.`,
  notByHttp: (name) => `${name} is not reached by HTTP: there is nothing to log in to.`,
  openThis: (address) => `Say yes in the browser:\n${address}`,
  loginDone: 'You are logged in. This window can be closed.',
  loginWrong: 'Nobody waits for this.',
  loggedIn: (name) => `Logged in to ${name}.`,
  needsNoLogin: (name) => `${name} lets everybody in: no login was needed.`,
  loginFailed: (name, detail) => `The login to ${name} has failed: ${detail}`,
  restarted: (name) =>
    `${name} is started anew before the next call, by everybody who works on this project.`,
};

const zhCN: McpCommandTexts = {
  noServers: '配置中没有 MCP 服务器。添加请运行：toolcrib mcp add 名称 -- 命令 …',
  columns: {
    server: '服务器',
    reached: '连接方式',
    tools: '工具',
    held: '暂不可用',
    state: '状态',
    login: '登录',
  },
  states: { accepted: '已接受', not_accepted: '未接受' },
  logins: { yes: '是', no: '否', none: '' },
  needsCommand: '请说明如何连接服务器：给出 URL，或在"--"之后给出命令及其参数。',
  notAnEntry: (message) => `这不是 MCP 服务器：${message}`,
  taken: (name) => `已有名为"${name}"的 MCP 服务器。请先删除它，或换一个名称。`,
  added: (name, file) => `${name} 已写入 ${file}。`,
  accepted: (name, count) => `${name}：现在有 ${count} 个工具可以调用。`,
  acceptLater: (name) => `其工具在此之后可以调用：toolcrib tools accept ${name}`,
  accept: (name, count) => `是否接受 ${name} 的这 ${count} 个工具？[y/N] `,
  removed: (name, file) => `已从 ${file} 中删除 ${name}，以及对它的全部接受记录。`,
  noForeignServers: (file) => `${file} 中没有 MCP 服务器。`,
  unreadable: (file, detail) => `无法读取 ${file}：${detail}`,
  imported: (count, file) => `${count} 个服务器已写入 ${file}。接受其工具请运行：toolcrib tools accept`,
  skipped: (name) => `${name}：已有同名服务器，保持不变。`,
  unusable: (name, message) => `${name}：已略过。${message}`,
  leftOut: (name, key) => `${name}：没有采用"${key}"。`,
  setVariable: (name, path, variable) =>
    `${name}：没有复制 ${path} 中的密钥。请将环境变量 ${variable} 设为该密钥。`,
  setInput: (name, path, variable) =>
    `${name}：${path} 由另一个程序在启动时询问。请将环境变量 ${variable} 设为其值。`,
  whereVariables: (file) =>
    `这些变量的值在 ${file} 中，该文件未作更改。请在启动 toolcrib 的位置设置这些变量：shell 的配置文件，或启动它的客户端条目中的 "env"。`,
  notByHttp: (name) => `${name} 不通过 HTTP 连接：无需登录。`,
  openThis: (address) => `请在浏览器中同意：\n${address}`,
  loginDone: '登录成功，可以关闭此窗口。',
  loginWrong: '没有人在等待此请求。',
  loggedIn: (name) => `已登录 ${name}。`,
  needsNoLogin: (name) => `${name} 对所有人开放：无需登录。`,
  loginFailed: (name, detail) => `登录 ${name} 失败：${detail}`,
  restarted: (name) => `在下一次调用之前，本项目的所有使用者都会重新启动 ${name}。`,
};

export function mcpCommandTexts(locale: Locale): McpCommandTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
