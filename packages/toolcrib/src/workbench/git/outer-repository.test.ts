import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createProcessesIn } from '../../fence/processes/create-processes.ts';
import { testedHolds } from '../../fence/processes/site.test-support.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { openWorkshop, type Workshop } from '../workshop.test-support.ts';
import { createGitTool } from './git.ts';
import { gitIn, makeRepository, put } from './repository.test-support.ts';

const holds = testedHolds().flatMap(({ name, hold, whole }) =>
  whole && name !== 'no supervisor' && hold !== undefined ? [{ name, hold }] : [],
);

describe.each(holds)('in $name', ({ hold }) => {
  let sample: SampleProject;
  let workshop: Workshop;

  beforeEach(() => {
    sample = createSampleProject();
    const { root } = sample;
    makeRepository(root);
    put(root, '.gitignore', 'built/\n');
    put(root, 'src/main.ts', 'one\n');
    put(root, 'other/private.txt', 'hunter2\n');
    gitIn(root, 'add', '--all');
    gitIn(root, 'commit', '--quiet', '-m', 'first');
  });
  afterEach(async () => {
    await workshop.close();
    sample.remove();
    vi.unstubAllEnvs();
  });

  function open(root: string, answer: 'allow_once' | 'reject_once' = 'allow_once'): void {
    const project = { ...sample, root: realpathSync(root) };
    const processes = createProcessesIn(() => hold, { ...project, mode: 'best_effort' });
    workshop = openWorkshop((bench) => createGitTool(bench), { project, answer, parts: { processes } });
  }

  /** Changes the project and the folder beside it, and opens the project. */
  function openPart(answer: 'allow_once' | 'reject_once' = 'allow_once'): void {
    const { root } = sample;
    for (const [name, text] of Object.entries({ 'main.ts': 'two\n', 'new.ts': 'x\n', 'built/x': 'x\n' }))
      put(root, `src/${name}`, text);
    put(root, 'other/private.txt', 'hunter3\n');
    open(join(root, 'src'), answer);
  }

  const head = (): string => gitIn(sample.root, 'log', '--format=%s').trim();

  test('a linked work tree is worked with unasked, commits included', async () => {
    const tree = join(sample.outside, 'tree');
    gitIn(sample.root, 'worktree', 'add', '--quiet', tree);
    put(tree, 'src/main.ts', 'two\n');
    open(tree);
    expect(await workshop.give({ operation: 'status' })).toMatchObject({
      files: [{ path: 'src/main.ts', worktree: 'M' }],
    });
    expect(await workshop.give({ operation: 'diff' })).toMatchObject({
      diff: expect.stringContaining('+two'),
    });
    await workshop.give({ operation: 'add', paths: ['src'] });
    expect(await workshop.give({ operation: 'commit', message: 'second' })).toMatchObject({
      subject: 'second',
    });
    expect(await workshop.give({ operation: 'log' })).toMatchObject({ total: 2 });
    expect(gitIn(sample.root, 'log', '--format=%s', 'tree')).toBe('second\nfirst\n');
    expect(workshop.questions).toEqual([]);
  });

  test('of a repository above the project, its part is shown after one yes', async () => {
    openPart();
    const answers = {
      status: await workshop.give({ operation: 'status' }),
      diff: await workshop.give({ operation: 'diff' }),
      log: await workshop.give({ operation: 'log' }),
      show: await workshop.give({ operation: 'show' }),
      file: await workshop.give({ operation: 'show', paths: ['main.ts'] }),
      blame: await workshop.give({ operation: 'blame', paths: ['main.ts'], to_line: 1 }),
    };
    expect(answers).toMatchObject({
      status: { files: [{ path: 'main.ts', worktree: 'M' }, { path: 'new.ts' }], total: 2 },
      diff: { files: [{ path: 'main.ts' }], diff: expect.stringContaining('a/main.ts') },
      log: { commits: [{ subject: 'first' }] },
      show: { subject: 'first', diff: expect.stringContaining('+one') },
      file: { content: 'one\n' },
      blame: { lines: [expect.anything()] },
    });
    expect(JSON.stringify(answers)).not.toMatch(/hunter|other/u);
    expect(await workshop.fail({ operation: 'show', paths: ['../other/private.txt'] })).toMatchObject({
      code: 'outside_project',
    });
    expect(workshop.questions).toHaveLength(1);
    expect(workshop.questions[0]?.warning).toMatch(/does not lie in the project.*until this session ends/u);
  });

  test('only the part is added and committed', async () => {
    openPart();
    expect(await workshop.give({ operation: 'add', all: true })).toMatchObject({
      files: [
        { path: 'main.ts', index: 'M' },
        { path: 'new.ts', index: 'A' },
      ],
    });
    expect(await workshop.give({ operation: 'commit', message: 'second' })).toMatchObject({
      subject: 'second',
    });
    put(sample.root, 'src/main.ts', 'three\n');
    await workshop.give({ operation: 'commit', message: 'third', all: true });
    expect(head()).toBe('third\nsecond\nfirst');
    expect(gitIn(sample.root, 'diff', '--name-only', 'HEAD~2', 'HEAD')).toBe('src/main.ts\nsrc/new.ts\n');
    expect(gitIn(sample.root, 'status', '--short')).toBe(' M other/private.txt\n');
  });

  test('what is staged outside the project is not committed along with it', async () => {
    openPart();
    gitIn(sample.root, 'add', '--all');
    expect(await workshop.fail({ operation: 'commit', message: 'x' })).toMatchObject({
      reason: 'staged_elsewhere',
    });
    await workshop.give({ operation: 'commit', message: 'second', paths: ['main.ts'] });
    expect(gitIn(sample.root, 'show', '--format=', '--name-only')).toBe('src/main.ts\n');
  });

  test('nobody is asked about what concerns more than the project: that is refused', async () => {
    openPart();
    const inputs = [
      { operation: 'switch', name: 'topic', create: true },
      { operation: 'checkout', ref: 'HEAD' },
      { operation: 'stash', action: 'push' },
      { operation: 'push' },
    ];
    for (const input of inputs)
      expect(await workshop.fail(input)).toMatchObject({ reason: 'repository_above' });
    expect(workshop.questions).toEqual([]);
    expect(gitIn(sample.root, 'branch', '--format=%(refname:short)').trim()).toBe('main');
  });

  test('without the yes nothing is shown or changed', async () => {
    openPart('reject_once');
    for (const input of [
      { operation: 'status' },
      { operation: 'log', ref: 'main' },
      { operation: 'show' },
      { operation: 'branch' },
      { operation: 'add', all: true },
      { operation: 'commit', message: 'x', all: true },
    ]) {
      const result = await workshop.call(input);
      expect(result).toMatchObject({ errorCode: 'approval_refused' });
      expect(JSON.stringify(result)).not.toMatch(/first|hunter|other/u);
    }
    expect(head()).toBe('first');
    expect(gitIn(sample.root, 'diff', '--cached', '--name-only')).toBe('');
  });

  test('a repository that is the whole home, and folders of the project, are no part of one', async () => {
    openPart();
    vi.stubEnv('HOME', sample.root);
    expect(await workshop.fail({ operation: 'status' })).toMatchObject({ reason: 'no_repository' });
    vi.unstubAllEnvs();
    put(sample.root, 'src/deep/x.ts', 'x\n');
    expect(await workshop.fail({ operation: 'status', repository: 'deep' })).toMatchObject({
      reason: 'no_repository',
    });
  });
});
