import { expect, test } from 'vitest';
import { knownKeys } from '../known-keys.ts';
import { limitEntries } from '../server-limits.ts';
import type { LocatedDocument } from '../locate.ts';
import { noHostSettings, type HostSettings } from './host-settings.ts';
import { restrict } from './restrict.ts';

const located = (value: unknown): LocatedDocument => ({ value, placeOf: () => ({ line: 1, column: 1 }) });

/** What takes effect of a document, and the paths of what does not. */
function effective(
  document: unknown,
  accepted?: unknown,
  host?: HostSettings,
): { readonly value: unknown; readonly withheld: readonly string[] } {
  const restricted = restrict(located(document), accepted, host);
  return {
    value: structuredClone(restricted.document.value),
    withheld: restricted.withheld.map(({ path, change }) => `${change} ${path.join('.')}`),
  };
}

/** A document that says one thing. */
function saying(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inside, key) => ({ [key]: inside }), value);
}

function at(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => Object(value)[key] as unknown, document);
}

interface Decision {
  /** Take effect without acceptance. */
  readonly narrowing?: readonly unknown[];
  /** Wait for it. */
  readonly widening?: readonly unknown[];
  /** What holds instead of a widening one. @default nothing */
  readonly instead?: unknown;
  /** Once accepted, its removal waits for acceptance as well. @default the narrowing ones */
  readonly lasting?: readonly unknown[];
}

const tool = {
  name: 'Write',
  description: 'Writes.',
  implementation: { type: 'rest', base_url: 'http://h' },
};
const deny = { decision: 'deny', tool: 'Bash' };
const ask = { decision: 'ask', tool: 'Bash' };
const allow = { decision: 'allow', tool: 'Bash' };

