import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolService, type ApprovalQuestion, type ToolResult } from '@toolcrib/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Loss } from '../../fence/commands/losses.ts';
import { createCommandGuard } from '../../fence/commands/command-guard.ts';
import { createFence } from '../../fence/fence.ts';
import { createProcesses } from '../../fence/processes/create-processes.ts';
import { createBashTool } from '../bash/bash.ts';
import { createTestBench, type TestBench } from '../bench.test-support.ts';
import { createEditTool } from '../edit/edit.ts';
import { createGitTool } from '../git/git.ts';
import { gitIn, makeRepository, put } from '../git/repository.test-support.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { createWriteTool } from '../write/write.ts';
import { lossEffects } from './loss-effects.ts';

/** In the repository: clean.txt is committed, dirty.txt has changed since, staged.txt is staged alone, new.txt unknown to git. */

let project: SampleProject;
let bench: TestBench;
let service: ToolService;
let questions: ApprovalQuestion[];
let answer: 'allow_once' | 'reject_once';

function open(mode: 'off' | 'best_effort' = 'off'): void {
  const { root, stateFolder } = project;
  const processes = createProcesses({ root, mode, stateFolder });
  bench = createTestBench(project, { parts: { commands: createCommandGuard({ root }), processes } });
  service = new ToolService({
    agents: { ada: { permission: 'execute' }, bob: { permission: 'execute' } },
    fence: createFence({ mode, ...bench }),
    approver: (question) => {
      questions.push(question);
      return { decision: answer };
    },
  });
  for (const create of [createBashTool, createWriteTool, createEditTool, createGitTool])
    service.registerTool(create(bench));
}

function make(): void {
  project = createSampleProject();
  const { root } = project;
  makeRepository(root);
  for (const name of [...dirty, 'clean.txt', 'src/deep/clean.txt']) put(root, name, 'committed\n');
  gitIn(root, 'add', '--all');
  gitIn(root, 'commit', '--quiet', '-m', 'all');
  for (const name of dirty) put(root, name, 'changed\n');
  put(root, 'staged.txt', 'staged\n');
  gitIn(root, 'add', 'staged.txt');
  put(root, 'new.txt', 'unknown to git\n');
  put(root, 'empty.log', '');
  put(root, 'src/same/dirty.txt', '');
  symlinkSync('dirty.txt', join(root, 'link.txt'));
  open();
}

const dirty = ['dirty.txt', 'dirty1.txt', 'dirty2.txt', 'dirty3.txt', 'dirty4.txt'];

async function close(): Promise<void> {
  await bench.close();
  await bench.processes.close();
}

async function remove(): Promise<void> {
  await close();
  project.remove();
}

beforeEach(() => {
  answer = 'reject_once';
  questions = [];
});

const content = (name: string): string => readFileSync(join(project.root, name), 'utf8');
const bash = (command: string, agent?: string): Promise<ToolResult> =>
  service.execute('Bash', { command }, agent === undefined ? {} : { agent });

