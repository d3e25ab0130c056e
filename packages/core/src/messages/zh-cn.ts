import { builtinSentence } from './builtin-problem.ts';
import { builtinZhCN } from './builtin-zh-cn.ts';
import type { Catalog } from './catalog.ts';
import { expectation } from './expectation.ts';
import type { ArgumentProblem, DefinitionProblem, HoldReason, PathFault, SchemaFaultWord } from './facts.ts';
import { planProblemIn } from './plan-problem.ts';
import { brief, count, show, visible } from './wording.ts';

export const zhCN: Catalog = {
  tool_not_found: ({ name, suggestions }) =>
    `没有工具 ${show(name)}。${suggestions.length > 0 ? `您是否想用 ${suggestions.join('、')}？` : '请列出工具查看可用项。'}`,
  version_not_found: ({ tool, version, available }) =>
    `${tool} 没有满足 ${show(version)} 的版本。可用版本：${available.join('、')}。`,
  unknown_variable: ({ reference, known }) =>
    `未知变量 ${show(reference)}。${known.length > 0 ? `已知变量：${known.join('、')}。` : '没有提供任何变量。'}`,
  invalid_arguments: ({ problems }) => problems.map(argumentProblem).join('；'),
  invalid_options: ({ option, expected, names = [] }) =>
    `选项 ${option} 必须是${expectation(expected, 'zh-CN')}${names.join('、')}。`,
  request_not_valid: ({ problems }) => `请求无效：${problems.map(argumentProblem).join('；')}。`,
  not_replayable: ({ callId, names }) =>
    names.length === 0
      ? `调用 ${show(callId)} 无法重放：其参数未被保留。请重新给出参数。`
      : `调用 ${show(callId)} 无法重放：${names.join('、')} 因保密或过长未被完整保留。请重新给出。`,

  tool_held_back: ({ tool, source, reason }) => `${tool} 暂不可用：${holdReasons[reason](show(source))}。`,
  unknown_agent: ({ agent, known }) =>
    `没有配置智能体 ${show(agent)}。${known.length > 0 ? `已知智能体：${known.join('、')}。` : ''}`,
  agent_not_yours: ({ agent, own }) =>
    `请求指定了智能体 ${show(agent)}${own === undefined ? '' : `，但只能指定 ${show(own)}`}。`,
  not_offered: ({ tool, suggestions }) =>
    `工具 ${show(tool)} 未提供给模型。${suggestions.length > 0 ? `您是否想用 ${suggestions.join('、')}？` : ''}`,
  not_in_scope: ({ tool, agent, allowList }) =>
    `智能体 ${show(agent)} 不能使用 ${tool}：它不在允许列表 ${show(allowList)} 中。`,
  permission_denied: ({ required, held }) => `智能体无权限调用此工具（需要 ${required}，当前仅有 ${held}）`,
  denied_by_rule: ({ tool, source, reason, command, tooLarge }) =>
    tooLarge
      ? `${tool} 被拒绝：此调用内容过多，无法与 ${source} 处的规则比对。`
      : `${tool} 被 ${source} 处的规则拒绝${command === undefined ? '' : `，该规则涉及“${command}”`}${reason ? `：${reason}` : '。'}`,
  grant_required: ({ tool }) =>
    `${tool} 是危险工具，默认拒绝执行；须由用户明确授权（授权记录，或点名该工具的 allow 规则）。`,
  no_approver: ({ tool }) => `${tool} 需要用户确认，但没有可以询问的人。`,
  nobody_watches: ({ tool }) => `${tool} 需要用户确认，但此刻没有人在等待提问。`,
  approval_refused: ({ tool, note }) => `用户拒绝了对 ${tool} 的调用${note ? `：${note}` : '。'}`,
  approval_expired: ({ tool, seconds }) =>
    `${seconds} 秒内无人回答关于 ${tool} 的确认。请重新调用以再次询问。`,
  approval_mismatch: ({ tool, callId }) =>
    `调用编号 ${show(callId)} 属于另一个已询问过用户的调用；${tool} 的参数、智能体或版本与之不同。`,
  approval_used: ({ tool, callId }) => `对 ${tool} 的调用 ${show(callId)} 的批准已被使用，仅限一次。`,
  approval_not_seen: ({ tool, callId }) =>
    `该回答与对 ${tool} 的调用 ${show(callId)} 所显示的内容不符：摘要不一致。`,
  approval_too_large: ({ tool, limit }) =>
    `${tool} 需要批准，但该请求超过 ${count(limit)} 个字符，无法完整显示给人查看。`,
  approver_out_of_scope: ({ tool, by, limit }) =>
    `${show(by)} 无权批准对 ${tool} 的这次调用：${scopeLimits[limit]}。`,
  own_request: ({ tool, by }) => `对 ${tool} 的这次调用由 ${show(by)} 发起，不能由其自行批准。`,
  approval_withdrawn: ({ tool }) => `关于 ${tool} 的确认在有人回答之前已被撤回。`,
  approver_failed: ({ tool, detail }) => `无法就 ${tool} 发起确认：${detail}`,
  grants_unavailable: ({ tool, detail }) => `${tool} 被拒绝：无法读取或写入授权记录：${detail}`,
  history_unavailable: ({ tool, detail }) => `${tool} 被拒绝：无法在执行前写入记录：${detail}`,
  call_taken_over: ({ tool }) => `${tool} 未被调用：该计划此时已由其他进程接管。`,
  call_id_used: ({ id, callId }) => `id ${show(id)} 此前已使用，对应历史记录中的 ${callId}。不会再次执行。`,
  call_ids_unavailable: ({ tool, detail }) => `${tool} 被拒绝：无法读取或写入已用过的调用 id：${detail}`,
  no_fence: ({ tool }) => `${tool} 必须在沙箱中运行，但没有可用的沙箱。`,
  outside_project: ({ fault }) => `文件路径超出项目目录范围${fault ? `（${pathFaults[fault]}）` : ''}`,
  protected_path: ({ path }) => `该路径禁止写入：${show(path)}`,
  command_not_allowed: () => '命令不在白名单中',
  host_not_allowed: ({ host, leadsTo }) =>
    leadsTo === undefined
      ? `目标域名不在网络白名单中：${show(host)}`
      : `目标域名指向的地址不在网络白名单中（${leadsTo}）：${show(host)}`,

  timeout: ({ tool, milliseconds, detail }) =>
    milliseconds === undefined
      ? `${tool} 执行超时${detail ? `：${detail}` : '。'}`
      : `${tool} 在 ${milliseconds} 毫秒内没有完成，已被终止（执行超时）。`,
  cancelled: ({ tool }) => `对 ${tool} 的调用已取消。`,
  outcome_unknown: ({ tool, process }) =>
    `无法得知对 ${tool} 的调用结果：执行它的进程${process === undefined ? '' : `（${show(process)}）`}已退出或没有响应。再次调用 ${tool} 前请先确认该操作是否已执行。`,
  network: ({ tool, detail }) => `${tool} 无法连接其服务器：${detail}`,
  rate_limited: ({ tool, retryAfterSeconds, detail }) =>
    `${tool} 请求过多，被拒绝（429）${detail ? `：${detail}` : '。'}${retryAfterSeconds === undefined ? '' : ` 请在 ${retryAfterSeconds} 秒后再试。`}`,
  server_error: ({ tool, status, detail }) =>
    `${tool} 的服务器出错${status === undefined ? '' : `（${status}）`}${detail ? `：${detail}` : '。'}`,
  bad_request: ({ tool, status, detail }) =>
    `${tool} 的服务器不接受这些参数（${status}）${detail ? `：${detail}` : '。'}`,
  unauthorized: ({ tool, status, detail }) =>
    `${tool} 的凭据未被接受${status === undefined ? '' : `（${status}）`}${detail ? `：${detail}` : '。'}`,
  forbidden: ({ tool, status, detail }) =>
    `${tool} 的凭据无权执行此操作（${status}）${detail ? `：${detail}` : '。'}`,
  not_found: ({ tool, status, detail }) =>
    `${tool} 请求的对象不存在（${status}）${detail ? `：${detail}` : '。'}`,
  http_error: ({ tool, status, detail }) =>
    `${tool} 的服务器返回状态 ${status}${detail ? `：${detail}` : '。'}`,
  output_too_large: ({ tool, limit, unit }) =>
    `${tool} 的返回超过 ${limit} ${units[unit]}，已丢弃。请每次少取一些。`,
  tool_failed: ({ tool, detail, inEffects }) =>
    inEffects ? `无法得知 ${tool} 的影响：${detail}` : `${tool} 执行失败：${detail}`,
  builtin_failed: (problem) =>
    `${problem.at ? `第 ${problem.at.position} 个字符 ${show(problem.at.text)} 处：` : ''}${builtinSentence(builtinZhCN, problem)}`,
  not_recorded: ({ tool, arguments: given, nearest, times, tools = [] }) => {
    if (nearest !== undefined)
      return `没有以 ${brief(given)} 调用 ${tool} 的记录。最接近的是 ${brief(nearest)}。`;
    return times === undefined
      ? `没有调用 ${tool} 的记录。${tools.length > 0 ? `有记录的工具：${tools.join('、')}。` : ''}`
      : `以 ${brief(given)} 调用 ${tool} 的记录只有 ${times} 次，而实际调用更多。`;
  },
  no_executor: ({ kind }) => `这里无法执行类型为 ${show(kind)} 的工具。请先注册它的执行器。`,
  unknown_handler: ({ kind, handler, known }) =>
    `没有 ${kind} 处理函数 ${show(handler)}。${known.length > 0 ? `已知：${known.join('、')}。` : ''}`,
  secret_missing: ({ secret }) => `密钥 ${show(secret)} 未设置，或无法放入请求。`,
  secret_unreadable: ({ secret }) => `无法读取密钥 ${show(secret)}。具体原因可能包含密钥，因此不在此说明。`,
  internal_error: ({ detail }) => `Toolcrib 内部出错：${detail}`,

  invalid_definition: ({ subject, problems }) =>
    `${show(subject)} 的定义无效：${problems.map(definitionProblem).join('；')}。`,
  http_not_supported: () => 'HTTP tools not yet supported (coming in v2)',
  duplicate_tool: ({ id }) => `${id} 已注册。请提高新定义的版本号，或先移除旧的。`,
  duplicate_name: ({ name, owner }) => `名称 ${show(name)} 已属于 ${owner}。`,
  unknown_allow_list: ({ allowList, known }) =>
    `没有允许列表 ${show(allowList)}。${known.length > 0 ? `已知：${known.join('、')}。` : ''}`,
  missing_tools: ({ tools }) => `以下工具有定义但无人提供：${tools.join('、')}。`,
  undefined_tools: ({ tools }) => `以下工具已提供但没有定义：${tools.join('、')}。`,
  unknown_provider: ({ provider, known }) => `不支持提供方 ${show(provider)}。支持：${known.join('、')}。`,
  unusable_index: ({ fault }) =>
    fault === 'damaged'
      ? '这些字节不是工具索引，或已损坏。请从工具重新建立索引。'
      : '该索引由另一个版本写成。请从工具重新建立索引。',
  invalid_plan: ({ name, problems }) =>
    `计划 ${show(name)} 无法执行：${problems.map((problem) => planProblemIn(problem, 'zh-CN')).join('；')}。`,
  unknown_plan: ({ plan }) => `没有计划 ${show(plan)}。请列出计划以查看现有的计划。`,
  plan_differs: ({ plan }) => `编号 ${show(plan)} 属于另一个计划或另一个智能体的计划。请使用新的编号提交。`,
  plan_out_of_time: ({ plan }) => `计划 ${show(plan)} 未能在截止时间前完成，已被停止。`,
  plan_cancelled: ({ plan, reason }) => `计划 ${show(plan)} 已取消${reason ? `：${reason}` : '。'}`,
  plans_closed: () => '此处不再执行计划。请打开新的引擎，它会继续执行未完成的计划。',
  not_a_list: ({ node, received }) => `节点 ${show(node)} 的 for_each 必须是列表，实际为 ${received}。`,
  nothing_to_decide: ({ plan, node }) =>
    `计划 ${show(plan)} 的节点 ${show(node)} 并未等待决定。只能对 outcome_unknown 的节点作出决定。`,
  plan_runs: ({ plan }) => `计划 ${show(plan)} 仍在运行。请在其停驻后再作决定。`,
  too_many_items: ({ node, count: items, limit }) =>
    `节点 ${show(node)} 的 for_each 有 ${items} 项，最多允许 ${limit} 项。请拆分列表。`,
  plan_too_large: ({ plan, limit }) =>
    `计划 ${show(plan)} 各调用的输出或计划的结果超过 ${limit} 个字符。已成功的调用保留其输出。请拆分计划，或减少调用返回的内容。`,
};

