import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'jsonc-parser';
import { expect, onTestFinished, test } from 'vitest';
import { firstConfig } from '../cli/setup/first-config.ts';
import { openToolcrib } from '../open-toolcrib.ts';
import { ConfigError } from './config-error.ts';
import type { ConfigProblem } from './config-place.ts';
import { knownKeys } from './known-keys.ts';

interface Schema {
  readonly description?: string;
  readonly additionalProperties?: unknown;
  readonly properties?: { readonly [name: string]: Schema };
}

const file = new URL('../../schema/toolcrib.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema & {
  readonly properties: { readonly defaults: Schema };
  readonly $defs: { readonly [name: string]: Schema } & { readonly tool: Schema };
};
const isValid = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(schema);

const parts: { readonly [part in keyof typeof knownKeys]: Schema | undefined } = {
  configuration: schema,
  imports: schema.$defs['imports'],
  history: schema.$defs['history'],
  recommend: schema.$defs['recommend'],
  gateway: schema.$defs['gateway'],
  approver: schema.$defs['approver'],
  plans: schema.$defs['plans'],
  model: schema.$defs['model'],
  embeddings: schema.$defs['embeddings'],
  plugin: schema.$defs['plugin'],
  pluginLimits: schema.$defs['pluginLimits'],
  pluginGrant: schema.$defs['pluginGrant'],
  server: schema.$defs['server'],
  store: schema.$defs['store'],
  sandbox: schema.$defs['sandbox'],
  command: schema.$defs['command'],
  languageServer: schema.$defs['languageServer'],
  mcpServer: schema.$defs['mcpServer'],
  oauth: schema.$defs['oauth'],
  defaults: schema.properties.defaults,
  telemetry: schema.$defs['telemetry'],
  log: schema.$defs['log'],
  traces: schema.$defs['traces'],
  metrics: schema.$defs['metrics'],
  prometheus: schema.$defs['prometheus'],
  tool: schema.$defs.tool,
  annotations: schema.$defs.tool.properties?.['annotations'],
  mock: schema.$defs['mock'],
  builtin: schema.$defs['builtin'],
  internal: schema.$defs['internal'],
  rest: schema.$defs['rest'],
  restParameter: schema.$defs['restParameter'],
  restField: schema.$defs['restField'],
  auth: schema.$defs['auth'],
  openapi: schema.$defs['openapi'],
  agent: schema.$defs['agent'],
  allowList: schema.$defs['allowList'],
  rule: schema.$defs['rule'],
  effect: schema.$defs['effect'],
};

test.each(Object.keys(knownKeys) as (keyof typeof knownKeys)[])(
  'the published schema and the parser know the same keys of %s, and both refuse others',
  (part) => {
    expect(Object.keys(parts[part]?.properties ?? {}).toSorted()).toEqual([...knownKeys[part]].toSorted());
    expect(parts[part]?.additionalProperties).toBe(false);
  },
);

test('every property has a description for the editor to show', () => {
  const silent: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      const described = (part as Schema | null)?.description !== undefined || /\/(if|then)\//u.test(path);
      if (/(?<!\/properties)\/properties$/u.test(path) && !described) silent.push(`${path}/${key}`);
      visit(part, `${path}/${key}`);
    }
  };
  visit(schema, '');
  expect(silent).toEqual([]);
});

const tool = {
  name: 'lookup',
  description: 'Look something up.',
  type: 'function',
  handler: 'lookup',
  parameters: { type: 'object', properties: { key: { type: 'string' } } },
  implementation: { type: 'mock', mock_response: null },
};
const rest = (implementation: object): object => ({
  ...tool,
  implementation: { type: 'rest', ...implementation },
});
const withTool = (changes: object): object => ({ tools: [{ ...tool, ...changes }] });

