import type { Locale } from './catalog.ts';
import type { MessageCode, MessageFacts } from './facts.ts';

/** Codes of calls that were not allowed: each has a way out, said in both languages. */
export type RefusalCode =
  | 'tool_held_back'
  | 'unknown_agent'
  | 'agent_not_yours'
  | 'not_offered'
  | 'not_in_scope'
  | 'unknown_allow_list'
  | 'permission_denied'
  | 'denied_by_rule'
  | 'grant_required'
  | 'no_approver'
  | 'nobody_watches'
  | 'approval_refused'
  | 'approval_expired'
  | 'approval_mismatch'
  | 'approval_used'
  | 'approval_not_seen'
  | 'approval_too_large'
  | 'approver_out_of_scope'
  | 'own_request'
  | 'approval_withdrawn'
  | 'approver_failed'
  | 'grants_unavailable'
  | 'history_unavailable'
  | 'call_taken_over'
  | 'call_id_used'
  | 'call_ids_unavailable'
  | 'no_fence'
  | 'outside_project'
  | 'protected_path'
  | 'command_not_allowed'
  | 'host_not_allowed';

type Remedies = { readonly [C in RefusalCode]: (facts: MessageFacts[C]) => string };

const en: Remedies = {
  tool_held_back: ({ source, reason }) =>
    reason === 'gone'
      ? 'Use another tool.'
      : `Let a person look at it, with toolcrib tools diff ${source}, and accept it, with toolcrib tools accept ${source}.`,
  unknown_agent: ({ agent }) => `Configure the agent under agents.${agent}.`,
  agent_not_yours: () => 'Leave the agent out, or let a person who may act for others make the call.',
  not_offered: () => 'Call one of the tools that were offered, or offer this one too.',
  not_in_scope: ({ tool, allowList }) =>
    `Add ${tool} to the allow-list ${allowList}, or use a tool that is in it.`,
  unknown_allow_list: ({ allowList }) => `Define the allow-list ${allowList}, or give the agent another.`,
  permission_denied: ({ required }) =>
    `Raise the agent's permission to ${required}, or use a tool that needs less.`,
  denied_by_rule: ({ source }) => `Change the rule at ${source}, or call in a way that it does not match.`,
  grant_required: ({ tool }) => `Grant ${tool} explicitly, or write an allow rule that names it.`,
  no_approver: () => 'Call where a person can answer, grant the tool, or write an allow rule.',
  nobody_watches: ({ tool }) =>
    `Let a person run toolcrib approvals watch and call again, or grant the tool: toolcrib grants add ${tool}. A client that shows forms to a person can be named as an approver: toolcrib mcp --approver.`,
  approval_refused: () => 'Do something else, or ask the person why.',
  approval_expired: () => 'Call again when a person is there to answer.',
  approval_mismatch: () => 'Call under a new id: whatever has changed needs an approval of its own.',
  approval_used: () => 'Look in the history what became of it; to do it again, call under a new id.',
  approval_not_seen: () => 'Read the request again, and answer with the digest that it shows.',
  approval_too_large: ({ tool }) =>
    `Pass large content by a path or an address, split the call, or grant it beforehand: toolcrib grants add ${tool}.`,
  approver_out_of_scope: () =>
    'Let another approver answer, or change the scope: of a token with toolcrib token create --approve-…, of a person under approvers in the configuration.',
  own_request: () =>
    'Let another approver answer. For a client that shows requests to a person: toolcrib token create --approver.',
  approval_withdrawn: () => 'Call again to ask again.',
  approver_failed: () => 'Repair the way of asking and call again.',
  grants_unavailable: () => 'Repair the store of grants and call again.',
  history_unavailable: () =>
    'Make room for the store or repair it and call again; history.required says which calls need a record.',
  call_taken_over: () => 'Nothing to do: the process that has taken over the plan makes the call.',
  call_id_used: ({ callId }) =>
    `Look in the history what became of it (${callId}); to call again, leave the id out or give a new one.`,
  call_ids_unavailable: () => 'Repair the store and call again.',
  no_fence: () => 'Set up a sandbox, or set sandbox to best_effort or off.',
  outside_project: () => 'Use a path inside the project, or start with another project directory.',
  protected_path: () => 'Let a person change this file; it decides what others may do or what is executed.',
  command_not_allowed: () => 'Use an allowed command, or add this one to the allow-list of commands.',
  host_not_allowed: ({ host, leadsTo }) =>
    leadsTo === undefined
      ? `Add ${host} to the network allow-list.`
      : 'If it is meant to lead there, add the address itself to the network allow-list.',
};