/** What every key of a configuration may do on its own. A new key needs a line here. */
const decisions: { readonly [path: string]: Decision } = {
  $schema: { narrowing: ['./toolcrib.schema.json'], widening: ['${SECRET}'], lasting: [] },
  locale: { narrowing: ['zh-CN'], widening: ['${SECRET}'], lasting: [] },
  project: { narrowing: ['.'], widening: ['/', '..', 'sub', '../other', '~', '${HOME}'], lasting: ['sub'] },
  tools: { widening: [[tool], [{ name: 'harmless', description: 'x' }]], lasting: [[tool]] },
  'agents.user.permission': {
    narrowing: ['read_only', 'read_write', 'execute', 'admin', 'nonsense'],
    // Without a level an agent may only read.
    lasting: [],
  },
  'agents.user.rules': { narrowing: [[deny], [ask], ['nonsense']], widening: [[allow]] },
  'agents.user.tools': { narrowing: [[], ['Read']], widening: [['${SECRET}']] },
  'agents.user.allow_list': { narrowing: ['review'], widening: ['${SECRET}'] },
  'agents.user.local_mode': { narrowing: [true], lasting: [true] },
  'agents.user.exclude_embedding_tools': { narrowing: [true], lasting: [true] },
  'agents.other.permission': {
    narrowing: ['read_only', 'nonsense'],
    widening: ['read_write', 'execute', 'admin'],
    instead: 'read_only',
    lasting: [],
  },
  'agents.other.rules': { narrowing: [[deny], [ask]], widening: [[allow]], lasting: [] },
  'agents.other.tools': { narrowing: [[], ['Read']], widening: [['${SECRET}']], lasting: [] },
  'agents.other.allow_list': { narrowing: ['review'], widening: ['${SECRET}'], lasting: [] },
  'agents.other.local_mode': { narrowing: [true], lasting: [] },
  'agents.other.exclude_embedding_tools': { narrowing: [true], lasting: [] },
  'allow_lists.mine': {
    narrowing: [{ tool_names: ['Read'], categories: ['x'], read_only: true }],
    widening: [{ tool_names: ['${SECRET}'] }],
    lasting: [],
  },
  ...Object.fromEntries(
    noHostSettings.allowLists.map((name) => [
      `allow_lists.${name}`,
      { widening: [{ tool_names: ['Bash'] }], lasting: [{ tool_names: ['Read'] }] },
    ]),
  ),
  rules: { narrowing: [[deny], [ask], ['nonsense'], [{ tool: 'Bash' }]], widening: [[allow]] },
  'sandbox.mode': {
    narrowing: ['best_effort', 'required', 'nonsense'],
    widening: ['off'],
    instead: 'best_effort',
    lasting: ['required'],
  },
  'sandbox.allow_hosts': { widening: [['evil.example']] },
  'sandbox.allow_commands': { widening: [['id'], [{ program: 'npm' }]] },
  'sandbox.commands': {
    narrowing: [[], ['ls'], ['ls', 'git']],
    widening: [['terraform'], ['cargo'], [{ program: 'ls', args: 'any' }]],
  },
  language_servers: { widening: [{ x: { command: ['evil'], languages: { '.x': 'x' }, reads: ['/'] } }] },
  'defaults.timeout': { narrowing: [1, 10_000], widening: [10_001, -1, Infinity], lasting: [1] },
  'defaults.retries': { narrowing: [0], widening: [1, 1e9], lasting: [] },
  'defaults.retry_delay': { widening: [0, 1e9] },
  'defaults.backoff': { widening: [1, 1e9] },
  'defaults.approval_timeout': { narrowing: [1, 300_000], widening: [300_001], lasting: [1] },
  'telemetry.log.level': { narrowing: ['debug', 'off'], widening: ['${SECRET}'], lasting: [] },
  'telemetry.log.format': { narrowing: ['json'], widening: ['${SECRET}'], lasting: [] },
  'telemetry.log.file': { widening: ['../home/.bashrc', 'log.txt', '/dev/null'] },
  'telemetry.slow_call_ms': { narrowing: [1], lasting: [] },
  'telemetry.annotations': { narrowing: [true], widening: [false], lasting: [] },
  'telemetry.content': { narrowing: [false], widening: [true], lasting: [] },
  'telemetry.traces': { widening: [{ otlp: 'http://evil.example' }] },
  'telemetry.metrics': { widening: [{ otlp: 'http://evil.example' }, { prometheus: { host: '0.0.0.0' } }] },
  store: {
    widening: [
      'memory',
      'sqlite:../x.db',
      'postgres://evil.example/x',
      { url: 'x.db', schema: 's', keep_days: 1, keep_mb: 1 },
    ],
  },
  'imports.accept': { narrowing: ['nothing'], widening: ['read_only'] },
  'imports.changed': { narrowing: ['hold'], widening: ['keep'] },
  'history.required': { narrowing: ['all'], widening: ['none', 'not_read_only'] },
  'recommend.whitelist': { widening: [['evil']] },
  'recommend.blacklist': { narrowing: [['Bash']], widening: [['${SECRET}']] },
  'recommend.model': {
    widening: [{ url: 'http://evil.example', name: 'x', secret: 'AWS_SECRET', timeout: 1, steps: [] }],
  },
  'recommend.embeddings': {
    widening: [{ url: 'http://evil.example', name: 'x', secret: 'AWS_SECRET' }, { file: '/etc/passwd' }],
  },
  'plans.engine': { narrowing: ['local'], widening: ['dbos'] },
  'plans.concurrency': { narrowing: [1, 16], widening: [17, 0.5], lasting: [1] },
  'plans.total_concurrency': { narrowing: [1], widening: [0] },
  'plans.limit': { narrowing: [1], widening: [0] },
  'mcpServers.x': {
    narrowing: [{ disabled: true }],
    widening: [
      { command: 'evil' },
      { url: 'http://evil.example', headers: { a: '${SECRET}' } },
      { command: 'evil', disabled: '${X:-false}' },
      { command: 'evil', disabled: 1 },
    ],
    lasting: [],
  },
  'gateway.agent': { narrowing: ['reviewer'], widening: ['${SECRET}'] },
  'gateway.expose': { narrowing: ['all', 'search'], widening: ['${SECRET}'], lasting: [] },
  'gateway.budget': { narrowing: [0, 1e9], lasting: [] },
  'gateway.approver': { narrowing: [false], widening: [true] },
  approvers: { narrowing: [{}, { ada: { max_risk: 'low' } }, 'nobody'], widening: ['${SECRET}'] },
  openapi: { widening: [{ api: { document: 'http://evil.example', secrets: { a: 'AWS_SECRET' } } }] },
  plugins: { widening: [{ p: { file: 'evil.wasm', grant: { environment: ['HOME'], files: [] } } }] },
  'server.host': { narrowing: ['127.0.0.1'], widening: ['0.0.0.0', '::'] },
  'server.port': { widening: [80] },
  'server.allow_hosts': { widening: [['evil.example']] },
  'server.public_openapi': { narrowing: [false], widening: [true] },
  ...Object.fromEntries(
    limitEntries
      .filter(([key]) => key !== 'operator_reserve')
      .map(([key, { fallback }]) => [
        `server.${key}`,
        { narrowing: [1, fallback], widening: [fallback + 1], lasting: [1] },
      ]),
  ),
  'server.operator_reserve': { narrowing: [8], widening: [0, 9] },
};

/** The parts of which each key is decided by itself; of any other section the whole is. */
const parts: { readonly [section: string]: readonly (keyof typeof knownKeys)[] } = {
  sandbox: ['sandbox'],
  imports: ['imports'],
  history: ['history'],
  recommend: ['recommend'],
  gateway: ['gateway'],
  plans: ['plans'],
  server: ['server'],
  defaults: ['defaults'],
  telemetry: ['telemetry'],
};

