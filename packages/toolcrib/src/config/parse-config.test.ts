import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openToolcrib, type OpenOptions, type Toolcrib } from '../open-toolcrib.ts';

interface Opened extends Toolcrib {
  readonly file: string;
  /** `line path code` of every problem. */
  readonly reported: readonly string[];
}

/** Opens a project with this configuration: JSON with one entry per line, or a text as it is. */
async function open(
  config: unknown,
  options: OpenOptions & { readonly name?: string } = {},
): Promise<Opened> {
  const { name = 'toolcrib.json', ...rest } = options;
  const project = mkdtempSync(join(tmpdir(), 'toolcrib-entries-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const file = join(project, name);
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config, null, 1));
  const opened = await openToolcrib({
    trust: 'always',
    project,
    ...rest,
    environment: { TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'], ...rest.environment },
  });
  onTestFinished(() => opened.close());
  return {
    ...opened,
    file,
    reported: opened.problems.map(({ line, path, code }) => `${line} ${path} ${code}`),
  };
}

const tool = (name: string, changes: object = {}): object => ({
  name,
  description: 'Does it.',
  type: 'function',
  handler: name,
  parameters: { type: 'object' },
  implementation: { type: 'mock', mock_response: name },
  ...changes,
});

test('C1.1 every invalid tool is reported with file, line, path, message and remedy, and the rest starts', async () => {
  const config = `{
  "tools": [
    ${JSON.stringify(tool('good'))},
    "not an object",
    ${JSON.stringify(tool('bad name'))},
    ${JSON.stringify(tool('http', { implementation: { type: 'http' } }))},
    ${JSON.stringify(tool('lost', { implementation: { type: 'builtin', handler: 'nobody' } }))},
    ${JSON.stringify(tool('loud', { requires_confimation: true }))},
    ${JSON.stringify(tool('good'))},
    ${JSON.stringify(tool('other', { aliases: ['good'] }))},
    ${JSON.stringify(tool('last', { version: '2.0.0' }))}
  ]
}`;
  const { service, problems, reported, file } = await open(config);

  expect(service.listTools({ type: 'mock' }).map(({ id }) => id)).toEqual(['good@1.0.0', 'last@2.0.0']);
  expect(reported).toEqual([
    '4 tools[1] invalid_definition',
    '5 tools[2] invalid_definition',
    '6 tools[3] http_not_supported',
    '8 tools[5].requires_confimation unknown_key',
    '7 tools[4] unknown_handler',
    '9 tools[6] duplicate_tool',
    '10 tools[7] duplicate_name',
  ]);
  for (const problem of problems) {
    expect(problem).toMatchObject({
      file,
      message: expect.any(String),
      remedy: expect.stringContaining('left out'),
    });
  }
  expect(problems[0]?.message).toContain('must be an object');
});

test("problems come in the language that was chosen, else in the configuration's, else in the system's", async () => {
  const config = { tools: [tool('a b'), tool('c'), tool('c')], rules: [{}], nonsense: 1 };
  const isChinese = ({ problems }: Opened): boolean[] =>
    problems.map(({ remedy }) => /\p{sc=Han}/u.test(remedy));

  expect(isChinese(await open(config))).toEqual([false, false, false, false]);
  expect(isChinese(await open(config, { environment: { LANG: 'zh_CN.UTF-8' } }))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(isChinese(await open(config, { environment: { TOOLCRIB_LOCALE: 'zh-CN' } }))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(isChinese(await open({ ...config, locale: 'zh-CN' }))).toEqual([true, true, true, true]);
  expect(isChinese(await open({ ...config, locale: 'zh-CN' }, { locale: 'en' }))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  const { problems } = await open(config, { locale: 'zh-CN' });
  expect(problems.map(({ message }) => message)).toContain('未知的键 "nonsense"。');
});

test('YAML places are those of the file', async () => {
  const text =
    'tools:\n  - name: a\n    description: d\nrules:\n  - { decision: maybe }\n  - decision: deny\n    toll: x\n';
  const { reported } = await open(text, { name: 'toolcrib.yaml' });
  expect(reported).toEqual([
    '2 tools[0] invalid_definition',
    '2 tools[0] invalid_definition',
    '5 rules[0] invalid_definition',
    '7 rules[1].toll unknown_key',
  ]);
});

test.each([
  [{ tools: {} }, 'tools wrong_type'],
  [{ agents: [] }, 'agents wrong_type'],
  [{ allow_lists: 'x' }, 'allow_lists wrong_type'],
  [{ rules: {} }, 'rules wrong_type'],
  [{ defaults: 1 }, 'defaults wrong_type'],
  [{ defaults: { timeout: -1 } }, 'defaults.timeout wrong_type'],
  [{ defaults: { retries: 0.5 } }, 'defaults.retries wrong_type'],
  [{ defaults: { tiemout: 1 } }, 'defaults.tiemout unknown_key'],
  [{ project: [] }, 'project wrong_type'],
  [{ locale: 'tlh' }, 'locale wrong_type'],
  [{ agents: { a: { allow_list: 'nobodys' } } }, 'agents.a unknown_allow_list'],
])('%j is reported once: %s', async (config, expected) => {
  const { reported, problems } = await open(config);
  expect(reported.map((line) => line.replace(/^\d+ /u, ''))).toEqual([expected]);
  expect(problems[0]?.remedy).not.toBe('');
});

test('infinite numbers, which YAML can write, are refused', async () => {
  const { reported } = await open('defaults: { retries: .inf, timeout: .nan }', { name: 'toolcrib.yaml' });
  expect(reported).toEqual(['1 defaults.timeout wrong_type', '1 defaults.retries wrong_type']);
});

const decide = async ({ service }: Opened, name: string, agent = 'user'): Promise<string> => {
  const result = await service.execute(name, {}, { agent });
  return result.status === 'success' ? 'success' : result.errorCode;
};

test.each([
  ['without a decision', { tool: 'a' }],
  ['with a decision that is none', { tool: 'a', decision: 'alow' }],
  ['with an unknown key', { tool: 'a', decision: 'allow', argumnets: {} }],
  ['with an unknown key in its effects', { tool: 'a', decision: 'allow', effects: [{ path: 'x' }] }],
  ['with arguments that are no patterns', { tool: 'a', decision: 'deny', arguments: { x: 1 } }],
  ['with an agent that is no text', { tool: 'a', decision: 'deny', agent: 1 }],
  ['with an agent without a name', { tool: 'a', decision: 'deny', agent: '' }],
  ['with an effect on nothing', { tool: 'a', decision: 'deny', effects: [{ target: '' }] }],
  ['that waits for a variable', { tool: 'a', decision: 'deny', agent: '${WHO}' }],
])('a rule %s denies the tool it names, and only that', async (_, rule) => {
  const opened = await open({ tools: [tool('a'), tool('b')], rules: [rule] });
  expect(opened.problems).toMatchObject([{ path: expect.stringMatching(/^rules\[0\]/u) }]);
  expect(await decide(opened, 'a')).toBe('denied_by_rule');
  expect(await decide(opened, 'b')).toBe('success');
});

test.each([
  ['is no object', { rules: ['deny'] }],
  ['does not say which tool', { rules: [{ decision: 'never' }] }],
  ['names an empty tool', { rules: [{ tool: '', decision: 'allow' }] }],
  ['names a blank tool', { rules: [{ tool: ' ', decision: 'deny' }] }],
  ['names its tool with a variable that is not set', { rules: [{ tool: '${TOOL}', decision: 'deny' }] }],
  ['misspells what it names', { rules: [{ decision: 'allow', tols: 'a' }] }],
  ['stands in no list', { rules: { decision: 'allow' } }],
  ['stands in a variable that is not set', { rules: '${RULES}' }],
])('a rule that %s denies everything', async (_, rules) => {
  const opened = await open({ tools: [tool('a')], ...rules });
  expect(opened.problems.length).toBe(1);
  expect(await decide(opened, 'a')).toBe('denied_by_rule');
  expect(await decide(opened, 'calculator')).not.toBe('success');
});

test('a broken rule says until when it denies', async () => {
  const { problems } = await open({ rules: [{ tool: 'a' }, {}] });
  expect(problems.map(({ remedy }) => remedy)).toEqual([
    'Correct the rule; until then calls of a are denied.',
    'Correct the rule; until then every call is denied.',
  ]);
});

test.each([
  [{ rules: { decision: 'allow' } }, 'Must be a list. Correct the rule; until then every call is denied.'],
  [{ agents: [] }, 'Must be an object. Correct it; until then no agent may call anything.'],
  [{ allow_lists: [] }, 'Must be an object. Correct it; until then every allow-list holds nothing.'],
  [{ defaults: [] }, 'Must be an object. Correct the entry; until then it is left out.'],
  [
    { sandbox: null },
    'Must be one of: required, best_effort, off. Correct it; until then nothing runs without a sandbox.',
  ],
])('%j says what follows from it', async (config, expected) => {
  const { problems } = await open(config);
  expect(problems.map(({ message, remedy }) => `${message} ${remedy}`)).toEqual([expected]);
});

test.each([
  ['has an unknown permission', { permission: 'reed_only' }],
  ['has an unknown key', { permision: 'read_only' }],
  ['has a broken rule', { permission: 'admin', rules: [{ tool: 'a' }] }],
  ['has a misspelt rule', { permission: 'admin', rules: [{ decision: 'deny', tols: 'a' }] }],
  ['names an allow-list that is not there', { permission: 'admin', allow_list: 'nobodys' }],
  ['waits for a variable', { permission: '${LEVEL}' }],
  ['is no object', 'read_only'],
])('an agent that %s may call nothing, not even the person at the machine', async (_, agent) => {
  const opened = await open({ tools: [tool('a')], agents: { user: agent, other: { permission: 'admin' } } });
  expect(opened.problems.length).toBe(1);
  expect(await decide(opened, 'a')).toBe('not_in_scope');
  expect(await decide(opened, 'a', 'other')).toBe('success');
});

test('an agent whose name is a pattern is reported, and nobody can call by it', async () => {
  const opened = await open({ agents: { '*': { permission: 'admin' } } });
  expect(opened.reported).toEqual(['3 agents.* invalid_definition']);
  expect(await decide(opened, 'calculator', '*')).toBe('unknown_agent');
});

test('agents that cannot be read at all leave the person at the machine without rights', async () => {
  expect(await decide(await open({ agents: [{ user: {} }] }), 'calculator')).toBe('not_in_scope');
  expect(await decide(await open({}), 'calculator')).not.toBe('not_in_scope');
});

test('an allow-list that cannot be read holds nothing, and the ready-made one does not step in', async () => {
  const opened = await open({
    tools: [tool('a', { category: 'text', read_only: true })],
    agents: { coder: { permission: 'admin', allow_list: 'explore' } },
    allow_lists: { explore: { tool_nmaes: [] } },
  });
  expect(opened.reported).toEqual([expect.stringContaining('allow_lists.explore.tool_nmaes unknown_key')]);
  expect(await decide(opened, 'a', 'coder')).toBe('not_in_scope');
});

test('allow-lists that cannot be read at all are empty, also the ready-made ones', async () => {
  for (const allow_lists of [[], 'explore', '${LISTS}']) {
    const opened = await open({ agents: { reader: { allow_list: 'explore' } }, allow_lists });
    expect(opened.problems.length).toBe(1);
    expect(await decide(opened, 'calculator', 'reader')).toBe('not_in_scope');
  }
});

test('a sandbox mode that cannot be read counts as the strict one', async () => {
  for (const sandbox of ['requierd', 1, '${SANDBOX}', null]) {
    const opened = await open({ sandbox });
    expect(opened.problems.length).toBe(1);
    expect(opened.config.sandbox.mode).toBe('required');
  }
  expect((await open({ sandbox: 'x' })).problems[0]?.remedy).toContain('nothing runs without a sandbox');
});

test('a sandbox tells its mode, hosts and commands; what is wrong with one entry leaves the others', async () => {
  const { config, problems } = await open({
    sandbox: {
      mode: 'off',
      allow_hosts: ['api.example.com', '*', '127.0.0.1:8080', 7],
      allow_commands: [
        'make',
        '',
        { program: 'terraform', subcommands: ['plan'] },
        { program: 'x', flag: [] },
      ],
      commands: ['ls', { program: 'git', args: 'any' }, { program: 'x', args: 'all' }],
    },
  });
  expect(config.sandbox).toEqual({
    mode: 'off',
    allowHosts: ['api.example.com', '127.0.0.1:8080'],
    allowCommands: ['make', { program: 'terraform', subcommands: ['plan'], flags: undefined }],
    onlyCommands: ['ls', { program: 'git', args: 'any' }, { program: 'x' }],
  });
  expect(problems.map(({ path }) => path)).toEqual([
    'sandbox.allow_hosts[1]',
    'sandbox.allow_hosts[3]',
    'sandbox.allow_commands[1]',
    'sandbox.allow_commands[3].flag',
    'sandbox.commands[2].args',
  ]);
  expect((await open({ sandbox: { commands: 'ls' } })).config.sandbox.onlyCommands).toEqual([]);
  expect((await open({ sandbox: {} })).config.sandbox.onlyCommands).toBeUndefined();
  expect((await open({ sandbox: { modus: 'off' } })).config.sandbox.mode).toBe('required');
});

test('a language server needs a command and languages', async () => {
  const { config, problems } = await open({
    language_servers: {
      python: { command: ['pyright-langserver', '--stdio'], languages: { '.PY': 'python' } },
      nothing: { command: [] },
      odd: { command: ['x'], languages: { py: 'python' } },
    },
  });
  expect(config.languageServers).toMatchObject([{ name: 'python', languages: { '.py': 'python' } }]);
  expect(problems.map(({ path }) => path)).toEqual(['language_servers.nothing', 'language_servers.odd']);
});

test('variables come from the environment; an entry that waits for one is left out and reported at its line', async () => {
  const config = `{
  "tools": [
    ${JSON.stringify(tool('set', { description: '${GREETING}, ${NAME:-you}.' }))},
    ${JSON.stringify(tool('unset', { description: '${NOT_SET}' }))}
  ],
  "project": "\${NOT_SET}"
}`;
  const { service, problems, reported } = await open(config, { environment: { GREETING: 'Hello' } });
  expect(service.getTool('set')?.description).toBe('Hello, you.');
  expect(service.getTool('unset')).toBeUndefined();
  expect(reported).toEqual(['4 tools[1].description variable_missing', '6 project variable_missing']);
  expect(problems[0]).toMatchObject({
    message: 'The environment variable NOT_SET is not set.',
    remedy: 'Set NOT_SET, or write ${NOT_SET:-otherwise}.',
  });
});

test.each(['toolcrib.json', 'toolcrib.yaml'])('keys such as __proto__ in %s do no harm', async (name) => {
  const evil = '{ "__proto__": { "polluted": true, "permission": "admin", "decision": "allow" } }';
  const parameters = `{ "type": "object", "properties": ${evil} }`;
  const opened = await open(
    `{
  "__proto__": { "sandbox": "off" },
  "tools": [${JSON.stringify(tool('a', { parameters: 0 })).replace('0', parameters)}],
  "agents": { "__proto__": {}, "user": ${evil} },
  "rules": [${evil}]
}`,
    { name },
  );

  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(opened.reported.map((line) => line.replace(/^\d+ /u, ''))).toEqual([
    '__proto__ unknown_key',
    'agents.user.__proto__ unknown_key',
    'rules[0].__proto__ unknown_key',
  ]);
  expect(opened.config.sandbox.mode).toBeUndefined();
  expect(Object.keys(opened.config.agents)).toEqual(['__proto__', 'user']);
  expect(Object.keys(opened.service.getTool('a')?.parameters.properties ?? {})).toEqual(['__proto__']);
  expect(await decide(opened, 'a', '__proto__')).toBe('permission_denied');
});

test('secrets come from the environment by name, and only its own', async () => {
  const rest = (secret: string): object => ({
    type: 'rest',
    base_url: 'http://127.0.0.1:9',
    auth: { type: 'bearer', secret },
  });
  const opened = await open({
    tools: [
      tool('a', { implementation: rest('constructor') }),
      tool('b', { implementation: rest('NOT_SET') }),
    ],
  });
  expect(await decide(opened, 'a')).toBe('secret_missing');
  expect(await decide(opened, 'b')).toBe('secret_missing');
});