const zhCN: Remedies = {
  tool_held_back: ({ source, reason }) =>
    reason === 'gone'
      ? '请改用其他工具。'
      : `请由人查看（toolcrib tools diff ${source}）并接受（toolcrib tools accept ${source}）。`,
  unknown_agent: ({ agent }) => `在 agents.${agent} 下配置该智能体。`,
  agent_not_yours: () => '省略该智能体，或由可代表他人的用户发起调用。',
  not_offered: () => '调用已提供的工具，或同时提供该工具。',
  not_in_scope: ({ tool, allowList }) => `将 ${tool} 加入允许列表 ${allowList}，或改用其中的工具。`,
  unknown_allow_list: ({ allowList }) => `定义允许列表 ${allowList}，或给智能体换一个。`,
  permission_denied: ({ required }) => `将智能体的权限提升到 ${required}，或改用要求更低的工具。`,
  denied_by_rule: ({ source }) => `修改 ${source} 处的规则，或改变调用方式使其不匹配。`,
  grant_required: ({ tool }) => `明确授权 ${tool}，或写一条点名它的 allow 规则。`,
  no_approver: () => '在有人可以回答的地方调用、授权该工具，或写一条 allow 规则。',
  nobody_watches: ({ tool }) =>
    `请由人运行 toolcrib approvals watch 后再次调用，或授权该工具：toolcrib grants add ${tool}。会将表单显示给人的客户端可被指定为批准人：toolcrib mcp --approver。`,
  approval_refused: () => '换一种做法，或询问用户原因。',
  approval_expired: () => '有人可以回答时再次调用。',
  approval_mismatch: () => '请用新的编号调用：改动过的内容需要单独批准。',
  approval_used: () => '在历史记录中查看其结果；如需再次执行，请用新的编号调用。',
  approval_not_seen: () => '请重新查看该请求，并附上其显示的摘要作答。',
  approval_too_large: ({ tool }) =>
    `请以路径或地址传递大段内容、拆分调用，或事先授权：toolcrib grants add ${tool}。`,
  approver_out_of_scope: () =>
    '请由其他批准人回答，或修改批准范围：令牌用 toolcrib token create --approve-…，人员在配置的 approvers 中设置。',
  own_request: () => '请由其他批准人回答。若客户端会将请求显示给人：toolcrib token create --approver。',
  approval_withdrawn: () => '请重新调用以再次询问。',
  approver_failed: () => '修复询问方式后再次调用。',
  grants_unavailable: () => '修复授权存储后再次调用。',
  history_unavailable: () =>
    '请为存储腾出空间或修复存储后重新调用；history.required 决定哪些调用必须有记录。',
  call_taken_over: () => '无需处理：接管计划的进程会执行该调用。',
  call_id_used: ({ callId }) =>
    `在历史记录中查看其结果（${callId}）；如需再次调用，请省略 id 或换一个新的 id。`,
  call_ids_unavailable: () => '修复存储后再次调用。',
  no_fence: () => '设置沙箱，或将 sandbox 设为 best_effort 或 off。',
  outside_project: () => '使用项目目录内的路径，或以另一个项目目录启动。',
  protected_path: () => '请由人来修改该文件：它决定他人的权限或会被执行的内容。',
  command_not_allowed: () => '使用允许的命令，或将该命令加入白名单。',
  host_not_allowed: ({ host, leadsTo }) =>
    leadsTo === undefined ? `将 ${host} 加入网络白名单。` : '若确应指向该地址，请将地址本身加入网络白名单。',
};

const remedies: Readonly<Record<Locale, Remedies>> = { en, 'zh-CN': zhCN };

/** What to do about a refusal; undefined for codes that speak for themselves. */
export function remedy<C extends MessageCode>(
  code: C,
  facts: MessageFacts[C],
  locale: Locale,
): string | undefined {
  const known = remedies[locale] as {
    readonly [code: string]: ((facts: MessageFacts[C]) => string) | undefined;
  };
  return Object.hasOwn(known, code) ? known[code]?.(facts) : undefined;
}
