import { said } from '../page.ts';
import type { ErrorPages } from './error-page.ts';

/** A call that went wrong while it ran. */
export const execution: ErrorPages<
  | 'timeout'
  | 'cancelled'
  | 'outcome_unknown'
  | 'network'
  | 'rate_limited'
  | 'server_error'
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'http_error'
  | 'output_too_large'
  | 'tool_failed'
  | 'builtin_failed'
  | 'no_executor'
  | 'not_recorded'
  | 'unknown_handler'
  | 'secret_missing'
  | 'secret_unreadable'
  | 'internal_error'
> = {
  timeout: {
    where: ['execute'],
    says: said('The time for one attempt was up.', '单次尝试的时间已到。'),
    todo: said(
      'Ask for less at once, or give it more time: for the call, for the tool, or for all in defaults.timeout. With outcome_unknown, find out first whether it was done.',
      '一次少做一些，或给更多时间：针对调用、工具，或在 defaults.timeout 中统一设置。若带 outcome_unknown，请先确认是否已执行。',
    ),
    facts: { tool: 'report', milliseconds: 10_000 },
    more: 'life-of-a-call',
  },
  cancelled: {
    where: ['approve', 'execute'],
    says: said('Whoever called has ended the call.', '调用者终止了调用。'),
    todo: said(
      'Nothing, if it was meant. With outcome_unknown, find out whether it was done before it is called again.',
      '若为有意，则无需处理。若带 outcome_unknown，再次调用前请先确认是否已执行。',
    ),
    facts: { tool: 'report' },
    more: 'life-of-a-call',
  },
  outcome_unknown: {
    where: ['execute'],
    says: said(
      'The process ended while the call ran, so that nobody knows whether it was done.',
      '调用执行期间进程退出，因此无法得知该操作是否已执行。',
    ),
    todo: said(
      'Find out at the other end whether it was done. A node of a plan waits for your decision: toolcrib plan resume ID with --done, --retry or --skip.',
      '请在被调用方确认是否已执行。计划中的节点会等待您的决定：toolcrib plan resume ID 加 --done、--retry 或 --skip。',
    ),
    facts: { tool: 'pay' },
    more: 'history',
  },
  network: {
    where: ['execute'],
    says: said('A server could not be reached, or the connection broke.', '无法连接服务器，或连接中断。'),
    todo: said(
      'Look whether the server runs and its address is right; "toolcrib doctor" tries those that are configured. Calls with retries come back by themselves.',
      '查看服务器是否运行、地址是否正确；"toolcrib doctor" 会逐一尝试已配置的服务器。设置了重试的调用会自行重试。',
    ),
    facts: { tool: 'get_issue', detail: 'connect ECONNREFUSED' },
    more: 'rest',
  },
  rate_limited: {
    where: ['execute'],
    says: said('The server has had too many requests (429).', '服务器收到的请求过多（429）。'),
    todo: said('Wait as long as it says, and call less often.', '按其要求等待，并降低调用频率。'),
    facts: { tool: 'get_issue', retryAfterSeconds: 30 },
    more: 'rest',
  },
  server_error: {
    where: ['execute'],
    says: said('The server behind the tool failed (5xx, 408).', '工具背后的服务器出错（5xx、408）。'),
    todo: said(
      'Call again later; if it stays, whoever runs the server must look at it.',
      '稍后再试；若持续出现，须由服务器的维护者处理。',
    ),
    facts: { tool: 'get_issue', status: 502 },
    more: 'rest',
  },
  bad_request: {
    where: ['execute'],
    says: said(
      'The arguments fit the schema, but the server does not accept them (400, 422).',
      '参数符合模式，但服务器不接受（400、422）。',
    ),
    todo: said(
      'Read what the server says and correct the arguments; if the schema lets wrong ones through, narrow it.',
      '阅读服务器的说明并更正参数；若模式放过了错误参数，请收紧模式。',
    ),
    facts: { tool: 'get_issue', status: 400, detail: 'no such project' },
    more: 'rest',
  },
  unauthorized: {
    where: ['execute'],
    says: said('The server does not accept the credentials (401).', '服务器不接受凭据（401）。'),
    todo: said(
      'Set the variable that holds the secret to one that is good; for an MCP server, "toolcrib mcp login NAME".',
      '将存放密钥的变量设为有效值；对于 MCP 服务器，运行 "toolcrib mcp login 名称"。',
    ),
    facts: { tool: 'get_issue', status: 401 },
    more: 'rest',
  },
  forbidden: {
    where: ['execute'],
    says: said(
      'The server knows who calls, and does not permit it (403).',
      '服务器认得调用者，但不允许（403）。',
    ),
    todo: said('Use credentials that may do this.', '使用有此权限的凭据。'),
    facts: { tool: 'get_issue', status: 403 },
    more: 'rest',
  },
  not_found: {
    where: ['execute'],
    says: said('The server has no such thing (404, 410).', '服务器上没有该内容（404、410）。'),
    todo: said(
      'Correct what the arguments name; if nothing is ever found, the address of the tool is wrong.',
      '更正参数所指的内容；若总是找不到，则工具的地址有误。',
    ),
    facts: { tool: 'get_issue', status: 404 },
    more: 'rest',
  },
  http_error: {
    where: ['execute'],
    says: said('The server answered with any other status.', '服务器以其他状态码回答。'),
    todo: said('Read what the server says.', '阅读服务器的说明。'),
    facts: { tool: 'get_issue', status: 418 },
    more: 'rest',
  },
  output_too_large: {
    where: ['execute'],
    says: said(
      'The answer has too many bytes, levels, values or shapes, and was dropped.',
      '回答的字节、层级、值或形状过多，已丢弃。',
    ),
    todo: said(
      'Ask for less: a page, a filter, fewer fields. max_bytes of a REST tool sets another limit.',
      '请求更少内容：分页、筛选、减少字段。REST 工具可用 max_bytes 设置上限。',
    ),
    facts: { tool: 'get_issues', limit: 5_000_000, unit: 'bytes' },
    more: 'rest',
  },
  tool_failed: {
    where: ['authorize', 'execute'],
    says: said(
      'The tool itself failed. A tool of the workbench tells a stable word in details.reason.',
      '工具自身失败。工作台的工具在 details.reason 中给出稳定的原因词。',
    ),
    todo: said(
      'Read the message: it is the tool that speaks. Most tell what they would need.',
      '阅读消息：那是工具自己的说明，多数会说明所需条件。',
    ),
    facts: { tool: 'Read', detail: 'notes.txt does not exist.' },
    more: 'workbench',
  },
  builtin_failed: {
    where: ['execute'],
    says: said(
      'A built-in tool cannot do what the arguments ask, such as divide by zero. details.reason tells why.',
      '内置工具无法按参数执行，例如除以零。details.reason 说明原因。',
    ),
    todo: said('Correct the arguments as the message says.', '按消息更正参数。'),
    facts: { reason: 'step_of_zero' },
    more: 'errors',
  },
  no_executor: {
    where: ['execute', 'thrown'],
    says: said('Nothing here can run tools of this kind.', '此处没有能运行该种类工具的执行器。'),
    todo: said(
      'Register an executor for the kind, or use another kind.',
      '为该种类注册执行器，或改用其他种类。',
    ),
    facts: { kind: 'json_rpc' },
    more: 'add-a-kind',
  },
  not_recorded: {
    where: ['execute'],
    says: said(
      'A service that answers from a recording was asked for a call that is not in it.',
      '以录制内容作答的服务被请求了未录制的调用。',
    ),
    todo: said(
      'Record anew, or find out why the agent calls otherwise than it did.',
      '重新录制，或查明智能体为何改变了调用。',
    ),
    facts: { tool: 'weather', arguments: '{"city":"Bergen"}', nearest: '{"city":"Berlin"}' },
    more: 'history',
  },
  unknown_handler: {
    where: ['execute'],
    says: said('The definition names a handler that nobody has provided.', '定义所指的处理程序无人提供。'),
    todo: said('Provide the handler, or correct its name.', '提供该处理程序，或更正其名称。'),
    facts: { kind: 'internal', handler: 'bill', known: ['mail'] },
    more: 'define-a-tool',
  },
  secret_missing: {
    where: ['execute'],
    says: said(
      'The tool authenticates with a secret that is not set, or that cannot be sent.',
      '工具所用的密钥未设置或无法发送。',
    ),
    todo: said(
      'Set the environment variable of that name where Toolcrib is started. "toolcrib doctor" names all that are missing.',
      '在启动 Toolcrib 的环境中设置该变量。"toolcrib doctor" 会列出所有缺少的变量。',
    ),
    facts: { secret: 'TRACKER_TOKEN' },
    more: 'rest',
  },
  secret_unreadable: {
    where: ['execute'],
    says: said(
      'The source of secrets failed, for reasons that are not told: they might hold the secret.',
      '密钥来源出错；原因不予公开，因其中可能含有密钥。',
    ),
    todo: said('Look at the source of the secrets.', '检查密钥来源。'),
    facts: { secret: 'TRACKER_TOKEN' },
    more: 'rest',
  },
  internal_error: {
    where: ['resolve', 'scope', 'bind', 'validate', 'authorize', 'approve', 'fence', 'execute'],
    says: said(
      'A mistake of Toolcrib, or of something that was put into it, such as a store or a clock.',
      'Toolcrib 自身的错误，或放入其中的部件（如存储、时钟）的错误。',
    ),
    todo: said(
      'Look at the cause; if it is none of yours, report it with the message.',
      '查看原因；若非您的部件所致，请附消息报告。',
    ),
    facts: { detail: 'clock.now is not a function' },
    more: 'errors',
  },
};