function everyKey(): readonly string[] {
  const agents = ['user', 'other'].flatMap((id) => knownKeys.agent.map((key) => `agents.${id}.${key}`));
  const others = knownKeys.configuration.flatMap((section) => {
    if (section === 'agents') return agents;
    if (section === 'allow_lists')
      return ['mine', ...noHostSettings.allowLists].map((name) => `allow_lists.${name}`);
    if (section === 'mcpServers') return ['mcpServers.x'];
    const keys = parts[section]?.flatMap((part) => knownKeys[part].map((key) => `${section}.${key}`));
    return keys ?? [section];
  });
  return others.flatMap((path) =>
    path === 'telemetry.log' ? knownKeys.log.map((key) => `telemetry.log.${key}`) : [path],
  );
}

test('every key of a configuration has a decision', () => {
  expect(Object.keys(decisions).toSorted()).toEqual(everyKey().toSorted());
});

const table = Object.entries(decisions).map(([key, decision]) => [key, key.split('.'), decision] as const);

test.each(table)('%s narrows without acceptance, and widens with it alone', (_, path, decision) => {
  const { narrowing = [], widening = [], instead } = decision;
  for (const value of narrowing)
    expect(effective(saying(path, value))).toEqual({ value: saying(path, value), withheld: [] });
  for (const value of widening) {
    const { value: left, withheld } = effective(saying(path, value));
    const found = at(left, path);
    const isEmpty = typeof found === 'object' && Object.keys(Object(found) as object).length === 0;
    expect(isEmpty ? undefined : found, JSON.stringify(value)).toEqual(instead);
    expect(withheld.length, JSON.stringify(value)).toBeGreaterThan(0);
    expect(effective(saying(path, value), saying(path, value))).toMatchObject({ withheld: [] });
  }
});

test.each(table)('%s is not lifted by leaving it out, emptying it or misusing it', (_, path, decision) => {
  const { lasting = decision.narrowing ?? [] } = decision;
  for (const value of lasting.filter((one) => one !== 'nonsense' && one !== '.' && one !== 'admin')) {
    const emptied = path.map((__, depth) => saying(path.slice(0, depth + 1), null));
    const without = path.map((__, depth) => saying(path.slice(0, depth), {}));
    const accepted = saying(path, value);
    if (Array.isArray(value) && value.length === 0) continue;
    for (const document of [...emptied, ...without])
      expect(at(effective(document, accepted).value, path), JSON.stringify(document)).toEqual(value);
  }
});

test.each(table)('%s keeps what was accepted while a change waits', (_, path, { widening = [] }) => {
  const [first, second] = widening;
  if (first === undefined || second === undefined || !Array.isArray(first) === Array.isArray(second)) return;
  const { value, withheld } = effective(saying(path, second), saying(path, first));
  if (!Array.isArray(first)) expect(at(value, path)).toEqual(first);
  expect(withheld.length).toBeGreaterThan(0);
});

test.each([
  ['a variable anywhere', { rules: [{ decision: 'deny', tool: 'X', reason: 'is ${SECRET}' }] }],
  ['in a decision', { rules: [{ decision: '${X:-allow}', tool: 'Bash' }] }],
  ['in the level of an agent', { agents: { user: { tools: ['${SECRET}'] } } }],
  ['in an unknown key', { nobody: { knows: ['${SECRET}'] } }],
  [
    'in a restriction of an agent',
    { agents: { other: { rules: [{ decision: 'ask', tool: '${SECRET}' }] } } },
  ],
  ['with an alternative', { gateway: { agent: '${SECRET:-user}' } }],
])('%s is not replaced before it is accepted', (_, document) => {
  const { value, withheld } = effective(document);
  expect(JSON.stringify(value)).not.toContain('${');
  expect(withheld).toHaveLength(1);
});

test('a mode of the sandbox that names a variable is the strictest', () => {
  for (const sandbox of ['${MODE:-off}', { mode: '${MODE:-off}' }, { mode: ['${MODE}'] }])
    expect(JSON.stringify(effective({ sandbox }).value)).toContain('required');
});

test('a server that is switched off stays off, whatever else it says', () => {
  const server = { command: 'evil', env: { T: '${SECRET}' } };
  const off = { mcpServers: { x: { ...server, disabled: true } } };
  expect(effective(off).value).toEqual({ mcpServers: { x: { disabled: true } } });
  expect(effective(off, { mcpServers: { x: server } }).value).toEqual({
    mcpServers: { x: { disabled: true } },
  });
});

test('a tool that was accepted stays as it was until its change is accepted', () => {
  const changed = { ...tool, implementation: { type: 'rest', base_url: 'http://evil' } };
  expect(effective({ tools: [changed] }, { tools: [tool] })).toEqual({
    value: { tools: [tool] },
    withheld: ['changed tools.0'],
  });
  const renamed = { ...tool, version: '9.9.9' };
  expect(effective({ tools: [renamed] }, { tools: [tool] }).value).toEqual({ tools: [tool] });
});

