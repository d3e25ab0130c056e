import type { Locale } from '@toolcrib/core';

/** A record that may be meant, told by what tells it from others. */
export interface RecordCandidate {
  readonly call_id: string;
  readonly hash: string;
  readonly time: string;
  readonly agent: string | null;
  readonly tool: string;
  readonly status: string;
}

/** What each problem of a request knows about itself. */
export interface ProblemFacts {
  address_not_found: { readonly path: string };
  method_not_allowed: { readonly method: string; readonly allowed: readonly string[] };
  token_missing: Nothing;
  token_not_valid: Nothing;
  scope_missing: { readonly scope: string };
  not_for_agents: Nothing;
  agent_not_yours: { readonly agent: string };
  scopes_not_yours: { readonly scopes: readonly string[] };
  token_outlives: { readonly until: string };
  agent_scopes: { readonly scopes: readonly string[] };
  agent_unknown: { readonly agent: string; readonly known: readonly string[] };
  foreign_host: { readonly host: string };
  foreign_origin: { readonly origin: string };
  not_json: { readonly detail: string };
  media_not_supported: { readonly media: string };
  body_too_large: { readonly bytes: number };
  body_too_deep: { readonly depth: number };
  request_not_valid: { readonly detail: string };
  too_many_requests: { readonly limit: number };
  too_many_connections: { readonly limit: number };
  too_many_wrong_tokens: Nothing;
  too_busy: Nothing;
  not_ready: { readonly codes: readonly string[] };
  stopping: Nothing;
  deadline_passed: { readonly seconds: number };
  record_not_found: { readonly id: string };
  record_differs: { readonly id: string };
  record_ambiguous: { readonly id: string; readonly candidates: readonly RecordCandidate[] };
  replay_unconfirmed: { readonly id: string; readonly agent: string | undefined; readonly as: string };
  approval_not_found: { readonly id: string };
  approval_ended: { readonly status: string; readonly by: string | undefined };
  grant_not_found: { readonly id: string };
  grant_dangerous: { readonly tool: string };
  token_not_found: { readonly id: string };
  review_not_found: Nothing;
  source_not_restartable: { readonly name: string };
  internal_error: Nothing;
}

type Nothing = { readonly [name: string]: never };

export type ProblemCode = keyof ProblemFacts;

/** What a problem is called, what happened, and what to do next. */
interface Said {
  readonly title: string;
  readonly detail: string;
  readonly remedy: string;
}

type Texts = { readonly [Code in ProblemCode]: (facts: ProblemFacts[Code]) => Said };

