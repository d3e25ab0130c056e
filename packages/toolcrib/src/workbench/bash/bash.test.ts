import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPage, ToolService, type ToolServiceOptions } from '@toolcrib/core';
import { scriptedApprover } from '@toolcrib/core/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandGuard } from '../../fence/commands/command-guard.ts';
import type { Processes } from '../../fence/processes/processes.ts';
import { createTestBench } from '../bench.test-support.ts';
import type { Bench } from '../bench.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { createBashTool } from './bash.ts';

let project: SampleProject;
let bench: ReturnType<typeof createTestBench>;
beforeEach(() => {
  project = createSampleProject();
  bench = createTestBench(project);
});
afterEach(async () => {
  await bench.close();
  project.remove();
});

function serviceWith(options: ToolServiceOptions = {}, parts: Partial<Bench> = {}): ToolService {
  const service = new ToolService(options);
  service.registerTool(createBashTool({ ...bench, ...parts }));
  return service;
}

const bash = (given: object, options?: object) => serviceWith().execute('Bash', given, options);

test('gives what was said, the exit code, and what it took', async () => {
  const result = await bash({ command: 'cat notes.txt | head -n 1; echo no >&2; exit 3' });
  expect(result).toMatchObject({
    status: 'success',
    output: { stdout: 'first\n', stderr: 'no\n', exit_code: 3, signal: null, timed_out: false },
    metadata: {
      usage: { source: 'process_tree', cpuMs: expect.any(Number), memoryBytes: expect.any(Number) },
    },
  });
});

test('a signal is told by its name', async () => {
  expect(await bash({ command: 'kill -TERM $$' })).toMatchObject({
    output: { exit_code: null, signal: 'SIGTERM' },
  });
});

test('starts where it is told, and nowhere else', async () => {
  expect(await bash({ command: 'pwd', cwd: 'src' })).toMatchObject({
    output: { stdout: `${project.root}/src\n` },
  });
  symlinkSync('/etc', join(project.root, 'link'));
  for (const cwd of ['..', '/', 'link', 'src/../..']) {
    expect(await bash({ command: 'pwd', cwd })).toMatchObject({ errorCode: 'outside_project' });
  }
  for (const cwd of ['notes.txt', 'nowhere']) {
    expect(await bash({ command: 'pwd', cwd })).toMatchObject({
      status: 'error',
      errorCode: 'tool_failed',
      error: expect.stringContaining(cwd),
    });
  }
});

test('reads nothing from us, and no start file of the project', async () => {
  for (const name of ['.bashrc', '.profile', '.bash_profile']) {
    writeFileSync(join(project.root, name), 'echo started');
  }
  const result = await bash({ command: 'cat; echo end' });
  expect(result).toMatchObject({ output: { stdout: 'end\n', exit_code: 0 } });
});

test('git starts nothing that a folder made up to be a repository names', async () => {
  const canary = join(project.root, 'canary');
  for (const folder of ['objects', 'refs'])
    mkdirSync(join(project.root, 'fake', folder), { recursive: true });
  writeFileSync(join(project.root, 'fake/HEAD'), 'ref: refs/heads/main\n');
  const settings = `[core]\n\tworktree = ${project.root}\n\tfsmonitor = "touch ${canary}; true"\n`;
  writeFileSync(join(project.root, 'fake/config'), `${settings}\trepositoryformatversion = 0\n`);
  const { approver } = scriptedApprover(['allow_once']);
  await serviceWith({ approver }).execute('Bash', { command: 'cd fake && git status' });
  expect(existsSync(canary)).toBe(false);
});

test('what is too long is cut, and Read is told where the rest is', async () => {
  const { output } = (await bash({ command: 'seq 5000; seq 9000 >&2' })) as {
    output: Record<string, string>;
  };
  expect(output['stdout']).toMatch(/^1\n2\n/u);
  expect(output['stdout']?.split('\n').length).toBeLessThan(2010);
  for (const name of ['stdout_rest', 'stderr_rest']) {
    expect(await bench.outputs.find(output[name] ?? '')).toEqual(expect.any(String));
  }
});

test('an endless output is ended', async () => {
  expect(await bash({ command: 'yes' })).toMatchObject({
    output: { signal: 'SIGKILL', exit_code: null, timed_out: false },
    metadata: { notes: { output_limit_reached: true } },
  });
});