const mcpServers = {
  files: { command: 'npx', args: ['-y', 'files', ''], env: { A: 'b' }, cwd: 'x', include_tools: ['read_*'] },
  remote: {
    type: 'http',
    url: 'https://mcp.example.com/mcp',
    headers: { A: 'b' },
    timeout: 5000,
    oauth: { clientId: 'x', callbackPort: 8000, scopes: ['read'] },
  },
  old: { type: 'sse', url: 'http://127.0.0.1:3000/sse', trust: true, required: false },
  off: { disabled: true },
};

const good: readonly (readonly [title: string, config: unknown])[] = [
  ['MCP servers', { mcpServers }],
  ['the one that init writes', parse(firstConfig)],
  ['an empty one', {}],
  [
    'plugins',
    {
      plugins: {
        plain: { file: 'plain.wasm' },
        held: {
          file: '/opt/held.wasm',
          limits: { memory_mb: 1, table_elements: 1, time_ms: 1, cpu_ms: 1, output_kb: 1, instances: 1 },
          grant: { environment: ['SITE'], files: { read: ['docs', '.'] } },
          on_removal: 'cancel',
        },
        emptied: { file: 'x.wasm', limits: null, grant: null },
      },
    },
  ],
  ['a store in memory', { store: 'memory' }],
  ['a store in a file', { store: '../data/history.db' }],
  [
    'a store in a file of any name',
    { store: { url: 'sqlite:/var/lib/history', keep_days: 1.5, keep_mb: 64 } },
  ],
  ['a shared store', { store: { url: 'postgresql://me@host/db', schema: 'team_1' } }],
  ['a store of a variable', { store: '${STORE:-memory}' }],
  ['a store that is only limited', { store: { keep_days: 7 } }],
  [
    'empty sections, as YAML leaves them',
    { tools: null, agents: null, allow_lists: null, rules: null, defaults: null },
  ],
  ['the least tool', { tools: [tool] }],
  [
    'a tool with everything',
    withTool({
      id: 'look_it_up',
      version: '2.1.0-beta.1',
      title: 'Look it up',
      short_description: 'Look up.',
      when_to_use: 'When you do not know.',
      category: 'search',
      tier: 'high',
      tags: ['a', 'b'],
      aliases: ['find.it'],
      defer_loading: true,
      deprecated: 'Use find.',
      returns: { type: 'array' },
      examples: [{ description: 'One', arguments: { key: 'x' }, output: null }, { arguments: {} }],
      cautions: ['Slow.'],
      annotations: { read_only: true, destructive: false, idempotent: true, requires_confirmation: false },
      permission: 'read_write',
      approval: 'confirm',
      timeout: 0.5,
      takes_idempotency_key: true,
    }),
  ],
  [
    'annotations in the tool itself',
    withTool({ read_only: false, destructive: true, idempotent: true, requires_confirmation: true }),
  ],
  ['a builtin', withTool({ implementation: { type: 'builtin', handler: 'calculator' } })],
  [
    'rest with everything',
    {
      tools: [
        rest({
          base_url: 'https://api.example.org/v1',
          method: 'POST',
          path: '/users/{key}',
          query: ['page'],
          headers: { accept: 'application/json' },
          header_arguments: { 'x-trace': 'trace' },
          body: 'user',
          body_type: 'form',
          auth: { type: 'api_key', secret: 'API_KEY', name: 'key', in: 'query' },
          idempotency_header: 'Idempotency-Key',
          max_bytes: 1000,
        }),
      ],
    },
  ],
  [
    'rest with every place, field and credential',
    {
      tools: [
        rest({
          base_url: 'https://api.example.org',
          method: 'POST',
          path: '/{id}',
          parameters: [
            { name: 'id', in: 'path', style: 'label', explode: true },
            { name: 'sid', in: 'cookie', argument: 'session' },
          ],
          body_type: 'multipart',
          fields: { photo: { file: true, media: 'image/png' }, tags: { style: 'form', explode: false } },
          auth: [
            [
              { type: 'bearer', secret: 'TOKEN' },
              { type: 'api_key', secret: 'KEY', name: 'k', in: 'cookie' },
            ],
            [{ type: 'basic', secret: 'PAIR' }],
            [],
          ],
        }),
      ],
    },
  ],
  ['rest with a bearer token', { tools: [rest({ auth: { type: 'bearer', secret: 'TOKEN' } })] }],
  [
    'rest with a password',
    { tools: [rest({ auth: { type: 'basic', secret: 'PASSWORD', username: 'ada' } })] },
  ],
  [
    'agents, allow-lists and rules with everything',
    {
      agents: {
        a: {
          permission: 'admin',
          allow_list: 'mine',
          rules: [{ decision: 'ask', effects: { kind: 'write' } }],
          local_mode: true,
          exclude_embedding_tools: true,
        },
        b: { tools: ['lookup'] },
        c: {},
      },
      allow_lists: {
        mine: {
          tool_names: ['a'],
          categories: ['search'],
          read_only: true,
          add_when_non_local: ['b'],
          exclude_in_local: ['c'],
          add_when_embedding_ok: ['d'],
        },
        nothing: {},
      },
      rules: [
        {
          tool: 'Bash',
          agent: 'a*',
          decision: 'deny',
          arguments: { command: 'rm *' },
          effects: [{ kind: 'run', target: 'rm*' }, {}],
          reason: 'never',
        },
        { decision: 'allow' },
      ],
    },
  ],
  [
    'the rest',
    {
      $schema: './x.json',
      locale: 'zh-CN',
      project: '.',
      sandbox: 'off',
      defaults: { timeout: 1, retries: 0, retry_delay: 0, backoff: 1, approval_timeout: 1 },
    },
  ],
  [
    'telemetry with everything',
    {
      telemetry: {
        log: { level: 'debug', format: 'json', file: 'calls.log' },
        slow_call_ms: 1000,
        annotations: false,
        content: true,
      },
    },
  ],
  [
    'a document of an API with everything',
    {
      openapi: {
        tracker: {
          document: 'tracker.yaml',
          base_url: 'https://tracker.example/v1',
          secrets: { token: 'TRACKER_TOKEN' },
          include: ['GET *'],
          exclude: ['*delete*'],
          tags: ['issues'],
          headers: { 'x-version': '3' },
          timeout: 5000,
        },
        other: { document: 'https://api.example/openapi.json', auth: { type: 'bearer', secret: 'TOKEN' } },
      },
    },
  ],
  ['telemetry that is empty', { telemetry: { log: {}, traces: null, metrics: null } }],
  [
    'variables in place of words',
    {
      locale: '${LANGUAGE_TAG:-en}',
      sandbox: '${SANDBOX:-off}',
      tools: [
        {
          ...rest({ base_url: '${API:-https://example.org}/v1', method: '${METHOD:-GET}' }),
          name: '${PREFIX:-my}_lookup',
          version: '${VERSION:-1.0.0}',
          tier: '${TIER:-low}',
          permission: '${LEVEL:-admin}',
          approval: '${APPROVAL:-safe}',
        },
      ],
      rules: [{ decision: '${DECISION:-deny}', effects: { kind: '${KIND:-read}' } }],
    },
  ],
];

