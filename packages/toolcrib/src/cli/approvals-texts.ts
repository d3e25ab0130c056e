import type { ApprovalStatus, Locale } from '@toolcrib/core';

/** What `approvals` and `grants` say. */
export interface ApprovalsTexts {
  status: Readonly<Record<ApprovalStatus, string>>;
  columns: {
    id: string;
    status: string;
    risk: string;
    tool: string;
    agent: string;
    asked: string;
    by: string;
  };
  fields: Readonly<
    Record<
      'status' | 'call' | 'digest' | 'shown' | 'asked' | 'answered' | 'note' | 'expires' | 'used',
      string
    >
  >;
  questions(count: number): string;
  noQuestion(id: string): string;
  notPending(status: string, by: string | undefined): string;
  answered(id: string, tool: string, allowed: boolean): string;
  nobodyWaits: string;
  watching: string;
  grantColumns: {
    id: string;
    scope: string;
    level: string;
    tool: string;
    agent: string;
    by: string;
    until: string;
  };
  grants(count: number): string;
  untilRevoked: string;
  revokedAt(time: string, by: string): string;
  expiredAt(time: string): string;
  granted(id: string): string;
  revoked(id: string): string;
  noGrant(id: string): string;
  dangerous(tool: string): string;
  noAgent(agent: string, known: readonly string[]): string;
  badArguments(detail: string): string;
  badContent: string;
  badExpiry: string;
  scopeNeedsAlways: string;
  unknownScope(scope: string, known: readonly string[]): string;
  scopeNeedsArguments: string;
  scopeTakesNoArguments: string;
  noSession: string;
}

const en: ApprovalsTexts = {
  status: {
    pending: 'pending',
    allowed: 'allowed',
    used: 'used',
    denied: 'denied',
    withdrawn: 'withdrawn',
    expired: 'expired',
  },
  columns: {
    id: 'ID',
    status: 'STATUS',
    risk: 'RISK',
    tool: 'TOOL',
    agent: 'AGENT',
    asked: 'ASKED',
    by: 'ANSWERED BY',
  },
  fields: {
    status: 'Status',
    call: 'Call',
    digest: 'Digest of the arguments',
    shown: 'Digest of what is shown',
    asked: 'Asked',
    answered: 'Answered',
    note: 'Note',
    expires: 'Expires',
    used: 'Used',
  },
  questions: (count) => (count === 1 ? '1 question' : `${count} questions`),
  noQuestion: (id) => `There is no question "${id}". "toolcrib approvals list --all" shows what there is.`,
  notPending: (status, by) =>
    `The question takes no answer any more: it is ${status}${by === undefined ? '' : `, answered by ${by}`}. The call would have to ask again.`,
  answered: (id, tool, allowed) => `${allowed ? 'Allowed' : 'Denied'}: ${tool} (${id}).`,
  nobodyWaits:
    'If its call no longer waits, the answer counts when it is repeated under its id before it expires.',
  watching: 'Watching for questions. Ctrl-C ends it.',
  grantColumns: {
    id: 'ID',
    scope: 'SCOPE',
    level: 'LEVEL',
    tool: 'TOOL',
    agent: 'AGENT',
    by: 'GRANTED BY',
    until: 'UNTIL',
  },
  grants: (count) => (count === 1 ? '1 grant' : `${count} grants`),
  untilRevoked: 'it is revoked',
  revokedAt: (time, by) => `revoked ${time} by ${by}`,
  expiredAt: (time) => `expired ${time}`,
  granted: (id) => `Granted: ${id}. "toolcrib grants revoke ${id}" takes it back.`,
  revoked: (id) => `Revoked: ${id}.`,
  noGrant: (id) => `There is no grant "${id}" that holds. "toolcrib grants list --all" shows what there is.`,
  dangerous: (tool) => `${tool} is dangerous. To grant it all the same, add --dangerous.`,
  noAgent: (agent, known) => `There is no agent "${agent}". Known: ${known.join(', ')}.`,
  badArguments: (detail) => `--arguments must be what the tool takes, as a JSON object: ${detail}`,
  badContent: '--arguments must be what was filled in, as a JSON object.',
  badExpiry: '--expires takes a time from now (30m, 2h, 7d) or a date in the future (2026-12-31).',
  scopeNeedsAlways: '--scope tells how long an "always" counts: add --always.',
  unknownScope: (scope, known) => `Unknown scope "${scope}". Known: ${known.join(', ')}.`,
  scopeNeedsArguments: 'A grant for one call needs its arguments: add --arguments.',
  scopeTakesNoArguments: 'A grant for exactly these arguments has the scope "call".',
  noSession:
    'A grant for a session ends with its process, and this one ends now. Give it where the question is asked, or with "toolcrib approvals allow ID --always --scope session". For a while, use --expires.',
};

