import { expect, test } from 'vitest';
import { ConfigError, openToolcrib, ToolService, type CallOptions } from 'toolcrib';
import { run } from './command.ts';
import { mockTool, temporaryProject } from './project.ts';

/** What may stand in any language: quoted values, and names. */
const quoted = /"[^"]*"|“[^”]*”|\{[^}]*\}/gu;
const sentence = /(?:[A-Za-z_]+[ ,;]+){2,}[A-Za-z_]+/u;
const prose = /(?<!-)\b(?:the|must|is|are|was|not|no|of|an|to|be|and|or|cannot|failed)\b/iu;

function expectChinese(said: string): void {
  const bare = said.replaceAll(quoted, '');
  expect(bare, said).toMatch(/\p{sc=Han}/u);
  expect(bare, said).not.toMatch(sentence);
  expect(bare, said).not.toMatch(prose);
}

const tool = (changes: object): object => ({ tools: [mockTool('lookup', changes)] });
const rest = (implementation: object): object =>
  tool({ implementation: { type: 'rest', ...implementation } });
const parameters = (schema: object): object => tool({ parameters: { type: 'object', ...schema } });
const many = Array.from({ length: 257 }, String);

test.each([
  ['[]'],
  ['null'],
  ['{'],
  ['{ "tools": [}'],
  ['{ "tools": [], "tools": [] }'],
  ['\u0000'],
  [{ Rules: [] }],
  [{ tolos: [] }],
  [{ locale: 'fr' }],
  [{ project: 1 }],
  [{ project: '${NOT_SET}' }],
  [{ tools: {} }],
  [{ agents: [] }],
  [{ allow_lists: 1 }],
  [{ rules: {} }],
  [{ sandbox: 'on' }],
  [{ sandbox: null }],
  [{ defaults: [] }],
  [{ defaults: { tiemout: 1 } }],
  [{ defaults: { timeout: 0, retries: 0.5, retry_delay: -1, backoff: 0, approval_timeout: 'x' } }],
  [{ mcpServers: { a: {}, b: { command: 'x', env: { A: 1 } } }, store: 'x' }],
  [{ store: { url: 'x', schema: 'A', keep_days: 0 } }],
  [{ plugins: [] }],
  [{ plugins: { echo: { limits: { memory_mb: 0 }, grant: { hosts: [] } } } }],
  [{ tools: ['lookup', {}] }],
  [tool({ requires_confimation: true })],
  [tool({ type: 'rest', shortDescription: 'x' })],
  [tool({ name: 'look up' })],
  [tool({ name: 'x'.repeat(200) })],
  [tool({ version: 'new', tier: 'extreme', tags: [1], aliases: ['@'] })],
  [tool({ tags: many, defer_loading: 'yes', deprecated: true, timeout: -1 })],
  [tool({ examples: [{ description: 'x' }], annotations: { read_only: 'yes' }, cautions: 1 })],
  [tool({ annotations: { readonly: true }, permission: 'root', approval: 'maybe' })],
  [tool({ annotations: [], description: ' ' })],
  [tool({ implementation: {} })],
  [tool({ implementation: { type: 'telepathy' } })],
  [tool({ implementation: { type: 'mock' } })],
  [tool({ implementation: { type: 'builtin', handler: 'nobody' } })],
  [tool({ implementation: { type: 'internal', handler: 'nobody' } })],
  [rest({ base_url: 'ftp://example.org' })],
  [rest({ method: 'FETCH', headers: { a: 1 }, body_type: 'xml', maxbytes: 1 })],
  [rest({ max_bytes: 0, auth: { type: 'digest' } })],
  [rest({ auth: { type: 'basic' } })],
  [tool({ parameters: [] })],
  [tool({ parameters: { type: 'array' } })],
  [parameters({ $schema: 'urn:nothing' })],
  [parameters({ properties: { a: { type: 'text' } } })],
  [parameters({ properties: { a: { pattern: '(' } } })],
  [parameters({ properties: { a: { $ref: '#/nowhere' } } })],
  [parameters({ properties: { a: { $ref: 'http://example.org/a' } } })],
  [{ tools: [mockTool('twice'), mockTool('twice'), mockTool('thrice', { aliases: ['twice'] })] }],
  [{ agents: { coder: 'admin' } }],
  [{ agents: { coder: { permission: 'all', tools: 1 } } }],
  [{ agents: { coder: { allow_list: 'nobodys' } } }],
  [{ agents: { coder: { allow_list: 'explore', tools: [] } } }],
  [{ agents: { coder: { rules: {} } } }],
  [{ agents: { coder: { rules: [{ tool: 'x' }] } } }],
  [{ agents: { '*': {} } }],
  [{ allow_lists: { mine: [] } }],
  [{ allow_lists: { mine: { readonly: true } } }],
  [{ allow_lists: { mine: { categories: [1], read_only: 1 } } }],
  [{ rules: ['deny'] }],
  [{ rules: [{ tool: '' }] }],
  [{ rules: [{ decision: 'permit', arguments: { x: 1 }, effects: [{ kind: 'think' }], reason: 1 }] }],
  [{ rules: [{ decision: 'deny', tols: 'x' }] }],
])('every problem of %j is told in Chinese', async (config) => {
  const project = temporaryProject({ 'toolcrib.json': config });
  try {
    const { problems } = await openToolcrib({
      trust: 'always',
      project,
      locale: 'zh-CN',
      environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
    });
    expect(problems).not.toEqual([]);
    for (const { message, remedy } of problems) for (const said of [message, remedy]) expectChinese(said);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expectChinese(error.problem.message);
    expectChinese(error.problem.remedy);
  }
});