test.each(good)('both accept %s', async (_, config) => {
  expect(isValid(config), JSON.stringify(isValid.errors)).toBe(true);
  expect(await problemsOf(config)).toEqual([]);
});

test('both accept an internal tool where the application offers its handler', async () => {
  const config = withTool({ implementation: { type: 'internal', handler: 'crm.find' } });
  expect(isValid(config)).toBe(true);
  expect(await problemsOf(config, { internal: { 'crm.find': () => null } })).toEqual([]);
});

const without = (field: string): object =>
  Object.fromEntries(Object.entries(tool).filter(([key]) => key !== field));
const many = Array.from({ length: 257 }, String);

const bad: readonly (readonly [title: string, config: unknown])[] = [
  ['a list', []],
  ['a text', 'tools'],
  ['nothing', null],
  ['an unknown key', { tolos: [] }],
  ['misspelt rules', { Rules: [] }],
  ['a key that every object inherits', JSON.parse('{"__proto__": {}}')],
  ['an unknown language', { locale: 'fr' }],
  ['a project that is no text', { project: 1 }],
  ['tools that are no list', { tools: {} }],
  ['agents that are no object', { agents: [] }],
  ['allow-lists that are no object', { allow_lists: [] }],
  ['rules that are no list', { rules: {} }],
  ['an unknown sandbox', { sandbox: 'on' }],
  ['an emptied sandbox', { sandbox: null }],
  ['an emptied language', { locale: null }],
  ['defaults that are no object', { defaults: [] }],
  ['an unknown default', { defaults: { time: 1 } }],
  ['a timeout of nothing', { defaults: { timeout: 0 } }],
  ['a timeout in words', { defaults: { timeout: '10' } }],
  ['half a retry', { defaults: { retries: 1.5 } }],
  ['a negative delay', { defaults: { retry_delay: -1 } }],
  ['a shrinking delay', { defaults: { backoff: 0.5 } }],
  ['telemetry that is no object', { telemetry: true }],
  ['an unknown key of telemetry', { telemetry: { logs: {} } }],
  ['a log that is no object', { telemetry: { log: 'debug' } }],
  ['an unknown level', { telemetry: { log: { level: 'verbose' } } }],
  ['an unknown format', { telemetry: { log: { format: 'xml' } } }],
  ['no time at all for a call', { telemetry: { slow_call_ms: 0 } }],
  ['a yes in words', { telemetry: { annotations: 'yes' } }],
  ['content that is no yes or no', { telemetry: { content: 1 } }],
  ['traces to nobody', { telemetry: { traces: {} } }],
  ['traces to no address', { telemetry: { traces: { otlp: 'localhost:4318' } } }],
  ['metrics to nobody', { telemetry: { metrics: {} } }],
  [
    'metrics in two ways',
    { telemetry: { metrics: { otlp: 'http://localhost:4318', prometheus: { port: 9464 } } } },
  ],
  ['a port that is none', { telemetry: { metrics: { prometheus: { port: 65_536 } } } }],
  ['a store that is nowhere', { store: 'x' }],
  ['a store that is a number', { store: 1 }],
  ['a store with an unknown key', { store: { keep: 1 } }],
  ['a store with a bad schema', { store: { url: 'postgres://h/d', schema: 'A-B' } }],
  ['a store that keeps nothing', { store: { keep_days: 0 } }],
  ['a store of no size', { store: { keep_mb: '5' } }],
  ['MCP servers that are no object', { mcpServers: [] }],
  ['an MCP server that is nowhere', { mcpServers: { a: {} } }],
  ['an MCP server in two places', { mcpServers: { a: { command: 'x', url: 'http://x/' } } }],
  ['an MCP server by no address', { mcpServers: { a: { url: 'file:///x' } } }],
  ['an MCP server of an unknown type', { mcpServers: { a: { type: 'pigeon', command: 'x' } } }],
  ['an MCP server of another type', { mcpServers: { a: { type: 'http', command: 'x' } } }],
  ['an MCP server with an unknown key', { mcpServers: { a: { command: 'x', include_tool: ['y'] } } }],
  ['arguments that are no texts', { mcpServers: { a: { command: 'x', args: [1] } } }],
  ['an environment that is no texts', { mcpServers: { a: { command: 'x', env: { A: 1 } } } }],
  ['a pattern that is empty', { mcpServers: { a: { command: 'x', include_tools: [''] } } }],
  ['an unknown key of logins', { mcpServers: { a: { url: 'http://x/', oauth: { client_id: 'x' } } } }],
  ['a port that is none', { mcpServers: { a: { url: 'http://x/', oauth: { callbackPort: 0 } } } }],
  ['trust in words', { mcpServers: { a: { command: 'x', trust: 'yes' } } }],
  ['OpenAPI that is no object', { openapi: 'x' }],
  ['plugins that are a list', { plugins: [] }],
  ['a plugin without a file', { plugins: { echo: { limits: {} } } }],
  ['a plugin with a limit of nothing', { plugins: { echo: { file: 'e.wasm', limits: { memory_mb: 0 } } } }],
  ['a plugin with a limit that nobody knows', { plugins: { echo: { file: 'e.wasm', limits: { fuel: 1 } } } }],
  ['a plugin that is granted the network', { plugins: { echo: { file: 'e.wasm', grant: { hosts: [] } } } }],
  ['a plugin that is removed somehow', { plugins: { echo: { file: 'e.wasm', on_removal: 'maybe' } } }],
  ['a tool that is no object', { tools: ['lookup'] }],
  ...['name', 'description', 'type', 'handler', 'parameters', 'implementation'].map(
    (field) => [`a tool without ${field}`, { tools: [without(field)] }] as const,
  ),
  ['a tool of another type', withTool({ type: 'rest' })],
  ['a misspelt restriction', withTool({ requires_confimation: true })],
  ["code's spelling", withTool({ shortDescription: 'x' })],
  ['a name with a blank', withTool({ name: 'look up' })],
  ['a name that is too long', withTool({ name: 'x'.repeat(129) })],
  ['a blank description', withTool({ description: ' ' })],
  ['a version that is none', withTool({ version: 'new' })],
  ['an unknown tier', withTool({ tier: 'extreme' })],
  ['tags that are no texts', withTool({ tags: [1] })],
  ['too many tags', withTool({ tags: many })],
  ['an alias that is no name', withTool({ aliases: ['@'] })],
  ['a flag in words', withTool({ defer_loading: 'yes' })],
  ['deprecated without a word', withTool({ deprecated: true })],
  ['parameters of another type', withTool({ parameters: { type: 'array' } })],
  ['parameters that are no object', withTool({ parameters: [] })],
  ['returns that are no object', withTool({ returns: 'text' })],
  ['examples without arguments', withTool({ examples: [{ description: 'x' }] })],
  ['an annotation in words', withTool({ annotations: { read_only: 'yes' } })],
  ['an unknown annotation', withTool({ annotations: { readonly: true } })],
  ['an annotation in words, in the tool itself', withTool({ destructive: 'no' })],
  ['an unknown permission', withTool({ permission: 'root' })],
  ['an unknown approval', withTool({ approval: 'maybe' })],
  ['a tool without time', withTool({ timeout: 0 })],
  ['an implementation without a type', withTool({ implementation: { mock_response: 1 } })],
  ['an implementation of an unknown kind', withTool({ implementation: { type: 'telepathy' } })],
  ['an http tool', withTool({ implementation: { type: 'http' } })],
  ['a mock without a response', withTool({ implementation: { type: 'mock' } })],
  ['a mock with more', withTool({ implementation: { type: 'mock', mock_response: 1, delay: 5 } })],
  ['a builtin without a handler', withTool({ implementation: { type: 'builtin' } })],
  ['an internal tool without a handler', withTool({ implementation: { type: 'internal', handler: '' } })],
  ['an address of another protocol', { tools: [rest({ base_url: 'ftp://example.org' })] }],
  ['an address with credentials', { tools: [rest({ base_url: 'https://a:b@example.org' })] }],
  ['an unknown method', { tools: [rest({ method: 'FETCH' })] }],
  ['a header that is no text', { tools: [rest({ headers: { a: 1 } })] }],
  ['an unknown body', { tools: [rest({ body_type: 'xml' })] }],
  ['a misspelt limit', { tools: [rest({ maxbytes: 1 })] }],
  ['no bytes', { tools: [rest({ max_bytes: 0 })] }],
  ['an unknown authentication', { tools: [rest({ auth: { type: 'digest', secret: 'A' } })] }],
  ['a bearer without a secret', { tools: [rest({ auth: { type: 'bearer' } })] }],
  ['a key without a name', { tools: [rest({ auth: { type: 'api_key', secret: 'A' } })] }],
  [
    'a key in the wrong place',
    { tools: [rest({ auth: { type: 'api_key', secret: 'A', name: 'k', in: 'path' } })] },
  ],
  ['a misspelt parameter', { tools: [rest({ parameters: [{ name: 'a', in: 'query', stile: 'form' }] })] }],
  ['a parameter nowhere', { tools: [rest({ parameters: [{ name: 'a', in: 'body' }] })] }],
  ['a misspelt field', { tools: [rest({ fields: { a: { files: true } } })] }],
  ['a field in no style', { tools: [rest({ fields: { a: { style: 'baroque' } } })] }],
  ['a misspelt alternative', { tools: [rest({ auth: [[{ type: 'bearer', secret: 'A', scop: 'x' }]] })] }],
  ['an alternative that is no list', { tools: [rest({ auth: [{ type: 'bearer', secret: 'A' }] })] }],
  ['a document of an API without a place', { openapi: { a: {} } }],
  ['a document of an API with more', { openapi: { a: { document: 'a.yaml', url: 'x' } } }],
  ['an API at no address', { openapi: { a: { document: 'a.yaml', base_url: 'ftp://a' } } }],
  ['an API with a query in its address', { openapi: { a: { document: 'a.yaml', base_url: 'http://a/?b' } } }],
  ['operations that are no patterns', { openapi: { a: { document: 'a.yaml', include: 'x' } } }],
  ['an API with credentials of no kind', { openapi: { a: { document: 'a.yaml', auth: { type: 'x' } } } }],
  [
    'a secret where its name belongs',
    { tools: [rest({ auth: { type: 'bearer', secret: 'A', token: 'x' } })] },
  ],
  ['an agent that is no object', { agents: { a: 'admin' } }],
  ['an agent with an unknown permission', { agents: { a: { permission: 'all' } } }],
  ['an agent with a misspelt allow-list', { agents: { a: { allowlist: 'explore' } } }],
  ['an agent with a rule that is none', { agents: { a: { rules: [{ tool: 'x' }] } } }],
  ['an agent with a misspelt rule', { agents: { a: { rules: [{ decision: 'deny', tols: 'x' }] } } }],
  ['an allow-list that is no object', { allow_lists: { a: ['lookup'] } }],
  ['an allow-list with a misspelt restriction', { allow_lists: { a: { readonly: true } } }],
  ['an allow-list of numbers', { allow_lists: { a: { categories: [1] } } }],
  ['a rule that is no object', { rules: ['deny'] }],
  ['a rule without a decision', { rules: [{ tool: 'x' }] }],
  ['a rule with an unknown decision', { rules: [{ decision: 'permit' }] }],
  ['a rule with a misspelt condition', { rules: [{ decision: 'allow', tols: 'x' }] }],
  ['a rule about arguments that are no patterns', { rules: [{ decision: 'deny', arguments: { a: 1 } }] }],
  ['a rule about an unknown effect', { rules: [{ decision: 'deny', effects: [{ kind: 'think' }] }] }],
  ['a rule about a tool without a name', { rules: [{ decision: 'deny', tool: '' }] }],
  ['a rule about an agent without a name', { rules: [{ decision: 'deny', agent: ' ' }] }],
  ['a rule about an effect on nothing', { rules: [{ decision: 'deny', effects: { target: '' } }] }],
  ['a rule with a misspelt effect', { rules: [{ decision: 'allow', effects: { path: '/tmp' } }] }],
];

test.each(bad)('both refuse %s', async (_, config) => {
  expect(isValid(config)).toBe(false);
  const problems = await problemsOf(config);
  expect(problems.length).toBeGreaterThan(0);
});

async function problemsOf(config: unknown, service = {}): Promise<readonly ConfigProblem[]> {
  const project = mkdtempSync(join(tmpdir(), 'toolcrib-schema-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  writeFileSync(join(project, 'toolcrib.json'), JSON.stringify(config));
  try {
    return (
      await openToolcrib({
        trust: 'always',
        project,
        environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
        service,
      })
    ).problems;
  } catch (error) {
    if (error instanceof ConfigError) return [error.problem];
    throw error;
  }
}