describe('a command asks before it destroys what git cannot give back', () => {
  beforeAll(make);
  afterAll(remove);

  test.each([
    'truncate -s 0 dirty.txt',
    'echo x > dirty.txt',
    ': > dirty.txt',
    'cat clean.txt >| dirty.txt',
    'cat clean.txt &> dirty.txt',
    'echo x | tee dirty.txt',
    'sed -i s/c/x/ dirty.txt',
    'cp clean.txt dirty.txt',
    'cp clean.txt src/deep/../../dirty.txt',
    'mv clean.txt dirty.txt',
    'mv -f clean.txt dirty.txt',
    'rm dirty.txt',
    'rm -f dirty.txt clean.txt',
    'rm dirt?.txt',
    'sort -o dirty.txt clean.txt',
    'git checkout -- dirty.txt',
    'git checkout HEAD -- dirty.txt',
    'git checkout -- .',
    'git restore dirty.txt',
    'git restore .',
    'git restore --source=HEAD dirty.txt',
    'git restore --staged --worktree dirty.txt',
    'cd src && truncate -s 0 ../dirty.txt',
    'for f in dirty.txt; do echo x > dirty.txt; done',
    'cp dirty.txt clean.txt; mv clean.txt dirty.txt',
    'mv dirty.txt moved.txt; truncate -s 0 moved.txt',
    'mv dirty.txt src; truncate -s 0 src/dirty.txt',
    'mv dirty.txt a; mv a b; rm b',
    'git mv -f clean.txt dirty.txt',
    'git mv dirty.txt moved.txt; truncate -s 0 moved.txt',
    'tar -rf dirty.txt clean.txt',
    'cp src/same/* .',
    'mv src/same/* .',
    'python3 -m json.tool --indent 2 clean.txt dirty.txt',
    "bash -c 'truncate -s 0 dirty.txt'",
    'timeout 5 truncate -s 0 dirty.txt',
    'find . -name dirty.txt -exec truncate -s 0 {} +',
    'echo x > link.txt',
  ])('%j', async (command) => {
    const result = await bash(command);
    expect([command, result.status, content('dirty.txt')]).toEqual([command, 'blocked', 'changed\n']);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({ risk: 'high' });
    expect(questions[0]?.warning).toMatch(/Git does not have what is there now|not on the list/u);
  });

  test.each([
    'truncate -s 0 new.txt',
    'rm new.txt',
    'mv clean.txt new.txt',
    'mv new.txt moved.txt; rm moved.txt',
    'ln -s new.txt moved.txt; echo > moved.txt',
    'ln new.txt moved.txt; echo > moved.txt',
  ])('of a file that git has never had: %j', async (command) => {
    expect(await bash(command)).toMatchObject({ status: 'blocked' });
    expect(content('new.txt')).toBe('unknown to git\n');
  });

  test.each([
    ['git stash drop', 'throws away changes that were stashed'],
    ['git clean -f', 'deletes files that git has never had'],
    ['git clean -fdx', 'files that git ignores'],
  ])('%j', async (command, warning) => {
    expect(await bash(command)).toMatchObject({ status: 'blocked' });
    expect(questions[0]?.warning).toContain(warning);
    expect(content('new.txt')).toBe('unknown to git\n');
  });
});

describe('in the sandbox of this machine, which looks up patterns by itself', () => {
  beforeAll(async () => {
    make();
    await close();
    open('best_effort');
  });
  afterAll(remove);

  test.each([
    'cp src/same/* .',
    'cp -t . src/same/d*.txt',
    'mv src/same/* .',
    'mv src/same/dirt?.txt src/deep/../..',
    'mkdir a; cp src/same/dirty.txt a; cp a/* .',
    'mv src/same a; mv a/* .',
    'mv dirty.txt src/deep; cp src/same/* src/deep',
    'find src/same -type f -exec cp {} . \\;',
    'find src/same -type f -exec cp -t . {} +',
    'find src/same -type f -exec mv {} . \\;',
    'git mv -f src/deep/../../clean.t* dirty.txt',
  ])('%j is not run unasked', async (command) => {
    expect([command, await bash(command)]).toMatchObject([command, { status: 'blocked' }]);
    expect([content('dirty.txt'), questions.length]).toEqual(['changed\n', 1]);
  });

  test.each(['cp src/same/* docs', 'cp -n src/same/* .', 'cp src/deep/*.txt docs', 'mv src/same/* src/deep'])(
    '%j loses nothing and asks nobody',
    async (command) => {
      if (bench.processes.layer() === 'checks') await bash(command);
      else expect([command, await bash(command)]).toMatchObject([command, { status: 'success' }]);
      expect(content('dirty.txt')).toBe('changed\n');
    },
  );
});

describe('a command does not ask about', () => {
  beforeAll(make);
  afterAll(remove);

  test.each([
    'truncate -s 0 clean.txt',
    'echo x > clean.txt',
    'sed -i s/c/x/ src/deep/clean.txt',
    'rm clean.txt',
    'rm src/deep/*.txt',
    'mv clean.txt other.txt',
    'mv dirty.txt other.txt',
    'cp dirty.txt clean.txt',
    'cp -n clean.txt dirty.txt',
    'echo more >> dirty.txt',
    'tee -a dirty.txt < clean.txt',
    'echo x > fresh.txt',
    'echo x > empty.log',
    'truncate -s 0 staged.txt',
    'rm none.txt; true',
    'touch dirty.txt',
    'git restore clean.txt',
    'git restore none.txt',
    'git stash && git stash pop',
    'git add dirty.txt && git restore --staged dirty.txt',
    'cat dirty.txt > /dev/null',
    'rm link.txt',
  ])('%j, which loses nothing', async (command) => {
    expect([command, await service.explain('Bash', { command })]).toMatchObject([
      command,
      { outcome: 'run' },
    ]);
  });

  test('what git puts back from a commit that holds the same', async () => {
    const { root } = project;
    const from = (name: string): Loss => ({ kind: 'overwrite', path: join(root, name), putBack: 'commit' });
    expect(await lossEffects([from('clean.txt'), from('src'), from('none.txt')], bench)).toEqual([]);
    expect(await lossEffects([from('.'), from('src')], bench)).toHaveLength(dirty.length);
  });
});

