import { spawn, spawnSync } from 'node:child_process';
import {
  defineTool,
  toDescriptor,
  toWire,
  ToolService,
  type Effect,
  type Locale,
  type Permission,
} from '@toolcrib/core';
import { scriptedApprover } from '@toolcrib/core/testing';
import { expect, test } from 'vitest';
import { command, run } from '../command.ts';
import { stateHome, temporaryProject } from '../project.ts';
import { thrownBy } from './thrown-by.ts';

const levels: readonly Permission[] = ['read_only', 'read_write', 'execute', 'admin'];

const toolAt = (permission: Permission): object => ({
  name: `needs_${permission}`,
  description: 'Needs a level.',
  permission,
  approval: 'safe',
  parameters: { type: 'object' },
  run: () => 'done',
});

const write = {
  name: 'Write',
  description: 'Write a file.',
  permission: 'read_write',
  type: 'function',
  handler: 'write',
  parameters: { type: 'object' },
  implementation: { type: 'mock', mock_response: 'written' },
};

test('B4.1 a descriptor tells one of four levels', () => {
  const service = new ToolService({ builtins: false });
  for (const level of levels) service.registerTool(toolAt(level));

  expect(service.listTools().map((tool) => toDescriptor(tool).permission)).toEqual(levels);
});

test('B4.1 a level that does not exist is refused', () => {
  const error = thrownBy(() =>
    new ToolService().registerTool({ ...toolAt('root' as Permission), name: 'x' }),
  );

  expect(error).toMatchObject({
    code: 'invalid_definition',
    data: { problems: [{ kind: 'not_one_of', field: 'permission', allowed: levels }] },
  });
});

test('B4.1 a tool that names no level gets one from what it does', () => {
  const permissionOf = (category: string): Permission =>
    defineTool({
      name: 'tool',
      description: 'A tool.',
      category,
      parameters: { type: 'object' },
      run: () => 0,
    }).permission;

  expect(permissionOf('search')).toBe('read_only');
  expect(permissionOf('code_changes')).toBe('read_write');
  expect(permissionOf('terminal')).toBe('execute');
});

test('B4.2 an agent may call what its level reaches, and nothing above it', async () => {
  const agents = Object.fromEntries(levels.map((permission) => [permission, { permission }]));
  const service = new ToolService({ builtins: false, agents });
  for (const level of levels) service.registerTool(toolAt(level));

  for (const [held, agent] of levels.entries()) {
    for (const [required, level] of levels.entries()) {
      const result = await service.execute(`needs_${level}`, {}, { agent });
      if (held >= required) expect(result).toMatchObject({ status: 'success' });
      else
        expect(result).toMatchObject({
          status: 'blocked',
          errorCode: 'permission_denied',
          station: 'authorize',
        });
    }
    const shown = service.listTools({ agent }).map(({ permission }) => permission);
    expect(shown).toEqual(levels.slice(0, held + 1));
  }
});

test('B4.2 an agent whose level nobody named holds read_only', async () => {
  const service = new ToolService({ builtins: false, agents: { quiet: {} } });
  service.registerTool(toolAt('read_only'));
  service.registerTool(toolAt('read_write'));

  expect(await service.execute('needs_read_only', {}, { agent: 'quiet' })).toMatchObject({
    status: 'success',
  });
  expect(await service.execute('needs_read_write', {}, { agent: 'quiet' })).toMatchObject({
    status: 'blocked',
  });
});

test('B4.2 an agent that nobody configured may call nothing', async () => {
  const service = new ToolService({ builtins: false });
  service.registerTool(toolAt('read_only'));

  expect(await service.execute('needs_read_only', {}, { agent: 'stranger' })).toMatchObject({
    status: 'blocked',
    errorCode: 'unknown_agent',
    station: 'scope',
  });
});

test.each([
  ['zh-CN', '智能体无权限调用此工具（需要 read_write，当前仅有 read_only）'],
  ['en', 'The agent has no permission to call this tool (requires read_write, currently has only read_only)'],
] as const)('B4.2 the refusal tells both levels, in %s', async (locale: Locale, error) => {
  const service = new ToolService({ locale, agents: { explore: { permission: 'read_only' } } });
  service.registerTool(write);

  expect(toWire(await service.execute('Write', {}, { agent: 'explore' }))).toMatchObject({
    status: 'blocked',
    error,
  });
});

test('B4.2 the command answers a read-only agent with the sentence of the specification', async () => {
  const cwd = temporaryProject({
    'toolcrib.json': { tools: [write], agents: { explore: { permission: 'read_only' } } },
  });
  const call = JSON.stringify({ id: '1', tool_name: 'Write', arguments: {} });

  const { code, stdout } = await run(['execute_tool', call, '--agent', 'explore'], {
    cwd,
    env: { TOOLCRIB_LOCALE: 'zh-CN' },
  });

  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'blocked',
    error: '智能体无权限调用此工具（需要 read_write，当前仅有 read_only）',
    error_code: 'permission_denied',
  });
});

/** As the workbench's Bash will: a tool of its level that tells what a command would do. */
function bash(ran: string[]): ReturnType<typeof defineTool> {
  return defineTool({
    name: 'Bash',
    description: 'Run a command.',
    permission: 'execute',
    approval: 'safe',
    parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    effects: ({ command: line }): Effect[] => [
      {
        kind: 'run',
        command: line,
        ...(line.includes('rm -rf') && { risk: 'high', warning: 'rm -rf deletes without asking.' }),
      },
    ],
    run: ({ command: line }) => {
      ran.push(line);
      return 'done';
    },
  });
}