const en: Texts = {
  address_not_found: ({ path }) => ({
    title: 'No such address',
    detail: `There is nothing at ${path}.`,
    remedy: '/openapi.json tells what there is.',
  }),
  method_not_allowed: ({ method, allowed }) => ({
    title: 'Not this way',
    detail: `${method} is not possible here.`,
    remedy: `Use ${allowed.join(' or ')}.`,
  }),
  token_missing: () => ({
    title: 'A token is needed',
    detail: 'The request carries no token.',
    remedy: 'Send "Authorization: Bearer TOKEN". "toolcrib token create" makes a token.',
  }),
  token_not_valid: () => ({
    title: 'The token does not hold',
    detail: 'The token is not known, has expired, or was revoked.',
    remedy: 'Use another one: "toolcrib token create" makes a token.',
  }),
  scope_missing: ({ scope }) => ({
    title: 'The token is not good for this',
    detail: `The token lacks the scope "${scope}".`,
    remedy: `Use one that has it: toolcrib token create --scope ${scope}`,
  }),
  not_for_agents: () => ({
    title: 'Not for an agent',
    detail: 'The token speaks for an agent, and this is for people.',
    remedy: 'Let a person do it.',
  }),
  agent_not_yours: ({ agent }) => ({
    title: 'Another agent',
    detail: `The token does not speak for the agent "${agent}".`,
    remedy: 'Leave the agent out, or use a token of that agent.',
  }),
  scopes_not_yours: ({ scopes }) => ({
    title: 'More than its own',
    detail: `A token gives no more than it has, and it lacks ${scopes.join(', ')}.`,
    remedy: 'Ask for less, or make the token with "toolcrib token create".',
  }),
  token_outlives: ({ until }) => ({
    title: 'Longer than its own',
    detail: `A token makes none that outlives it, and it expires at ${until}.`,
    remedy: 'Let the new one expire earlier, or make it with "toolcrib token create".',
  }),
  agent_scopes: ({ scopes }) => ({
    title: 'Not for an agent',
    detail: `The token of an agent cannot be good for ${scopes.join(', ')}: it would decide about itself.`,
    remedy: 'Leave the scope out, or make a token for a person.',
  }),
  agent_unknown: ({ agent, known }) => ({
    title: 'No such agent',
    detail: `There is no agent "${agent}". Known: ${known.join(', ')}.`,
    remedy: `Configure it under agents.${agent}, or name another.`,
  }),
  foreign_host: ({ host }) => ({
    title: 'Not the name of this service',
    detail: `The request was meant for "${host}".`,
    remedy: 'If that is a name of this machine, add it to server.allow_hosts.',
  }),
  foreign_origin: ({ origin }) => ({
    title: 'From another page',
    detail: `The request comes from a page of "${origin}".`,
    remedy: 'If that page may do so, add its host to server.allow_hosts.',
  }),
  not_json: ({ detail }) => ({
    title: 'Not JSON',
    detail: `The body is not JSON: ${detail}`,
    remedy: 'Send JSON as UTF-8.',
  }),
  media_not_supported: ({ media }) => ({
    title: 'Not JSON',
    detail: media === '' ? 'The request does not say what its body is.' : `The body is said to be ${media}.`,
    remedy: 'Send JSON with "Content-Type: application/json".',
  }),
  body_too_large: ({ bytes }) => ({
    title: 'Too large',
    detail: `The body has more than ${bytes} bytes.`,
    remedy: 'Send less at once, or raise server.max_body_kb.',
  }),
  body_too_deep: ({ depth }) => ({
    title: 'Too deep',
    detail: `The body nests more than ${depth} levels.`,
    remedy: 'Send something flatter.',
  }),
  request_not_valid: ({ detail }) => ({
    title: 'Not what is taken here',
    detail,
    remedy: '/openapi.json tells what is taken.',
  }),
  too_many_requests: ({ limit }) => ({
    title: 'Too many at once',
    detail: `The token has ${limit} of these running already.`,
    remedy: 'Try again when one of them has ended.',
  }),
  too_many_connections: ({ limit }) => ({
    title: 'Too many connections',
    detail: `The token has ${limit} connections, and all of them are busy.`,
    remedy: 'Use the connections again instead of opening new ones.',
  }),
  too_many_wrong_tokens: () => ({
    title: 'Too many wrong tokens',
    detail: 'Too many wrong tokens have come from this address.',
    remedy: 'Wait a minute, and send a valid token.',
  }),
  too_busy: () => ({
    title: 'Busy',
    detail: 'The service does as much at the same time as it may.',
    remedy: 'Try again soon.',
  }),
  not_ready: ({ codes }) => ({
    title: 'Not ready',
    detail: `Calls cannot be decided or recorded now: ${codes.join(', ')}.`,
    remedy: 'Try again soon. "toolcrib doctor" tells what is wrong with the store.',
  }),
  stopping: () => ({
    title: 'Stopping',
    detail: 'The service is being stopped and takes nothing new.',
    remedy: 'Try again when it runs anew.',
  }),
  deadline_passed: ({ seconds }) => ({
    title: 'Too long',
    detail: `The request was not answered within ${seconds} s and was ended.`,
    remedy: 'Ask for less, or raise server.deadline.',
  }),
  record_not_found: ({ id }) => ({
    title: 'No such call',
    detail: `No call "${id}" is recorded.`,
    remedy: 'GET /history tells what is recorded.',
  }),
  record_differs: ({ id }) => ({
    title: 'Another record',
    detail: `The record of "${id}" does not have the hash that was given.`,
    remedy: 'Look at the record, and give its hash if this is the call to make again.',
  }),
  record_ambiguous: ({ id }) => ({
    title: 'More than one record',
    detail: `The id "${id}" was given to several calls by their callers.`,
    remedy: 'Ask for one of the candidates by its call_id.',
  }),
  replay_unconfirmed: ({ id, agent, as }) => ({
    title: 'The replay is not confirmed',
    detail: `The call "${id}" was made by ${agent === undefined ? 'the application' : `"${agent}"`} and would run with the rights of "${as}".`,
    remedy: `POST /history/{call_id}/replay/explain tells what would run. To confirm it, give "as": "${as}".`,
  }),
  approval_not_found: ({ id }) => ({
    title: 'No such question',
    detail: `There is no question "${id}".`,
    remedy: 'GET /approvals tells what waits.',
  }),
  approval_ended: ({ status, by }) => ({
    title: 'Answered before',
    detail: `The question takes no answer any more: it is ${status}${by === undefined ? '' : `, answered by ${by}`}.`,
    remedy: 'The call would have to ask again.',
  }),
  grant_not_found: ({ id }) => ({
    title: 'No such grant',
    detail: `There is no grant "${id}" that holds.`,
    remedy: 'GET /grants tells what holds.',
  }),
  grant_dangerous: ({ tool }) => ({
    title: 'Dangerous',
    detail: `${tool} is dangerous.`,
    remedy: 'To grant it all the same, say "dangerous": true.',
  }),
  token_not_found: ({ id }) => ({
    title: 'No such token',
    detail: `There is no token "${id}" that holds.`,
    remedy: 'GET /tokens tells what holds.',
  }),
  review_not_found: () => ({
    title: 'No such review',
    detail: 'What was reviewed is not remembered any more.',
    remedy: 'Review the source anew, and accept what is shown.',
  }),
  source_not_restartable: ({ name }) => ({
    title: 'Nothing to start',
    detail: `"${name}" is no MCP server: there is nothing to be started anew.`,
    remedy: 'Name an MCP server.',
  }),
  internal_error: () => ({
    title: 'A mistake of ours',
    detail: 'Something went wrong that nobody foresaw.',
    remedy: 'The log of the service tells more; look for the request id.',
  }),
};