describe('one rule for all tools', () => {
  beforeEach(make);
  afterEach(remove);

  const calls: readonly (readonly [string, object])[] = [
    ['Write', { file_path: 'dirty.txt', content: 'x' }],
    ['Edit', { file_path: 'dirty.txt', old_string: 'changed', new_string: 'x' }],
    ['Bash', { command: 'truncate -s 0 dirty.txt' }],
    ['Git', { operation: 'restore', paths: ['dirty.txt'] }],
    ['Git', { operation: 'checkout', paths: ['dirty.txt'] }],
  ];

  test.each(calls)('%s asks about %j', async (tool, input) => {
    expect(await service.execute(tool, input)).toMatchObject({ status: 'blocked', station: 'approve' });
    expect(content('dirty.txt')).toBe('changed\n');
    expect(questions[0]?.warning).toBe(
      'Overwrites dirty.txt. Git does not have what is there now and cannot give it back. Any yes also counts for further calls of this agent with the same risk, until this session ends, for 8 hours at most.',
    );
  });

  test.each(calls)('%s does not ask about a file that git has', async (tool, input) => {
    const same = JSON.parse(
      JSON.stringify(input).replaceAll('dirty', 'clean').replace('changed', 'committed'),
    ) as object;
    expect(await service.execute(tool, same)).toMatchObject({ status: 'success' });
    expect(questions).toEqual([]);
  });

  test('a yes counts for all of them, for this agent and this kind', async () => {
    answer = 'allow_once';
    for (const [index, [tool, input]] of calls.entries()) {
      const other = JSON.parse(JSON.stringify(input).replaceAll('dirty', `dirty${index || ''}`)) as object;
      expect(await service.execute(tool, other, { agent: 'ada' })).toMatchObject({ status: 'success' });
    }
    expect(questions).toHaveLength(1);
    answer = 'reject_once';
    put(project.root, 'dirty.txt', 'changed\n');
    expect(await bash('rm dirty.txt', 'ada')).toMatchObject({ status: 'blocked' });
    expect(await bash('truncate -s 0 dirty.txt', 'bob')).toMatchObject({ status: 'blocked' });
    expect(await bash('git reset --hard', 'ada')).toMatchObject({ status: 'blocked' });
    expect(content('dirty.txt')).toBe('changed\n');
  });

  test('a yes to git clean counts for git clean, and not for what git ignores', async () => {
    answer = 'allow_once';
    expect(await bash('git clean -f', 'ada')).toMatchObject({ status: 'success' });
    expect(existsSync(join(project.root, 'new.txt'))).toBe(false);
    answer = 'reject_once';
    put(project.root, 'new.txt');
    expect(await bash('git clean -f src', 'ada')).toMatchObject({ status: 'success' });
    expect(await bash('git clean -fx', 'ada')).toMatchObject({ status: 'blocked' });
    expect(await bash('git clean -f && git stash drop', 'ada')).toMatchObject({ status: 'blocked' });
    expect(existsSync(join(project.root, 'new.txt'))).toBe(true);
  });
});

describe('the risk of a call is that of this call', () => {
  beforeAll(make);
  afterAll(remove);

  test.each([
    ['Bash', { command: 'ls -la src | head' }, 'low'],
    ['Bash', { command: 'git status && git log --oneline -3' }, 'low'],
    ['Bash', { command: 'sleep 1; cat clean.txt > /dev/null' }, 'low'],
    ['Bash', { command: 'find . -name x -exec cat {} +' }, 'low'],
    ['Bash', { command: 'touch fresh.txt' }, 'medium'],
    ['Bash', { command: 'git branch topic' }, 'medium'],
    ['Bash', { command: 'node --version; mkdir x' }, 'medium'],
    ['Bash', { command: 'rm -rf src' }, 'high'],
    ['Bash', { command: 'truncate -s 0 dirty.txt' }, 'high'],
    ['Write', { file_path: 'fresh.txt', content: 'x' }, 'medium'],
    ['Write', { file_path: 'clean.txt', content: 'x' }, 'medium'],
    ['Write', { file_path: 'new.txt', content: 'x' }, 'high'],
    ['Edit', { file_path: 'clean.txt', old_string: 'committed', new_string: 'x' }, 'medium'],
    ['Git', { operation: 'status' }, 'low'],
    ['Git', { operation: 'log' }, 'low'],
    ['Git', { operation: 'add', all: true }, 'medium'],
    ['Git', { operation: 'push' }, 'medium'],
  ] as const)('%s %j is %s', async (tool, input, risk) => {
    expect(await service.explain(tool, input)).toMatchObject({ risk });
  });

  test('a request leads with the command and its danger, each once', async () => {
    await bash('rm -rf src');
    const [question] = questions;
    expect(question).toMatchObject({
      warning: 'It deletes folders with everything in them. This cannot be undone.',
      reasons: ['run'],
    });
  });
});