const service = new ToolService({
  locale: 'zh-CN',
  agents: { reader: {}, coder: { permission: 'admin', tools: [] } },
  rules: [{ tool: 'shut', decision: 'deny' }],
  sandbox: 'required',
});
const plain = { description: 'x', parameters: { type: 'object' }, run: () => 1 };
service.registerTool({ ...plain, name: 'shut' });
service.registerTool({ ...plain, name: 'ask', approval: 'confirm' });
service.registerTool({ ...plain, name: 'danger', approval: 'dangerous' });
service.registerTool({ ...plain, name: 'write', permission: 'read_write' });
service.registerTool({
  ...plain,
  name: 'unforeseen',
  effects: () => {
    throw new Error('坏了');
  },
});
service.registerTool({
  ...plain,
  name: 'typed',
  parameters: {
    type: 'object',
    properties: {
      count: { type: 'integer', minimum: 1 },
      word: { enum: ['x', 'y'] },
      day: { type: 'string', format: 'date' },
      list: { type: 'array', uniqueItems: true, maxItems: 1 },
    },
    required: ['count'],
    additionalProperties: false,
  },
});

const wrong = (options: object): CallOptions => options;

test.each<[name: string, given: unknown, options?: CallOptions]>([
  ['nope', {}],
  ['calculater', {}],
  ['shut@9', {}],
  ['shut', {}],
  ['ask', {}],
  ['danger', {}],
  ['unforeseen', {}],
  ['write', {}, { agent: 'reader' }],
  ['shut', {}, { agent: 'coder' }],
  ['shut', {}, { agent: 'nobody' }],
  ['calculator', { expression: '1' }],
  ['typed', []],
  ['typed', 'text'],
  ['typed', { count: 'x', word: 'z', day: 'x', list: [1, 1], more: 1 }],
  ['typed', { count: 0 }],
  ['typed', { count: Number.NaN }],
  ['typed', { count: () => 1 }],
  ['typed', { count: '{{nobody}}' }, { variables: { v: 1 } }],
  ['typed', {}, wrong({ timeout: 'x' })],
  ['typed', {}, wrong({ retries: 0.5 })],
  ['typed', {}, wrong({ retryDelay: -1 })],
  ['typed', {}, wrong({ backoff: 0 })],
  ['typed', {}, wrong({ version: 1 })],
  ['typed', {}, wrong({ agent: 1 })],
  ['typed', {}, wrong({ signal: 1 })],
  ['typed', {}, wrong({ variables: 1 })],
])('a call of %s with %j is refused, and explained, in Chinese', async (name, given, options) => {
  const result = await service.execute(name, given, options);
  if (result.status === 'success') throw new Error('it was not refused');
  expectChinese(result.error);
  if (result.remedy !== undefined) expectChinese(result.remedy);
  const { stations } = await service.explain(name, given, options);
  for (const { reason } of stations) if (reason !== undefined) expectChinese(reason);
});

test.each([
  [['lst']],
  [['list', '--colour']],
  [['list', '--agent']],
  [['list', '--json=1']],
  [['list', '--tag', 'x', '--tag', 'y']],
  [['list', 'more']],
  [['list', '--tier', 'huge']],
  [['list', '--agent', 'nobody']],
  [['call']],
  [['call', 'calculator', 'novalue']],
  [['call', 'calculator', '--yes', '--no']],
  [['call', 'calculator', '--timeout', 'soon']],
  [['describe', 'nope']],
  [['formats', 'banana']],
  [['formats', 'mcp', '--tools', 'nope']],
  [['init', '--project', 'nowhere']],
  [['check', '--project', 'nowhere']],
  [['check', '--config', 'nope.json']],
])('%j is answered in Chinese', async (given) => {
  const { stdout, stderr } = await run(['--locale', 'zh-CN', ...given], { cwd: temporaryProject() });
  expect(stdout).toBe('');
  expectChinese(stderr);
});

test.each(['{', '{}', '{"tool_name": "calculator", "tool_args": {}}'])(
  'execute_tool %s is answered in Chinese',
  async (given) => {
    const { stdout, stderr } = await run(['--locale', 'zh-CN', 'execute_tool', given], {
      cwd: temporaryProject(),
    });
    expect(stderr).toBe('');
    expectChinese((JSON.parse(stdout) as { error: string }).error);
  },
);
