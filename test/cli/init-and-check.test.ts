import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';
import { hasTerminal, startAtTerminal, type AtTerminal } from '../at-terminal.ts';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

describe('init', () => {
  test('writes a configuration that has no problems and whose tool answers', async () => {
    const cwd = temporaryProject();
    expect(await run(['init'], { cwd })).toEqual({ code: 0, stdout: 'Wrote toolcrib.json.\n', stderr: '' });
    const file = join(cwd, 'toolcrib.json');
    expect(await run(['check'], { cwd })).toEqual({ code: 0, stdout: '', stderr: `${file}: no problems.\n` });
    expect((await run(['call', 'ping'], { cwd })).stdout).toBe('{\n  "message": "pong"\n}\n');
    expect((await run(['call', 'ping', '--agent', 'coder'], { cwd })).code).toBe(3);
  });

  test.each(['toolcrib.json', 'toolcrib.jsonc', 'toolcrib.yaml', 'toolcrib.yml'])(
    'leaves a %s that is there as it is, and writes no other that would be read first',
    async (name) => {
      const cwd = temporaryProject({ [name]: '# mine' });
      const [english, chinese] = [
        await run(['init'], { cwd }),
        await run(['init', '--locale', 'zh-CN'], { cwd }),
      ];
      expect(english).toEqual({
        code: 1,
        stdout: '',
        stderr: `${name} exists already and was left as it is.\n`,
      });
      expect(chinese).toEqual({ code: 1, stdout: '', stderr: `${name} 已存在，未作改动。\n` });
      expect(readFileSync(join(cwd, name), 'utf8')).toBe('# mine');
      expect(existsSync(join(cwd, 'toolcrib.json'))).toBe(name === 'toolcrib.json');
    },
  );

  test('writes where --project and --config say, and says so when it cannot', async () => {
    const cwd = temporaryProject();
    const [elsewhere, given, nowhere] = await Promise.all([
      run(['init', '--project', cwd], { cwd: '/' }),
      run(['init', '--config', 'other.json'], { cwd }),
      run(['init', '--project', 'nowhere'], { cwd }),
    ]);
    expect(elsewhere).toMatchObject({ code: 0, stdout: `Wrote ${join(cwd, 'toolcrib.json')}.\n` });
    expect(given).toMatchObject({ code: 0, stdout: `Wrote ${join(cwd, 'other.json')}.\n` });
    expect(nowhere).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'nowhere/toolcrib.json cannot be written: its directory does not exist.\n',
    });
  });
});

describe('init with answers', () => {
  const api = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://shop.example' }],
    paths: { '/books/{id}': { get: { operationId: 'getBook', summary: 'One book.' } } },
  };

  test('options say who may call, what stands behind, and where a person is asked; nothing is waited for', async () => {
    const cwd = temporaryProject({ 'shop.json': api });
    const given = ['--who', 'reader,writer=read_write', '--source', 'shop.json', '--ask', 'client'];
    const { code, stdout } = await run(['init', ...given], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Wrote toolcrib.json.\n' });
    const text = readFileSync(join(cwd, 'toolcrib.json'), 'utf8');
    expect(text).toContain('// Who may call.');
    expect(parse(text)).toMatchObject({
      agents: { reader: { permission: 'read_only' }, writer: { permission: 'read_write' } },
      rules: [{ tool: 'ping', agent: 'writer' }],
      gateway: { agent: 'reader', approver: true },
      openapi: { shop: { document: 'shop.json' } },
    });
    expect((await run(['check'], { cwd })).code).toBe(0);
    const seen = async (agent: string): Promise<string> =>
      (await run(['list', '--agent', agent], { cwd })).stdout;
    expect(await seen('reader')).toContain('shop__getBook');
    expect(await seen('reader')).not.toContain('Write');
    expect(await seen('writer')).toContain('Write');
  });

  test('an MCP server waits to be accepted, unless --yes says so beforehand', async () => {
    const server = [process.execPath, join(import.meta.dirname, sampleServer), '.'].join(' ');
    const [waiting, accepted] = [temporaryProject(), temporaryProject()];
    const held = await run(['init', '--source', server], { cwd: waiting });
    const taken = await run(['init', '--source', server, '--yes'], { cwd: accepted });
    expect([held.code, taken.code]).toEqual([1, 0]);
    expect(held.stderr).toContain('toolcrib tools accept');
    const names = async (cwd: string): Promise<string> => (await run(['list'], { cwd })).stdout;
    expect(await names(waiting)).not.toContain('sample');
    expect(await names(accepted)).toContain('sample');
  });

  test.each([[['--who', 'reader=all']], [['--who', 'reader,reader']], [['--ask', 'nobody']]])(
    '%j makes no sense: nothing is written, and it is said what would',
    async (given) => {
      const cwd = temporaryProject();
      const [english, chinese] = await Promise.all([
        run(['init', ...given], { cwd }),
        run(['init', ...given, '--locale', 'zh-CN'], { cwd }),
      ]);
      expect([english.code, chinese.code]).toEqual([2, 2]);
      expect(english.stderr).toMatch(/reader=read_only|terminal, console/u);
      expect(chinese.stderr).toMatch(/级别|不是/u);
      expect(existsSync(join(cwd, 'toolcrib.json'))).toBe(false);
    },
  );

  test.runIf(hasTerminal)('a person is asked three questions, and told what to do next', async () => {
    const cwd = temporaryProject({ 'shop.json': api });
    const terminal = startAtTerminal(['init'], { cwd });
    await typed(terminal, '[nothing]', 'shop.json');
    await typed(terminal, 'coder=execute]', 'reader=everything');
    await typed(terminal, 'execute and admin.', 'reader');
    await typed(terminal, '[terminal]', '');
    const { shown, code } = await terminal.end();
    expect(code).toBe(0);
    expect(shown).toContain('toolcrib list --agent reader');
    expect(shown).toContain('toolcrib approvals watch');
    expect(parse(readFileSync(join(cwd, 'toolcrib.json'), 'utf8'))).toMatchObject({
      agents: { reader: { permission: 'read_only' } },
      gateway: { agent: 'reader', approver: false },
      openapi: { shop: { document: 'shop.json' } },
    });
  });

  test.runIf(hasTerminal)('a person who leaves in the middle has decided nothing', async () => {
    const cwd = temporaryProject();
    const terminal = startAtTerminal(['init'], { cwd });
    await terminal.shows('[nothing]');
    terminal.type('\u0003');
    const { code } = await terminal.end();
    expect(code).toBe(130);
    expect(existsSync(join(cwd, 'toolcrib.json'))).toBe(false);
  });
});