const zhCN: Texts = {
  address_not_found: ({ path }) => ({
    title: '地址不存在',
    detail: `${path} 处没有内容。`,
    remedy: '可用的地址见 /openapi.json。',
  }),
  method_not_allowed: ({ method, allowed }) => ({
    title: '方法不允许',
    detail: `此处不能使用 ${method}。`,
    remedy: `请使用 ${allowed.join(' 或 ')}。`,
  }),
  token_missing: () => ({
    title: '需要令牌',
    detail: '请求没有携带令牌。',
    remedy: '请发送 "Authorization: Bearer 令牌"。可用 "toolcrib token create" 创建令牌。',
  }),
  token_not_valid: () => ({
    title: '令牌无效',
    detail: '令牌未知、已过期或已撤销。',
    remedy: '请换用其他令牌：可用 "toolcrib token create" 创建。',
  }),
  scope_missing: ({ scope }) => ({
    title: '令牌权限不足',
    detail: `令牌缺少权限 "${scope}"。`,
    remedy: `请使用具有该权限的令牌：toolcrib token create --scope ${scope}`,
  }),
  not_for_agents: () => ({
    title: '智能体不可用',
    detail: '该令牌代表智能体，而此操作只供人使用。',
    remedy: '请由人来完成。',
  }),
  agent_not_yours: ({ agent }) => ({
    title: '其他智能体',
    detail: `该令牌不代表智能体 "${agent}"。`,
    remedy: '请省略智能体，或使用该智能体的令牌。',
  }),
  scopes_not_yours: ({ scopes }) => ({
    title: '超出自身权限',
    detail: `令牌不能授予自己没有的权限，它缺少：${scopes.join('、')}。`,
    remedy: '请减少权限，或用 "toolcrib token create" 创建令牌。',
  }),
  token_outlives: ({ until }) => ({
    title: '超出自身有效期',
    detail: `令牌不能创建比自身更晚过期的令牌，它将于 ${until} 过期。`,
    remedy: '请设置更早的过期时间，或用 "toolcrib token create" 创建令牌。',
  }),
  agent_scopes: ({ scopes }) => ({
    title: '智能体不可用',
    detail: `智能体的令牌不能具有权限 ${scopes.join('、')}：否则它将自行决定自己的调用。`,
    remedy: '请去掉该权限，或为人创建令牌。',
  }),
  agent_unknown: ({ agent, known }) => ({
    title: '没有该智能体',
    detail: `没有智能体 "${agent}"。已知：${known.join('、')}。`,
    remedy: `请在 agents.${agent} 下配置，或换用其他智能体。`,
  }),
  foreign_host: ({ host }) => ({
    title: '不是本服务的名称',
    detail: `请求的目标是 "${host}"。`,
    remedy: '若这是本机的名称，请加入 server.allow_hosts。',
  }),
  foreign_origin: ({ origin }) => ({
    title: '来自其他页面',
    detail: `请求来自 "${origin}" 的页面。`,
    remedy: '若允许该页面，请将其主机加入 server.allow_hosts。',
  }),
  not_json: ({ detail }) => ({
    title: '不是 JSON',
    detail: `请求体不是 JSON：${detail}`,
    remedy: '请以 UTF-8 发送 JSON。',
  }),
  media_not_supported: ({ media }) => ({
    title: '不是 JSON',
    detail: media === '' ? '请求没有说明请求体的类型。' : `请求体声明为 ${media}。`,
    remedy: '请发送 JSON，并附上 "Content-Type: application/json"。',
  }),
  body_too_large: ({ bytes }) => ({
    title: '过大',
    detail: `请求体超过 ${bytes} 字节。`,
    remedy: '请减少单次发送的内容，或提高 server.max_body_kb。',
  }),
  body_too_deep: ({ depth }) => ({
    title: '嵌套过深',
    detail: `请求体嵌套超过 ${depth} 层。`,
    remedy: '请发送更扁平的内容。',
  }),
  request_not_valid: ({ detail }) => ({
    title: '请求无效',
    detail,
    remedy: '可接受的内容见 /openapi.json。',
  }),
  too_many_requests: ({ limit }) => ({
    title: '同时请求过多',
    detail: `该令牌同时进行的数量已达 ${limit} 个。`,
    remedy: '请待其中一个结束后重试。',
  }),
  too_many_connections: ({ limit }) => ({
    title: '连接过多',
    detail: `该令牌已有 ${limit} 个连接，且均在使用中。`,
    remedy: '请复用已有连接，不要另开新连接。',
  }),
  too_many_wrong_tokens: () => ({
    title: '错误令牌过多',
    detail: '来自该地址的错误令牌过多。',
    remedy: '请等待一分钟，并发送有效的令牌。',
  }),
  too_busy: () => ({
    title: '繁忙',
    detail: '服务同时处理的工作已达上限。',
    remedy: '请稍后重试。',
  }),
  not_ready: ({ codes }) => ({
    title: '未就绪',
    detail: `目前无法判定或记录调用：${codes.join('、')}。`,
    remedy: '请稍后重试。存储的问题可用 "toolcrib doctor" 查看。',
  }),
  stopping: () => ({
    title: '正在停止',
    detail: '服务正在停止，不再接受新的请求。',
    remedy: '请待其重新运行后重试。',
  }),
  deadline_passed: ({ seconds }) => ({
    title: '耗时过长',
    detail: `请求未能在 ${seconds} 秒内完成，已被终止。`,
    remedy: '请减少请求内容，或提高 server.deadline。',
  }),
  record_not_found: ({ id }) => ({
    title: '没有该调用',
    detail: `没有调用 "${id}" 的记录。`,
    remedy: '可用 GET /history 查看记录。',
  }),
  record_differs: ({ id }) => ({
    title: '不是同一条记录',
    detail: `"${id}" 的记录与给出的哈希不符。`,
    remedy: '请查看该记录；如果确实要重放它，请给出它的哈希。',
  }),
  record_ambiguous: ({ id }) => ({
    title: '对应多条记录',
    detail: `多次调用的调用方给出了 id "${id}"。`,
    remedy: '请用其中一条的 call_id 查询。',
  }),
  replay_unconfirmed: ({ id, agent, as }) => ({
    title: '重放未经确认',
    detail: `调用 "${id}" 由${agent === undefined ? '应用程序' : ` "${agent}" `}发起，将以 "${as}" 的权限执行。`,
    remedy: `POST /history/{call_id}/replay/explain 会说明将执行的内容。确认时请给出 "as": "${as}"。`,
  }),
  approval_not_found: ({ id }) => ({
    title: '没有该确认',
    detail: `没有确认 "${id}"。`,
    remedy: '可用 GET /approvals 查看等待中的确认。',
  }),
  approval_ended: ({ status, by }) => ({
    title: '已有结果',
    detail: `该确认不再接受回答：${status}${by === undefined ? '' : `，由 ${by} 回答`}。`,
    remedy: '需由调用重新发起询问。',
  }),
  grant_not_found: ({ id }) => ({
    title: '没有该授权',
    detail: `没有有效的授权 "${id}"。`,
    remedy: '可用 GET /grants 查看有效的授权。',
  }),
  grant_dangerous: ({ tool }) => ({
    title: '危险',
    detail: `${tool} 是危险工具。`,
    remedy: '若仍要授权，请写明 "dangerous": true。',
  }),
  token_not_found: ({ id }) => ({
    title: '没有该令牌',
    detail: `没有有效的令牌 "${id}"。`,
    remedy: '可用 GET /tokens 查看有效的令牌。',
  }),
  review_not_found: () => ({
    title: '没有该审阅',
    detail: '所审阅的内容已不再保留。',
    remedy: '请重新审阅来源，并接受所显示的内容。',
  }),
  source_not_restartable: ({ name }) => ({
    title: '无可启动',
    detail: `"${name}" 不是 MCP 服务器，没有可重新启动的进程。`,
    remedy: '请指定一个 MCP 服务器。',
  }),
  internal_error: () => ({
    title: '内部错误',
    detail: '发生了未预见的问题。',
    remedy: '详情见服务日志，可按请求编号查找。',
  }),
};

const catalogs: { readonly [L in Locale]: Texts } = { en, 'zh-CN': zhCN };

export function problemText<Code extends ProblemCode>(
  code: Code,
  facts: ProblemFacts[Code],
  locale: Locale,
): Said {
  return catalogs[locale][code](facts);
}