test('an agent for the person at the machine that was accepted stays when it is removed', () => {
  const accepted = { agents: { user: { permission: 'read_only' } } };
  for (const document of [{}, { agents: null }, { agents: {} }, { agents: { user: null } }])
    expect(effective(document, accepted).value).toEqual(accepted);
  expect(effective({ agents: { user: {} } }, accepted).value).toEqual({ agents: { user: {} } });
});

test('the level of an agent that was accepted without one is to read', () => {
  const accepted = { agents: { user: { tools: ['Read'] } } };
  const { value, withheld } = effective(
    { agents: { user: { tools: ['Read'], permission: 'admin' } } },
    accepted,
  );
  expect(value).toEqual({ agents: { user: { tools: ['Read'], permission: 'read_only' } } });
  expect(withheld).toEqual(['added agents.user.permission']);
});

test('what was accepted and cannot be read goes on closing', () => {
  for (const [accepted, document] of [
    [{ sandbox: { mode: 'requird' } }, { sandbox: { mode: 'off' } }],
    [{ agents: { user: { permision: 'read_only' } } }, { agents: { user: {} } }],
    [{ agents: { user: 5 } }, { agents: { user: { permission: 'admin' } } }],
    [{ rules: 'none' }, { rules: [] }],
    [{ agents: [] }, {}],
  ] as const)
    expect(effective(document, accepted).withheld, JSON.stringify(document)).not.toEqual([]);
});

test('another agent is not put in charge of a gateway whose agents were accepted', () => {
  const agents = { robot: { permission: 'execute' }, user: { permission: 'read_only' } };
  expect(effective({ agents, gateway: { agent: 'robot' } }, { agents })).toEqual({
    value: { agents, gateway: {} },
    withheld: ['added gateway.agent'],
  });
  const accepted = { gateway: { agent: 'reader' } };
  for (const gateway of [undefined, {}, { agent: 5 }, { agent: 'user' }])
    expect(effective({ gateway }, accepted).value).toEqual({ gateway: { agent: 'reader' } });
});

test('a list of tools that an accepted agent waits for is not made up later', () => {
  const agents = { bot: { permission: 'admin', allow_list: 'later' } };
  expect(effective({ agents, allow_lists: { later: { categories: ['all'] } } }, { agents }).value).toEqual({
    agents,
    allow_lists: {},
  });
});

test('what the embedding application has set is not widened', () => {
  const host: HostSettings = {
    agents: ['user', 'reviewer'],
    allowLists: ['short'],
    sandbox: 'required',
    defaults: { timeout: 100, approvalTimeout: 50 },
  };
  const document = {
    agents: { user: { permission: 'admin' }, reviewer: {} },
    allow_lists: { short: { categories: ['all'] } },
    sandbox: 'best_effort',
    gateway: { agent: 'reviewer' },
    defaults: { timeout: 101, approval_timeout: 51 },
  };
  expect(effective(document, undefined, host).value).toEqual({
    agents: {},
    allow_lists: {},
    sandbox: { mode: 'required' },
    gateway: {},
    defaults: {},
  });
});

test('a key of the language is only a key', () => {
  const document = JSON.parse(
    '{"__proto__":{"a":"${S}"},"agents":{"__proto__":{"permission":"admin"}},"constructor":"${S}"}',
  ) as unknown;
  const { document: left, withheld } = restrict(located(document), undefined);
  expect(withheld.map(({ path }) => path.join('.')).toSorted()).toEqual([
    '__proto__',
    'agents.__proto__.permission',
    'constructor',
  ]);
  expect(Object.getPrototypeOf(left.value)).toBe(null);
  expect(({} as { permission?: string }).permission).toBe(undefined);
});

test('ten thousand entries on both sides are compared in a moment', () => {
  const rules = (tail: string): object[] =>
    Array.from({ length: 10_000 }, (_, index) => ({ decision: 'allow', tool: `t${index}${tail}` }));
  const { withheld } = effective({ rules: rules('a') }, { rules: rules('b') });
  expect(withheld).toHaveLength(10_000);
});

test('places in a filtered list are those of the file', () => {
  const document = { rules: [allow, deny, allow, ask] };
  const { document: left } = restrict(
    { value: document, placeOf: ([, index]) => ({ line: Number(index), column: 1 }) },
    undefined,
  );
  expect(left.value).toEqual(Object.assign(Object.create(null), { rules: [deny, ask] }));
  expect([left.placeOf(['rules', 0]).line, left.placeOf(['rules', 1]).line]).toEqual([1, 3]);
  expect(left.pathInFile?.(['rules', 1, 'tool'])).toEqual(['rules', 3, 'tool']);
});
