import { describe, expect, test } from 'vitest';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const config = {
  tools: [
    mockTool('find', { category: 'search', tags: ['fast'], tier: 'low', aliases: ['seek'] }),
    mockTool('wipe', { category: 'files', destructive: true, short_description: 'Wipes\u001b[31m\nall.' }),
  ],
  agents: { reader: { permission: 'read_only' } },
};

describe('list', () => {
  test('shows a line for each tool; the count goes to standard error', async () => {
    const { code, stdout, stderr } = await run(['list'], {
      cwd: temporaryProject({ 'toolcrib.json': config }),
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^calculator +read_only +\S/mu);
    expect(stdout).toMatch(/^find +read_only +Answers with find\.$/mu);
    expect(stdout.trimEnd().split('\n').length).toBe(17);
    expect(stderr).toBe('17 tools\n');
  });

  test('a description cannot speak to the terminal', async () => {
    const { stdout } = await run(['list'], { cwd: temporaryProject({ 'toolcrib.json': config }) });
    expect(stdout).toContain('Wipes\\u{1b}[31m\\nall.');
  });

  test.each([
    [
      ['--category', 'search'],
      ['find', 'Glob', 'Grep', 'Search'],
    ],
    [['--tag', 'fast'], ['find']],
    [['--tier', 'low', '--type', 'mock'], ['find']],
    [
      ['--type', 'mock'],
      ['find', 'wipe'],
    ],
    [['--agent', 'reader', '--type', 'mock'], ['find']],
    [['--category', 'nothing'], []],
    [['--type', 'telepathy'], []],
  ])('list_tools %j gives the descriptors of %j, in JSON', async (options, expected) => {
    const { code, stdout, stderr } = await run(['list_tools', ...options], {
      cwd: temporaryProject({ 'toolcrib.json': config }),
    });
    const tools = JSON.parse(stdout) as { name: string; parameters: unknown; permission: string }[];
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(tools.map(({ name }) => name)).toEqual(expected);
    for (const tool of tools)
      expect(tool).toMatchObject({ parameters: { type: 'object' }, permission: expect.any(String) });
  });

  test('what is shown is what can be called: without --agent, the tools of the agent user', async () => {
    const cwd = temporaryProject({ 'toolcrib.json': { agents: { user: { tools: ['calculator'] } } } });
    const [list, formats, call] = await Promise.all([
      run(['list'], { cwd }),
      run(['formats', 'mcp'], { cwd }),
      run(['call', 'string', 'operation=upper', 'text=a'], { cwd }),
    ]);
    expect(list).toMatchObject({ code: 0, stderr: '1 tool\n' });
    expect(list.stdout).toMatch(/^calculator /u);
    expect(JSON.parse(formats.stdout)).toMatchObject([{ name: 'calculator' }]);
    expect(call).toMatchObject({ code: 3, stdout: '' });
  });

  test('an agent that nobody configured is told which there are: exit 3', async () => {
    const cwd = temporaryProject({ 'toolcrib.json': config });
    const { code, stdout, stderr } = await run(['list', '--agent', 'nobody'], { cwd });
    expect({ code, stdout, stderr }).toEqual({
      code: 3,
      stdout: '',
      stderr:
        'No agent "nobody" is configured. Known: user, reader. Configure the agent under agents.nobody.\n',
    });
  });
});

describe('describe', () => {
  test('gives a page in the language that was chosen', async () => {
    const cwd = temporaryProject({ 'toolcrib.json': config });
    const [english, chinese] = await Promise.all([
      run(['describe', 'calculator'], { cwd }),
      run(['describe', 'calculator', '--locale', 'zh-CN'], { cwd }),
    ]);
    expect(english).toMatchObject({ code: 0, stderr: '' });
    expect(english.stdout).toContain('Parameters');
    expect(chinese.stdout).toContain('参数');
  });

  test('get_tool_descriptor, or --json, gives the descriptor; an alias finds it too', async () => {
    const cwd = temporaryProject({ 'toolcrib.json': config });
    const [wire, json] = await Promise.all([
      run(['get_tool_descriptor', 'seek'], { cwd }),
      run(['describe', 'find', '--json'], { cwd }),
    ]);
    expect(wire.stdout).toBe(json.stdout);
    expect(JSON.parse(wire.stdout)).toMatchObject({
      id: 'find@1.0.0',
      category: 'search',
      aliases: ['seek'],
    });
  });

  test.each([
    ['en', 'No tool "calculater". Did you mean calculator?\n'],
    ['zh-CN', '没有工具 "calculater"。您是否想用 calculator？\n'],
  ])(
    "a tool that is not there is suggested, in the configuration's language %s: exit 1",
    async (locale, expected) => {
      const cwd = temporaryProject({ 'toolcrib.json': { locale } });
      expect(await run(['describe', 'calculater'], { cwd })).toEqual({
        code: 1,
        stdout: '',
        stderr: expected,
      });
    },
  );

  test.each([
    [['get_tool_descriptor', 'calculater'], 1, 'error', 'tool_not_found', 'RegistryError'],
    [['describe', 'calculator@9', '--json'], 1, 'error', 'version_not_found', 'RegistryError'],
    [['list_tools', '--agent', 'nobody'], 3, 'blocked', 'unknown_agent', 'BlockedError'],
    [['formats', 'banana', '--json'], 1, 'error', 'unknown_provider', 'RegistryError'],
    [['list_tools', '--config', 'nope.json'], 4, 'error', 'file_missing', 'ConfigError'],
    [['call', 'a', '--json', '--config', 'nope.json'], 4, 'error', 'file_missing', 'ConfigError'],
  ])('where JSON is wanted, %j is told why in JSON', async (given, code, status, error_code, error_type) => {
    const { stdout, ...end } = await run(given, { cwd: temporaryProject({ 'toolcrib.json': config }) });
    expect(end).toEqual({ code, stderr: '' });
    const { remedy, ...told }: { remedy?: string } = JSON.parse(stdout);
    expect(told).toEqual({ status, error: expect.any(String), error_code, error_type });
    expect(remedy).toBe(status === 'blocked' ? 'Configure the agent under agents.nobody.' : undefined);
  });

  test('a version that is not there is told which there are: exit 1', async () => {
    expect(await run(['describe', 'calculator@9'], { cwd: temporaryProject() })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('1.0.0'),
    });
  });

  test.each([
    ['describe', 'NAME'],
    ['get_tool_descriptor', 'NAME'],
  ])('%s without a name is wrong usage: exit 2', async (name, argument) => {
    expect(await run([name], { cwd: temporaryProject() })).toEqual({
      code: 2,
      stdout: '',
      stderr: `${name} needs ${argument}. See toolcrib --help.\n`,
    });
  });
});