test.each([
  ['en', 'rm -rf deletes without asking.'],
  ['zh-CN', 'rm -rf deletes without asking.'],
] as const)(
  'B4.3 rm -rf pauses, and the question shows tool, arguments, risk and a warning, in %s',
  async (locale: Locale, warning) => {
    const ran: string[] = [];
    const { approver, questions } = scriptedApprover(['allow_once', 'reject_once']);
    const service = new ToolService({ approver, locale, agents: { coder: { permission: 'execute' } } });
    service.registerTool(bash(ran));
    const call = (line: string) => service.execute('Bash', { command: line }, { agent: 'coder' });

    expect(await call('git status')).toMatchObject({ status: 'success', metadata: { risk: 'medium' } });
    expect(questions).toEqual([]);

    expect(await call('rm -rf build')).toMatchObject({ status: 'success', metadata: { risk: 'high' } });
    expect(questions).toMatchObject([
      {
        agent: 'coder',
        tool: 'Bash',
        version: '1.0.0',
        arguments: { command: 'rm -rf build' },
        effects: [{ kind: 'run', command: 'rm -rf build' }],
        risk: 'high',
        warning,
      },
    ]);

    expect(await call('rm -rf /')).toMatchObject({
      status: 'blocked',
      errorCode: 'approval_refused',
      station: 'approve',
    });
    expect(ran).toEqual(['git status', 'rm -rf build']);
  },
);

test('B4.3 a dangerous call does not run where nobody can be asked', async () => {
  const ran: string[] = [];
  const service = new ToolService();
  service.registerTool(bash(ran));

  expect(await service.execute('Bash', { command: 'rm -rf /' })).toMatchObject({
    status: 'blocked',
    errorCode: 'no_approver',
  });
  expect(ran).toEqual([]);
});

test('B4.3 whoever shows the question cannot change what then runs', async () => {
  const ran: string[] = [];
  const service = new ToolService({
    approver: (question) => {
      expect(() => Object.assign(question.arguments, { command: 'rm -rf /' })).toThrow(TypeError);
      return { decision: 'allow_once' };
    },
  });
  service.registerTool(bash(ran));

  await service.execute('Bash', { command: 'rm -rf build' });

  expect(ran).toEqual(['rm -rf build']);
});

/** util-linux's program that gives a process a terminal of its own. */
const terminalProgram = 'script';
const hasTerminal =
  process.platform === 'linux' && spawnSync(terminalProgram, ['-qec', 'true', '/dev/null']).status === 0;

interface Dialog {
  readonly shown: string;
  readonly code: number | null;
}

/** Runs the command at a terminal and types the answer once the prompt is there. */
function answerAtTerminal(
  given: readonly string[],
  cwd: string,
  locale: Locale,
  prompt: string,
  answer: string,
): Promise<Dialog> {
  return new Promise((resolve, reject) => {
    const line = [process.execPath, command, ...given].map((word) => `'${word}'`).join(' ');
    const { PATH = '' } = process.env;
    const kept = { PATH, TOOLCRIB_STATE: stateHome(), TOOLCRIB_LOCALE: locale };
    const child = spawn(terminalProgram, ['-qec', line, '/dev/null'], {
      cwd,
      env: { ...kept, LANG: 'C', SHELL: '/bin/sh', TERM: 'dumb', NO_COLOR: '1' },
    });
    let shown = '';
    let answered = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      if (answered || !shown.includes(prompt)) return;
      answered = true;
      child.stdin.write(`${answer}\r`);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ shown: shown.replaceAll('\r', ''), code });
    });
  });
}

const wipe = {
  name: 'wipe',
  description: 'Wipe a folder.',
  type: 'function',
  handler: 'wipe',
  destructive: true,
  parameters: { type: 'object', properties: { folder: { type: 'string' } } },
  implementation: { type: 'mock', mock_response: 'wiped' },
};

test.skipIf(!hasTerminal)(
  'B4.3 at a terminal the dialog is in the language of the user, and yes runs the tool',
  async () => {
    const cwd = temporaryProject({ 'toolcrib.json': { tools: [wipe] } });

    const { shown, code } = await answerAtTerminal(
      ['call', 'wipe', 'folder=build'],
      cwd,
      'zh-CN',
      '均为拒绝：',
      'allow',
    );

    expect(shown).toContain('是否允许执行 wipe 1.0.0？');
    expect(shown).toContain('folder = "build"');
    expect(shown).toContain('风险等级: 高 ');
    expect(shown).toContain('警告: wipe 可能造成无法恢复的破坏。');
    expect(shown.trimEnd().split('\n').at(-1)).toBe('wiped');
    expect(code).toBe(0);
  },
);

test.skipIf(!hasTerminal)('B4.3 at a terminal everything but a clear yes is a no', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [wipe] } });

  const { shown, code } = await answerAtTerminal(
    ['call', 'wipe', 'folder=build'],
    cwd,
    'en',
    'Anything else is a no:',
    'y',
  );

  expect(shown).toContain('May wipe 1.0.0 run?');
  expect(shown).toContain('Risk: HIGH');
  expect(shown).toContain('blocked (approval_refused)');
  expect(shown).not.toContain('wiped');
  expect(code).toBe(3);
});