describe('when the time is up', () => {
  test('its own time: what was said so far is not lost, and all of it is dead', async () => {
    const command = "echo early; (sleep 0.4; touch late) & trap '' TERM; sleep 1; touch late";
    expect(await bash({ command, timeout: 150 })).toMatchObject({
      status: 'success',
      output: { stdout: 'early\n', exit_code: null, signal: 'SIGKILL', timed_out: true },
    });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(existsSync(join(project.root, 'late'))).toBe(false);
  });

  test('the time of the call: the result says timeout', async () => {
    const result = await bash({ command: 'sleep 5', timeout: 4000 }, { timeout: 100 });
    expect(result).toMatchObject({ status: 'error', errorCode: 'timeout' });
  });

  test('a call that is cancelled is cancelled, not timed out', async () => {
    const controller = new AbortController();
    const running = bash({ command: 'sleep 5', timeout: 4000 }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expect(await running).toMatchObject({ status: 'error', errorCode: 'cancelled' });
  });
});

test('tells what comes out while it comes, in whole characters', async () => {
  const service = serviceWith();
  const told: unknown[] = [];
  service.on('call-progress', ({ data }) => told.push(data));
  const command = "printf '\\xe6\\xb1'; sleep 0.3; printf '\\x89\\n'; echo no >&2; sleep 0.3; echo end";
  await service.execute('Bash', { command });
  expect(told).toEqual([
    { stream: 'stdout', text: '汉\n' },
    { stream: 'stderr', text: 'no\n' },
    { stream: 'stdout', text: 'end\n' },
  ]);
});

describe('what the guard says', () => {
  const subject = { commands: [], needsExactRule: false };
  const guard = (
    verdict: ReturnType<CommandGuard['judge']>,
  ): { commands: CommandGuard; asked: unknown[] } => {
    const asked: unknown[] = [];
    return {
      asked,
      commands: {
        isExact: false,
        listedOwn: [],
        judge: (...question) => {
          asked.push(question);
          return verdict;
        },
      },
    };
  };

  test('becomes effects: what is read and written, beside what is run', async () => {
    const { commands, asked } = guard({
      decision: 'allow',
      programs: ['cp'],
      ownPrograms: [],
      effects: [{ kind: 'write', path: 'copy.txt' }],
      onlyReads: false,
      losses: [],
      showsRepository: false,
      ...subject,
    });
    const tool = createBashTool({ ...bench, commands });
    expect(await tool.effects?.({ command: 'cp notes.txt copy.txt', cwd: 'src' } as never)).toEqual([
      { kind: 'read', path: 'src' },
      expect.objectContaining({ kind: 'run', command: 'cp notes.txt copy.txt', directory: 'src' }),
      { kind: 'write', path: 'copy.txt' },
    ]);
    expect(asked).toEqual([
      ['cp notes.txt copy.txt', { directory: join(project.root, 'src'), contained: false }],
    ]);
  });

  test('tells the guard when the system contains what runs', async () => {
    const { commands, asked } = guard({
      decision: 'allow',
      programs: [],
      ownPrograms: [],
      effects: [],
      onlyReads: false,
      losses: [],
      showsRepository: false,
      ...subject,
    });
    const processes: Processes = { ...bench.processes, layer: () => 'namespaces' };
    await createBashTool({ ...bench, commands, processes }).effects?.({ command: 'ls', cwd: '.' } as never);
    expect(asked).toEqual([['ls', { directory: project.root, contained: true }]]);
  });

  test.each([
    ['en', /deletes folders/u],
    ['zh-CN', /删除文件夹/u],
  ] as const)('asks a person with a warning in %s, and runs only after a yes', async (locale, warning) => {
    const { commands } = guard({
      decision: 'ask',
      programs: ['rm'],
      ownPrograms: [],
      effects: [],
      onlyReads: false,
      losses: [],
      showsRepository: false,
      reasons: [{ word: 'recursive_delete', part: 'rm -rf build' }],
      ...subject,
    });
    mkdirSync(join(project.root, 'build'));
    const { approver, questions } = scriptedApprover(['reject_once', 'allow_once']);
    const service = serviceWith({ approver, locale }, { commands, locale });
    const remove = () => service.execute('Bash', { command: 'rm -rf build', description: 'Clean up' });
    expect(await remove()).toMatchObject({ status: 'blocked', errorCode: 'approval_refused' });
    expect(existsSync(join(project.root, 'build'))).toBe(true);
    expect(questions[0]).toMatchObject({ risk: 'high', warning: expect.stringMatching(warning) });
    expect(await remove()).toMatchObject({ status: 'success', output: { exit_code: 0 } });
    expect(existsSync(join(project.root, 'build'))).toBe(false);
  });

  test('a blocked command does not run, even where no fence stands', async () => {
    const { commands } = guard({ decision: 'block', program: 'touch', reasons: [], ...subject });
    const service = serviceWith({}, { commands });
    expect(await service.execute('Bash', { command: 'touch planted' })).toMatchObject({
      status: 'blocked',
      errorCode: 'command_not_allowed',
    });
    expect(existsSync(join(project.root, 'planted'))).toBe(false);
  });
});

describe('its page', () => {
  const tool = createBashTool({} as Bench);

  test('says everything', () => {
    expect(tool).toMatchObject({
      source: 'workbench',
      aliases: ['bash'],
      permission: 'execute',
      derived: [],
    });
    expect(tool.examples.length).toBeGreaterThanOrEqual(3);
    expect(toPage(tool)).toContain('# Bash\n');
  });

  test.each(tool.examples)('the example runs: $description', async ({ arguments: given }) => {
    const result = await bash(given);
    expect(result).toMatchObject({ status: 'success' });
    const check = new Ajv2020({ allowUnionTypes: true }).compile(tool.returns ?? false);
    expect(check((result as { output: unknown }).output)).toBe(true);
  });
});