const zhCN: ApprovalsTexts = {
  status: {
    pending: '等待中',
    allowed: '已允许',
    used: '已使用',
    denied: '已拒绝',
    withdrawn: '已撤回',
    expired: '已过期',
  },
  columns: {
    id: 'ID',
    status: '状态',
    risk: '风险',
    tool: '工具',
    agent: '智能体',
    asked: '提问时间',
    by: '回答者',
  },
  fields: {
    status: '状态',
    call: '调用',
    digest: '参数摘要',
    shown: '所示内容摘要',
    asked: '提问时间',
    answered: '回答时间',
    note: '附言',
    expires: '有效期至',
    used: '使用时间',
  },
  questions: (count) => `${count} 个确认`,
  noQuestion: (id) => `没有确认 "${id}"。可用 "toolcrib approvals list --all" 查看全部。`,
  notPending: (status, by) =>
    `该确认不再接受回答：${status}${by === undefined ? '' : `，由 ${by} 回答`}。需由调用重新发起询问。`,
  answered: (id, tool, allowed) => `${allowed ? '已允许' : '已拒绝'}：${tool}（${id}）。`,
  nobodyWaits: '若其调用已不再等待，在过期前以相同编号重复调用时，该回答仍然有效。',
  watching: '正在等待确认请求，按 Ctrl-C 结束。',
  grantColumns: {
    id: 'ID',
    scope: '范围',
    level: '级别',
    tool: '工具',
    agent: '智能体',
    by: '授权者',
    until: '有效期至',
  },
  grants: (count) => `${count} 项授权`,
  untilRevoked: '直到撤销',
  revokedAt: (time, by) => `${by} 于 ${time} 撤销`,
  expiredAt: (time) => `已于 ${time} 过期`,
  granted: (id) => `已授权：${id}。可用 "toolcrib grants revoke ${id}" 撤销。`,
  revoked: (id) => `已撤销：${id}。`,
  noGrant: (id) => `没有有效的授权 "${id}"。可用 "toolcrib grants list --all" 查看全部。`,
  dangerous: (tool) => `${tool} 是危险工具。若仍要授权，请加上 --dangerous。`,
  noAgent: (agent, known) => `没有智能体 "${agent}"。已知：${known.join('、')}。`,
  badArguments: (detail) => `--arguments 必须是该工具可接受的 JSON 对象：${detail}`,
  badContent: '--arguments 必须是填写内容的 JSON 对象。',
  badExpiry: '--expires 接受从现在起的时长（30m、2h、7d）或将来的日期（2026-12-31）。',
  scopeNeedsAlways: '--scope 说明“始终允许”的有效范围：请加上 --always。',
  unknownScope: (scope, known) => `未知范围 "${scope}"。可用：${known.join('、')}。`,
  scopeNeedsArguments: '针对单个调用的授权需要其参数：请加上 --arguments。',
  scopeTakesNoArguments: '仅针对这些参数的授权，其范围是 "call"。',
  noSession:
    '会话授权随其进程结束，而本进程即将结束。请在被询问时给出，或使用 "toolcrib approvals allow ID --always --scope session"。若只需一段时间，请用 --expires。',
};

export function approvalsTexts(locale: Locale): ApprovalsTexts {
  return locale === 'zh-CN' ? zhCN : en;
}
