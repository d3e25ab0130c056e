import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolService, type ApprovalQuestion, type ToolResult } from '@toolcrib/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCommandGuard } from '../../fence/commands/command-guard.ts';
import { createFence } from '../../fence/fence.ts';
import { createProcesses } from '../../fence/processes/create-processes.ts';
import { thisMachine } from '../../fence/processes/machine.ts';
import { createTestBench, type TestBench } from '../bench.test-support.ts';
import { createGitTool } from '../git/git.ts';
import { gitIn, makeRepository, put } from '../git/repository.test-support.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { createBashTool } from './bash.ts';

const walls = (['bubblewrap', 'namespaces'] as const).some(
  (layer) => thisMachine().hold(layer) !== undefined,
);

let sample: SampleProject;
let bench: TestBench;
let service: ToolService;
let questions: ApprovalQuestion[];
let answer: 'allow_once' | 'reject_once';

beforeEach(() => {
  sample = createSampleProject();
  answer = 'reject_once';
  questions = [];
  makeRepository(sample.root);
  gitIn(sample.root, 'add', '--all');
  gitIn(sample.root, 'commit', '--quiet', '-m', 'first');
});
afterEach(async () => {
  await close();
  sample.remove();
  vi.unstubAllEnvs();
});

async function close(): Promise<void> {
  await bench.close();
  await bench.processes.close();
}

function open(root: string, mode: 'off' | 'best_effort'): void {
  const processes = createProcesses({ root, mode, stateFolder: sample.stateFolder });
  const parts = { commands: createCommandGuard({ root }), processes };
  bench = createTestBench({ root, stateFolder: sample.stateFolder }, { parts });
  service = new ToolService({
    fence: createFence({ mode, ...bench }),
    approver: (question) => {
      questions.push(question);
      return { decision: answer };
    },
  });
  for (const create of [createBashTool, createGitTool]) service.registerTool(create(bench));
}

const bash = (command: string): Promise<ToolResult> => service.execute('Bash', { command });
const git = (input: object): Promise<ToolResult> => service.execute('Git', input);

describe.each(['off', ...(walls ? (['best_effort'] as const) : [])] as const)(
  'with the sandbox %s',
  (mode) => {
    test('git works in a linked work tree, whose repository lies elsewhere', async () => {
      const tree = join(sample.outside, 'tree');
      gitIn(sample.root, 'worktree', 'add', '--quiet', tree);
      put(tree, 'README.md', 'changed\n');
      open(tree, mode);
      expect(await bash('git status --short && git log --oneline && git diff --stat')).toMatchObject({
        output: { stdout: expect.stringMatching(/ M README\.md\n.* first\n README\.md/u), stderr: '' },
      });
      expect(await git({ operation: 'status' })).toMatchObject({ output: { branch: 'tree', clean: false } });
      expect(await git({ operation: 'commit', message: 'second', all: true })).toMatchObject({
        output: { subject: 'second' },
      });
      expect(gitIn(sample.root, 'log', '--format=%s', 'tree')).toBe('second\nfirst\n');
      expect(questions).toEqual([]);
    });

    test('git in a folder of a repository works after a yes, which is asked for once', async () => {
      const folder = join(sample.root, 'src');
      put(folder, 'main.ts', 'changed\n');
      open(folder, mode);
      expect(await bash('git log -p')).toMatchObject({ errorCode: 'approval_refused' });
      answer = 'allow_once';
      expect(await bash('git log --oneline && git diff --stat')).toMatchObject({
        output: { stdout: expect.stringMatching(/ first\n src\/main\.ts \|/u) },
      });
      expect(await bash('git status --short')).toMatchObject({ output: { stdout: ' M main.ts\n' } });
      expect(await bash('git show --stat')).toMatchObject({ status: 'success' });
      expect(questions).toHaveLength(2);
      expect(questions[1]?.warning).toMatch(/does not lie in the project.*until this session ends/u);
    });

    test('a project that names the repository of somebody else sees nothing of it', async () => {
      const theirs = join(sample.outside, 'theirs');
      makeRepository(theirs);
      put(theirs, 'secret.txt', 'hunter2-is-secret');
      gitIn(theirs, 'add', '--all');
      gitIn(theirs, 'commit', '--quiet', '-m', 'hunter2-in-the-message');
      const common = realpathSync(join(theirs, '.git'));
      let mine = '';
      const worktree = join(sample.outside, 'made/.git/worktrees/mine');
      const commands = ['git log -p', 'git show HEAD:secret.txt', 'git status'];
      const traps: readonly (() => void)[] = [
        () => writeFileSync(join(mine, '.git'), `gitdir: ${common}\n`),
        // A work tree of a repository that the attacker has made, and that says the rest of it is elsewhere.
        () => {
          mkdirSync(worktree, { recursive: true });
          writeFileSync(join(mine, '.git'), `gitdir: ${worktree}\n`);
          writeFileSync(join(worktree, 'gitdir'), `${join(mine, '.git')}\n`);
          writeFileSync(join(worktree, 'commondir'), `${common}\n`);
          writeFileSync(join(worktree, 'HEAD'), 'ref: refs/heads/main\n');
        },
      ];
      for (const [index, trap] of traps.entries()) {
        mine = join(sample.outside, `mine${index}`);
        mkdirSync(mine);
        if (index > 0) await close();
        trap();
        open(mine, mode);
        for (const command of commands)
          expect([command, JSON.stringify(await bash(command))]).toEqual([
            command,
            expect.not.stringContaining('hunter2-i'),
          ]);
        for (const operation of ['log', 'status', 'show'])
          expect(JSON.stringify(await git({ operation }))).not.toContain('hunter2-i');
      }
    });

    test('a repository that is the whole home is none of the project', async () => {
      vi.stubEnv('HOME', sample.root);
      put(sample.root, '.ssh/id', 'the key\n');
      open(join(sample.root, 'src'), mode);
      answer = 'allow_once';
      if (mode === 'best_effort')
        expect(await bash('git status')).toMatchObject({
          output: { stderr: expect.stringContaining('not a git') },
        });
      expect(JSON.stringify(await bash('git status; git grep -n key; cat ../.ssh/id'))).not.toContain(
        'the key',
      );
    });
  },
);

test.runIf(walls)(
  'code of the project does not read what lies around the project, whatever git was allowed',
  async () => {
    put(sample.root, 'other/.env', 'KEY=hunter2\n');
    const folder = join(sample.root, 'src');
    put(folder, 'steal.sh', 'cat ../other/.env\n');
    open(folder, 'best_effort');
    answer = 'allow_once';
    expect(await bash('git status')).toMatchObject({ status: 'success' });
    for (const command of ['sh steal.sh', 'git status; sh steal.sh', 'git log | sh steal.sh'])
      expect(JSON.stringify(await bash(command))).not.toContain('hunter2');
  },
);
