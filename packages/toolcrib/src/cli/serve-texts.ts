import type { Locale } from '@toolcrib/core';

/** What `serve` and `token` say. */
export interface ServeTexts {
  listening(address: string): string;
  firstLink(link: string): string;
  noLink: string;
  danger(message: string, remedy: string): string;
  stopping(calls: number): string;
  stopped: string;
  badPort(given: string): string;
  columns: {
    readonly id: string;
    readonly name: string;
    readonly agent: string;
    readonly scopes: string;
    readonly until: string;
  };
  tokens(count: number): string;
  untilRevoked: string;
  created: string;
  /** Of a token whose holder may approve their own calls. */
  approver: string;
  /** When the name was taken. */
  named(name: string): string;
  unknownRisk(risk: string, known: readonly string[]): string;
  revoked(id: string): string;
  noToken(id: string): string;
  noAgent(agent: string, known: readonly string[]): string;
  unknownScope(scope: string, known: readonly string[]): string;
  notForAgents(scopes: readonly string[]): string;
}

const en: ServeTexts = {
  listening: (address) => `Listening at ${address}. Ctrl-C stops it.`,
  firstLink: (link) => `The console, shown this once: ${link}`,
  noLink:
    'The link to the console was shown when its token was made. "toolcrib token create --name NAME --approver" makes another.',
  danger: (message, remedy) => `Danger: ${message} ${remedy}`,
  stopping: (calls) =>
    calls === 0
      ? 'Stopping.'
      : `Stopping: ${calls} ${calls === 1 ? 'request is' : 'requests are'} being finished. Ctrl-C ends at once.`,
  stopped: 'Stopped.',
  badPort: (given) => `--port takes a number from 0 to 65535, not "${given}".`,
  columns: { id: 'ID', name: 'NAME', agent: 'AGENT', scopes: 'SCOPES', until: 'UNTIL' },
  tokens: (count) => (count === 1 ? '1 token' : `${count} tokens`),
  untilRevoked: 'it is revoked',
  created: 'Keep it: it is shown this once, and only its digest is stored.',
  approver:
    'Answers of whoever holds it approve calls that were made with it: give it only to a client that shows requests to a person.',
  named: (name) => `It is called "${name}": names of tokens are used only once.`,
  unknownRisk: (risk, known) => `--approve-max-risk takes one of ${known.join(', ')}, not "${risk}".`,
  revoked: (id) => `Revoked: ${id}. It opens nothing any more.`,
  noToken: (id) => `There is no token "${id}" that holds. "toolcrib token list --all" shows what there is.`,
  noAgent: (agent, known) => `There is no agent "${agent}". Known: ${known.join(', ')}.`,
  unknownScope: (scope, known) => `Unknown scope "${scope}". Known: ${known.join(', ')}.`,
  notForAgents: (scopes) =>
    `The token of an agent cannot be good for ${scopes.join(', ')}: it would decide about itself. Leave it out, or leave --agent out.`,
};

const zhCN: ServeTexts = {
  listening: (address) => `正在 ${address} 监听，按 Ctrl-C 停止。`,
  firstLink: (link) => `控制台链接，仅显示这一次：${link}`,
  noLink: '控制台链接在创建其令牌时已显示。可用 "toolcrib token create --name 名称 --approver" 另建一个。',
  danger: (message, remedy) => `危险：${message}${remedy}`,
  stopping: (calls) =>
    calls === 0 ? '正在停止。' : `正在停止：还有 ${calls} 个请求正在完成。按 Ctrl-C 立即结束。`,
  stopped: '已停止。',
  badPort: (given) => `--port 接受 0 到 65535 的数字，不能是 "${given}"。`,
  columns: { id: 'ID', name: '名称', agent: '智能体', scopes: '权限', until: '有效期至' },
  tokens: (count) => `${count} 个令牌`,
  untilRevoked: '直到撤销',
  created: '请妥善保存：仅显示这一次，存储中只有其摘要。',
  approver: '持有者的回答可批准用它发起的调用：请只交给会将请求显示给人的客户端。',
  named: (name) => `它的名称是 "${name}"：令牌名称不会重复使用。`,
  unknownRisk: (risk, known) => `--approve-max-risk 只能是 ${known.join('、')}，不能是 "${risk}"。`,
  revoked: (id) => `已撤销：${id}。它不再有效。`,
  noToken: (id) => `没有有效的令牌 "${id}"。可用 "toolcrib token list --all" 查看全部。`,
  noAgent: (agent, known) => `没有智能体 "${agent}"。已知：${known.join('、')}。`,
  unknownScope: (scope, known) => `未知权限 "${scope}"。可用：${known.join('、')}。`,
  notForAgents: (scopes) =>
    `智能体的令牌不能具有权限 ${scopes.join('、')}：否则它将自行决定自己的调用。请去掉该权限，或去掉 --agent。`,
};

export function serveTexts(locale: Locale): ServeTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
