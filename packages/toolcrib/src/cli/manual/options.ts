import type { OptionName } from '../command-line.ts';
import { said, type Said } from './page.ts';

export interface OptionPage {
  /** What stands for its value; undefined when it takes none. */
  readonly value?: string;
  readonly says: Said;
}

export const optionPages: Readonly<Record<OptionName, OptionPage>> = {
  config: { value: 'FILE', says: said('the configuration', '配置文件') },
  project: { value: 'DIR', says: said('the project directory', '项目目录') },
  locale: { value: 'en|zh-CN', says: said('the language', '语言') },
  json: { says: said('JSON instead of text', '以 JSON 代替文本') },
  help: { says: said('this page', '本页') },
  version: { says: said('the version', '版本') },
  agent: { value: 'ID', says: said('who calls; you yourself are "user"', '调用者；您本人为 "user"') },
  timeout: { value: 'MS', says: said('for one attempt', '单次尝试的时限（毫秒）') },
  yes: { says: said('yes to questions, where policy permits it', '在策略允许时对确认回答“是”') },
  no: { says: said('no to questions', '对确认回答“否”') },
  wait: {
    says: said(
      'without a terminal, a question waits for an answer elsewhere',
      '没有终端时，等待他处对确认的回答',
    ),
  },
  task: {
    value: 'WORDS',
    says: said('the request that a call serves; learned from', '调用所服务的请求；用于学习'),
  },
  input: {
    value: 'NAME=VALUE',
    says: said('what {{input.NAME}} stands for; may be repeated', '{{input.NAME}} 的值；可重复'),
  },
  concurrency: { value: 'N', says: said('calls at the same time', '同时进行的调用数') },
  done: {
    value: 'NODE[=JSON]',
    says: said(
      'a node whose outcome is unknown was done; JSON is its output; may be repeated',
      '结果未知的节点已执行；JSON 为其输出；可重复',
    ),
  },
  retry: {
    value: 'NODE',
    says: said('make the call of that node again; may be repeated', '重新执行该节点的调用；可重复'),
  },
  skip: {
    value: 'NODE',
    says: said('go on without that node; may be repeated', '跳过该节点继续；可重复'),
  },
  svg: { says: said('a picture instead of Mermaid', '输出图片而非 Mermaid') },
  category: { value: 'NAME', says: said('only this category', '只限该类别') },
  tag: { value: 'NAME', says: said('only what carries this tag', '只限该标签') },
  tier: { value: 'low|medium|high', says: said('only this tier', '只限该等级') },
  type: {
    value: 'KIND',
    says: said('only this kind: builtin, rest, mcp …', '只限该种类：builtin、rest、mcp …'),
  },
  tools: { value: 'a,b', says: said('only these tools', '只限这些工具') },
  strict: { says: said("the provider's strict schemas", '使用提供方的严格模式') },
  since: {
    value: 'TIME',
    says: said('from then on: 30m, 24h, 7d, or a date', '自何时起：30m、24h、7d 或日期'),
  },
  until: { value: 'TIME', says: said('before then', '到何时为止') },
  always: { says: said('yes from now on, not only this once', '今后始终同意，而非仅此一次') },
  note: { value: 'TEXT', says: said('a word for the model', '给模型的一句说明') },
  all: { says: said('also what has ended', '包括已结束的') },
  arguments: { value: 'JSON', says: said('arguments, or what was filled in', '参数，或填写的内容') },
  expires: { value: 'TIME', says: said('ends after: 30m, 2h, 7d', '有效期：30m、2h、7d') },
  dangerous: { says: said('also where the tool is dangerous', '包括危险工具') },
  by: { value: 'version|agent', says: said('what is told apart', '按什么区分') },
  tool: { value: 'NAME', says: said('only this tool', '只限该工具') },
  status: { value: 'success|error|blocked|unknown', says: said('only what ended so', '只限该结果') },
  parent: { value: 'ID', says: said('only what belongs to this call or plan', '只限属于该调用或计划的') },
  text: { value: 'WORDS', says: said('only what contains these words', '只限包含这些文字的') },
  limit: { value: 'N', says: said('at most so many', '最多数量') },
  cursor: { value: 'TEXT', says: said('where the last page ended', '上一页的结束处') },
  format: { value: 'NAME', says: said('json, jsonl or csv', 'json、jsonl 或 csv') },
  output: { value: 'FILE', says: said('into this file', '写入该文件') },
  head: { value: 'HASH', says: said('the last hash that you know', '您所知的最后一个哈希') },
  hash: {
    value: 'HASH',
    says: said('the hash of the record that you have looked at', '您查看过的记录的哈希'),
  },
  latest: { says: said("the tool's default version", '工具的默认版本') },
  scope: { value: 'NAME', says: said('how far a yes reaches', '同意的范围') },
  name: { value: 'NAME', says: said('what it is called here', '在此处的名称') },
  'base-url': { value: 'URL', says: said('where the API is', 'API 的地址') },
  secrets: { value: 'a=B', says: said('which variables hold its secrets', '存放密钥的变量') },
  include: { value: 'a,b', says: said('only these operations', '只限这些操作') },
  exclude: { value: 'a,b', says: said('without these operations', '排除这些操作') },
  limits: { value: 'JSON', says: said('what the plugin may take', '插件可用的资源') },
  host: { value: 'ADDRESS', says: said('where it listens', '监听地址') },
  port: { value: 'N', says: said('on which port', '端口') },
  'allow-host': { value: 'a,b', says: said('names by which it may be called', '允许的访问主机名') },
  expose: { value: 'all|search|auto', says: said('what a client is shown', '客户端可见的内容') },
  'allow-list': { value: 'NAME', says: said('only the tools of this list', '只限该列表中的工具') },
  write: { says: said("into the client's own file", '写入客户端的配置文件') },
  force: { says: said('also where something else stands', '覆盖已有的不同内容') },
  source: {
    value: 'WHAT',
    says: said(
      "an API's document, or the command or address of an MCP server; may be repeated",
      'API 文档，或 MCP 服务器的命令或地址；可重复',
    ),
  },
  who: { value: 'NAME=LEVEL,…', says: said('who may call, and how far', '谁可以调用，权限多大') },
  ask: { value: 'terminal|console|client', says: said('where a person is asked', '在哪里询问人') },
  list: { says: said('list what was accepted', '列出已接受的内容') },
  attack: {
    says: said('attack every sandbox layer of this machine', '对本机的每个沙箱层进行攻击测试'),
  },
  digest: {
    value: 'DIGEST',
    says: said('only if this is the digest of what is shown', '仅当所示内容的摘要与此一致时'),
  },
  approver: {
    says: said(
      'a person sees the requests of this client: its answers approve its own calls',
      '该客户端会将请求显示给人：其回答可批准其自身的调用',
    ),
  },
  'approve-agents': {
    value: 'a,b',
    says: said('may approve only calls of these agents', '只能批准这些智能体的调用'),
  },
  'approve-tools': {
    value: 'a,b*',
    says: said('may approve only calls of these tools', '只能批准这些工具的调用'),
  },
  'approve-max-risk': {
    value: 'low|medium|high',
    says: said('may approve only up to this risk', '只能批准不超过此风险的调用'),
  },
  revoke: { says: said('take an acceptance back', '撤销信任') },
  believe: {
    value: 'read_only|none|a,b',
    says: said('take the word of the server that these tools only read', '相信服务器的说法：这些工具只读取'),
  },
  language: {
    value: 'NAME',
    says: said('assemblyscript, rust, tinygo or c', 'assemblyscript、rust、tinygo 或 c'),
  },
};