describe('check', () => {
  const broken = `{
  "tools": [
    { "name": "a" },
    ${JSON.stringify(mockTool('good'))}
  ],
  "tolos": {},
  "bad\\u001b[2J": 1
}`;

  test('reports every problem with its place on standard output, and counts them: exit 4', async () => {
    const cwd = temporaryProject({ 'toolcrib.json': broken });
    const file = join(cwd, 'toolcrib.json');
    const [english, chinese] = await Promise.all([
      run(['check'], { cwd }),
      run(['check'], { cwd, env: { LANG: 'zh_CN.UTF-8' } }),
    ]);
    expect(english).toMatchObject({ code: 4, stderr: '4 problems\n' });
    const lines = english.stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(file, '').split(': ', 1)[0])).toEqual([
      ':6:12 tolos',
      ':7:19 bad\\u{1b}[2J',
      ':3:5 tools[0]',
      ':3:5 tools[0]',
    ]);
    expect(lines[0]).toContain('Unknown key "tolos". Remove it, or use one of: ');
    expect(chinese).toMatchObject({
      code: 4,
      stderr: '4 个问题\n',
      stdout: expect.stringContaining('未知的键 "tolos"。'),
    });
  });

  test('--json gives file and problems', async () => {
    const cwd = temporaryProject({ 'toolcrib.json': broken });
    const { code, stdout, stderr } = await run(['check', '--json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 4, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      file: join(cwd, 'toolcrib.json'),
      problems: [
        { line: 6, column: 12, path: 'tolos', code: 'unknown_key', remedy: expect.any(String) },
        {},
        {},
        {},
      ],
    });
  });

  test('the other commands tell the problems on standard error and start with the rest', async () => {
    const { code, stdout, stderr } = await run(['call', 'good'], {
      cwd: temporaryProject({ 'toolcrib.json': broken }),
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'good\n' });
    expect(stderr.trimEnd().split('\n').length).toBe(4);
  });

  test('rules about tools and agents that are not there are mentioned and are no problem', async () => {
    const config = {
      tools: [mockTool('ping', { version: '1.2.0', aliases: ['pong'] })],
      agents: {
        coder: {
          rules: [
            { tool: 'pnig', decision: 'deny' },
            { tool: 'ping', decision: 'ask' },
          ],
        },
      },
      rules: [
        { decision: 'ask' },
        { tool: 'p?ng*', decision: 'ask' },
        { tool: 'pong', agent: 'user', decision: 'ask' },
        { tool: 'ping@1.2.0', agent: 'cod*', decision: 'ask' },
        { tool: 'Zzz*', decision: 'deny' },
        { tool: 'calculater', agent: 'codr', decision: 'allow' },
      ],
    };
    const cwd = temporaryProject({ 'toolcrib.json': config });
    const file = join(cwd, 'toolcrib.json');
    const [english, json, chinese] = await Promise.all([
      run(['check'], { cwd }),
      run(['check', '--json'], { cwd }),
      run(['check', '--locale', 'zh-CN'], { cwd }),
    ]);
    expect(english).toMatchObject({ code: 0, stderr: `${file}: no problems.\n` });
    expect(english.stdout.replaceAll(/\S+toolcrib\.json:\d+:\d+ /gu, '')).toBe(
      [
        'rules[4]: The rule matches no call. There is no tool "Zzz*". Correct or remove it.',
        'rules[5]: The rule matches no call. There is no tool "calculater". Did you mean calculator?',
        'rules[5]: The rule matches no call. There is no agent "codr". Known: user, coder.',
        'agents.coder.rules[0]: The rule matches no call. There is no tool "pnig". Did you mean ping?',
        '',
      ].join('\n'),
    );
    const { problems } = JSON.parse(json.stdout) as { problems: { code: string; line: number }[] };
    const lines = JSON.stringify(config, null, 2).split('\n');
    expect(json.code).toBe(0);
    expect(problems.map(({ code }) => code)).toEqual(Array(4).fill('matches_nothing'));
    expect(lines[problems[0]?.line ?? 0]).toContain('"Zzz*"');
    expect(chinese).toMatchObject({ code: 0, stdout: expect.stringContaining('没有工具 "Zzz*"。') });
    expect((await run(['list'], { cwd })).stderr).toBe('16 tools\n');
  });

  test('--json gives the problem of a configuration that cannot be read at all as well', async () => {
    const cwd = temporaryProject({ 'toolcrib.json': '{\n  "agent": {}\n}' });
    const { code, stdout, stderr } = await run(['check', '--json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 4, stderr: '' });
    const file = join(cwd, 'toolcrib.json');
    expect(JSON.parse(stdout)).toMatchObject({
      file,
      problems: [
        { file, line: 2, column: 12, path: 'agent', code: 'misspelt_key', remedy: expect.any(String) },
      ],
    });
  });

  test('without a configuration there is nothing to check', async () => {
    const cwd = temporaryProject();
    const [english, json] = await Promise.all([run(['check'], { cwd }), run(['check', '--json'], { cwd })]);
    expect(english).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('"toolcrib init" writes one'),
    });
    expect(JSON.parse(json.stdout)).toEqual({ file: null, problems: [] });
  });

  test.each([
    [{ 'toolcrib.json': '{\n "tools": [' }, [], /^\S+toolcrib\.json:2:12 The file cannot be read: /u],
    [{ 'toolcrib.yaml': 'a: [' }, ['--locale', 'zh-CN'], /^\S+toolcrib\.yaml:1:5 文件无法读取：/u],
    [{}, ['--config', 'nope.json'], /^\S+nope\.json: There is no such configuration file\. Create one/u],
    [{}, ['--project', 'nowhere'], /^\S+nowhere: There is no such project directory\./u],
    [{ 'toolcrib.json': { Rules: [] } }, [], /^\S+toolcrib\.json:2:12 Rules: .+ Did you mean rules\?/u],
    [{ 'toolcrib.json': 'null' }, [], /^\S+toolcrib\.json:1:1 A configuration must be an object\./u],
    [{ 'toolcrib.yaml': '['.repeat(100_000) }, [], /^\S+toolcrib\.yaml: The file is larger than/u],
  ])(
    'a configuration that cannot be read at all ends every command with one line and 4 (%#)',
    async (files, given, message) => {
      const cwd = temporaryProject(files);
      for (const command of [['check'], ['call', 'calculator', 'expression=1']]) {
        const { code, stdout, stderr } = await run([...command, ...given], { cwd });
        expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
        expect(stderr).toMatch(message);
        expect(stderr.trimEnd()).not.toContain('\n');
      }
    },
  );
});

const sampleServer = '../../packages/toolcrib/src/connectors/mcp/sample-server.test-support.ts';

/** Without its comments, which stand on lines of their own. */
function parse(text: string): unknown {
  return JSON.parse(text.replaceAll(/^\s*\/\/.*$/gmu, ''));
}

async function typed(terminal: AtTerminal, question: string, answer: string): Promise<void> {
  await terminal.shows(question);
  terminal.type(`${answer}\r`);
}