describe('where git is asked', () => {
  beforeEach(make);
  afterEach(remove);

  const asks = async (path: string): Promise<boolean> => {
    questions.splice(0);
    await service.execute('Write', { file_path: path, content: `other ${Math.random()}` });
    return questions.length > 0;
  };

  test('what is staged alone is lost only where the index is overwritten as well', async () => {
    gitIn(project.root, 'add', 'dirty.txt');
    for (const command of ['git checkout HEAD -- dirty.txt', 'git restore -S -W dirty.txt'])
      expect([command, await bash(command)]).toMatchObject([command, { status: 'blocked' }]);
    expect(await bash('truncate -s 0 dirty.txt && git restore dirty.txt')).toMatchObject({
      status: 'success',
    });
    expect(content('dirty.txt')).toBe('changed\n');
  });

  test('without a repository every file with content is a loss', async () => {
    rmSync(join(project.root, '.git'), { recursive: true });
    expect([await asks('clean.txt'), await asks('fresh.txt'), await asks('empty.log')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await bash('git restore .')).toMatchObject({ status: 'blocked' });
  });

  test('a repository that git cannot read has nothing to give back', async () => {
    writeFileSync(join(project.root, '.git/index'), 'broken');
    expect(await asks('clean.txt')).toBe(true);
  });

  test('a repository above the project, and one inside it, are asked about their own files', async () => {
    put(project.root, 'inner/mine.txt', 'mine\n');
    makeRepository(join(project.root, 'inner'));
    expect(await asks('inner/mine.txt')).toBe(true);
    gitIn(join(project.root, 'inner'), 'add', '--all');
    gitIn(join(project.root, 'inner'), 'commit', '--quiet', '-m', 'mine');
    expect(await asks('inner/mine.txt')).toBe(false);
    await close();
    const outer = project;
    project = { ...outer, root: join(outer.root, 'src') };
    open();
    expect([await asks('deep/clean.txt'), await asks('deep/fresh.txt')]).toEqual([false, false]);
    expect(await asks('deep/clean.txt')).toBe(true);
    // A pattern for more files than are named one by one.
    for (let index = 0; index < 120; index++) put(project.root, `many/${index}.txt`, 'many\n');
    gitIn(outer.root, 'add', 'src/many');
    expect(await bash('rm many/*.txt')).toMatchObject({ status: 'success' });
  });

  test('a linked work tree, and a file with an odd name', async () => {
    const tree = join(project.outside, 'tree');
    gitIn(project.root, 'worktree', 'add', '--quiet', tree);
    const name = 'odd "name"\n*[x].txt';
    put(tree, name, 'odd\n');
    gitIn(tree, 'add', '--all');
    gitIn(tree, 'commit', '--quiet', '-m', 'odd');
    await close();
    project = { ...project, root: tree };
    open();
    expect([await asks('clean.txt'), await asks(name)]).toEqual([false, false]);
    expect([await asks('clean.txt'), await asks(name)]).toEqual([true, true]);
  });

  test('nothing that a repository names is started, and a folder with too much in it is a loss', async () => {
    const { root } = project;
    const trap = `touch ${join(root, 'trapped')}`;
    for (const name of [
      'core.fsmonitor',
      'filter.x.clean',
      'diff.external',
      'core.sshCommand',
      'alias.ls-files',
    ])
      gitIn(root, 'config', name, trap);
    put(root, '.gitattributes', '* filter=x\n');
    expect(await asks('clean.txt')).toBe(false);
    expect(existsSync(join(root, 'trapped'))).toBe(false);
    mkdirSync(join(root, 'large'));
    for (let index = 0; index < 2100; index++)
      linkSync(join(root, 'src/deep/clean.txt'), join(root, `large/${index}`));
    expect(await bash('cp -r docs large')).toMatchObject({ status: 'blocked' });
    expect(questions.at(-1)?.warning).toContain('Overwrites large.');
  });

  test('git is found and heard in the sandbox of this machine as well', async () => {
    await close();
    open('best_effort');
    expect([await asks('clean.txt'), await asks('dirty.txt')]).toEqual([false, true]);
  });
});