const scopeLimits = {
  agents: '该智能体不在批准范围内',
  tools: '该工具不在批准范围内',
  max_risk: '其风险超过该批准人可批准的上限',
  always: '受风险上限限制的批准人只能允许一次',
} as const;

const pathFaults: Readonly<Record<PathFault, string>> = {
  url: '请给出路径而不是 URL',
  malformed: '不是有效路径',
  too_long: '路径过长',
  too_many_links: '符号链接过多',
  unreadable: '途中有无法查看的目录',
};
const units = { bytes: '字节', levels: '层嵌套', values: '个值', shapes: '种对象结构' } as const;

function argumentProblem({ path, keyword, expected, received, suggestions }: ArgumentProblem): string {
  const parameter = path === '' ? '参数整体' : `参数 ${path}`;
  switch (keyword) {
    case 'required':
      return `缺少必需参数: ${path === '' ? String(expected) : `${path}.${String(expected)}`}`;
    case 'type':
      return `${parameter} 的类型应为 ${[expected].flat().map(String).join(' 或 ')}，实际为 ${received}`;
    case 'enum':
      return `${parameter} 必须是 ${show(expected)} 之一，实际为 ${received}`;
    case 'const':
      return `${parameter} 必须是 ${show(expected)}，实际为 ${received}`;
    case 'format':
      return `${parameter} 必须是有效的 ${String(expected)}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames':
      return `未知参数: ${path === '' ? String(expected) : `${path}.${String(expected)}`}${suggestions === undefined ? '' : `（您是指 ${suggestions.join('、')} 吗？）`}`;
    case 'beside':
      return `${parameter} 不能与 ${String(expected)} 同时给出`;
    case 'origin':
      return `${parameter} 必须位于 ${String(expected)} 之内`;
    case 'custom':
      return `${parameter}：${String(expected)}`;
    case 'json':
      return `${parameter} 必须是 JSON，实际为 ${received}`;
    case 'depth':
      return `${parameter} 嵌套不得超过 ${String(expected)} 层`;
    case 'size':
      return `${parameter} 总共不得超过 ${String(expected)} 个值`;
    case 'text':
      return `${parameter} 的文本总共不得超过 ${String(expected)} 个字符`;
    case 'budget':
      return '按模式检查这些参数耗时过长';
    default:
      return `${parameter} 必须满足 ${keyword} ${show(expected)}，实际为 ${received}`;
  }
}

/** The detail is the checker's own remark and is quoted as it is. */
const schemaFaults: Readonly<Record<SchemaFaultWord, string>> = {
  not_a_schema: '不是模式',
  not_an_object_root: '根必须是对象类型的模式',
  invalid_keyword: '关键字的值无效',
  remote_reference: '引用指向模式之外',
  unresolved_reference: '引用无法解析',
  dynamic_reference: '动态引用有多个目标',
  unsupported_dialect: '不支持的模式版本',
  unsafe_pattern: '正则表达式无法使用',
  too_large: '过大',
  too_deep: '嵌套过深',
  too_many_subschemas: '子模式过多',
};

function definitionProblem(problem: DefinitionProblem): string {
  const { field } = problem;
  switch (problem.kind) {
    case 'not_an_object':
      return `${field} 必须是对象`;
    case 'missing':
      return `缺少 ${field}`;
    case 'wrong_type':
      return `${field} 必须是${expectation(problem.expected, 'zh-CN')}`;
    case 'not_one_of':
      return `${field} 必须是以下之一：${problem.allowed.join('、')}`;
    case 'bad_name':
      return `${field} ${show(problem.value)} 必须由 1 至 128 个字母、数字、"_"、"-" 或 "." 组成`;
    case 'bad_version':
      return `${field} ${show(problem.value)} 不是语义化版本（如 1.2.0）`;
    case 'bad_schema':
      return `${field} 不是可用的 JSON Schema：${schemaFaults[problem.reason]}（“${visible(problem.detail)}”）`;
    case 'unknown':
      return `没有字段 ${field}；可用字段：${problem.known.join('、')}`;
    case 'misspelt':
      return `没有字段 ${field}，应为 ${problem.meant}`;
    case 'too_long':
      return `${field} 长度超过 ${problem.limit}`;
  }
}

const holdReasons: Readonly<Record<HoldReason, (source: string) => string>> = {
  source: (source) => `本机尚未有人接受 ${source}`,
  program: (source) => `启动 ${source} 所用的文件已改变，尚未有人接受`,
  new: (source) => `它是 ${source} 新增的，尚未有人接受`,
  changed: (source) => `${source} 修改了它，改动尚未有人接受`,
  gone: (source) => `${source} 已不再提供它`,
};
