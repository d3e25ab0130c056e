import { said } from '../page.ts';
import type { ErrorPages } from './error-page.ts';

/** A call that was not allowed. The way out is in the catalogue, with the facts of the call. */
export const refusals: ErrorPages<
  | 'tool_held_back'
  | 'unknown_agent'
  | 'agent_not_yours'
  | 'not_offered'
  | 'not_in_scope'
  | 'unknown_allow_list'
  | 'permission_denied'
  | 'denied_by_rule'
  | 'grant_required'
  | 'grants_unavailable'
  | 'history_unavailable'
  | 'call_taken_over'
  | 'call_id_used'
  | 'call_ids_unavailable'
  | 'no_fence'
  | 'outside_project'
  | 'protected_path'
  | 'command_not_allowed'
  | 'host_not_allowed'
> = {
  tool_held_back: {
    where: ['resolve', 'execute'],
    says: said(
      'Somebody else answers for the tool, and nobody has yet accepted it as it is now: it is new, or it has changed.',
      '该工具由他人提供，目前的样子尚无人接受：它是新的，或已改变。',
    ),
    facts: { tool: 'files__read', source: 'files', reason: 'changed' },
    more: 'imports',
  },
  unknown_agent: {
    where: ['scope'],
    says: said(
      'The agent that calls is not configured. An agent that is not configured may call nothing.',
      '调用的智能体未配置。未配置的智能体什么都不能调用。',
    ),
    facts: { agent: 'stranger', known: ['user', 'coder'] },
    more: 'permissions',
  },
  agent_not_yours: {
    where: ['resolve'],
    says: said(
      'A request names an agent, and whoever sent it may not act for others: an agent calls as itself. A person may name any agent that is configured, at the command without --agent and over HTTP with the scope admin.',
      '请求指定了一个智能体，而发送者不能代表他人：智能体只能以自己的身份调用。用户可以指定任何已配置的智能体：在命令行上不带 --agent，或通过 HTTP 使用 admin 范围的令牌。',
    ),
    facts: { agent: 'user', own: 'reader' },
    more: 'command',
  },
  not_offered: {
    where: ['resolve'],
    says: said('A model called a tool that it had not been shown.', '模型调用了未向其提供的工具。'),
    facts: { tool: 'delete_all', suggestions: [] },
    more: 'models',
  },
  not_in_scope: {
    where: ['scope'],
    says: said('The tool is not among those that the agent is given.', '该工具不在智能体可用的工具之列。'),
    facts: { tool: 'Write', agent: 'explore', allowList: 'explore' },
    more: 'permissions',
  },
  unknown_allow_list: {
    where: ['scope', 'thrown'],
    says: said('The agent is given an allow-list that nobody has defined.', '智能体所用的允许列表未定义。'),
    facts: { allowList: 'explroe', known: ['explore', 'code_gen'] },
    more: 'permissions',
  },
  permission_denied: {
    where: ['authorize'],
    says: said(
      'The tool needs a higher level than the agent holds. From low to high: read_only, read_write, execute, admin.',
      '工具所需级别高于智能体所持级别。由低到高：read_only、read_write、execute、admin。',
    ),
    facts: { tool: 'Write', required: 'read_write', held: 'read_only' },
    more: 'permissions',
  },
  denied_by_rule: {
    where: ['authorize'],
    says: said(
      'A rule of the configuration denies the call. Deny wins over every allow, grant and yes.',
      '配置中的规则拒绝了该调用。拒绝优先于任何允许、授权与同意。',
    ),
    facts: { tool: 'Bash', source: 'rules[2]', reason: 'nothing is pushed from here' },
    more: 'permissions',
  },
  grant_required: {
    where: ['authorize'],
    says: said(
      'The tool is marked as dangerous: a yes in passing is not enough, it must be granted beforehand.',
      '该工具标记为危险：临时同意不够，须事先授权。',
    ),
    facts: { tool: 'format_disk' },
    more: 'approvals',
  },
  grants_unavailable: {
    where: ['authorize', 'approve'],
    says: said(
      'A grant was needed, and the store that holds the grants could not be read or written.',
      '需要授权，而存放授权的存储无法读写。',
    ),
    facts: { tool: 'Write', detail: 'disk full' },
    more: 'store',
  },
  history_unavailable: {
    where: ['execute'],
    says: said(
      'The call must be recorded before it runs, and the store did not take the record. Nothing was done.',
      '该调用必须在执行前留下记录，而存储未能写入。未执行任何操作。',
    ),
    facts: { tool: 'Bash', detail: 'disk full' },
    more: 'history',
  },
  call_taken_over: {
    where: ['execute'],
    says: said(
      'The process that was to make this call of a plan was taken for dead, and another one has taken over the plan. Nothing was done here.',
      '应执行该计划调用的进程被视为失效，计划已由其他进程接管。此处未执行任何操作。',
    ),
    facts: { tool: 'pay' },
    more: 'plans',
  },
  call_id_used: {
    where: ['execute'],
    says: said(
      'A call of this agent has run under this id before. It is not run again, and its recorded result is not given as an answer: a record holds no secrets and may be cut short.',
      '该智能体此前已用此 id 执行过一次调用。不会再次执行，也不会以记录中的结果作答：记录中不含机密，且可能被截短。',
    ),
    facts: { id: 'deploy-7', callId: 'call_0f8c6b1e5d2a4937b0c1d2e3f4a5b6c7' },
    more: 'history',
  },
  call_ids_unavailable: {
    where: ['execute'],
    says: said(
      'The caller gave the call an id, and the store that knows which ids were used could not be read or written. Without it the call might run twice.',
      '调用方给出了 id，而记录已用 id 的存储无法读写。在此情况下，调用可能会执行两次。',
    ),
    facts: { tool: 'Write', detail: 'disk full' },
    more: 'store',
  },
  no_fence: {
    where: ['fence', 'execute'],
    says: said(
      'The configuration demands a sandbox, and this machine offers none that could hold the call.',
      '配置要求沙箱，而本机没有能约束该调用的沙箱。',
    ),
    facts: { tool: 'Bash' },
    more: 'sandbox',
  },
  outside_project: {
    where: ['fence', 'execute'],
    says: said('A path leads out of the project, directly or by a link.', '路径直接或经由链接指向项目之外。'),
    facts: { path: '/etc/passwd' },
    more: 'sandbox',
  },
  protected_path: {
    where: ['fence', 'execute'],
    says: said(
      'The file lies in the project, but decides what others may do or what is executed, such as .git/hooks.',
      '文件在项目之内，但它决定他人的权限或会被执行的内容，例如 .git/hooks。',
    ),
    facts: { path: '.git/hooks/pre-commit' },
    more: 'sandbox',
  },
  command_not_allowed: {
    where: ['fence', 'execute'],
    says: said(
      'A command line holds a program, a flag or a construct that is not allowed.',
      '命令行含有不允许的程序、选项或语法。',
    ),
    facts: { command: 'curl' },
    more: 'sandbox',
  },
  host_not_allowed: {
    where: ['fence', 'execute'],
    says: said(
      'A host is not on the network allow-list, or leads to an address of a kind that was not meant.',
      '主机不在网络白名单中，或其指向的地址并非所指。',
    ),
    facts: { host: 'tracker.example' },
    more: 'sandbox',
  },
};
