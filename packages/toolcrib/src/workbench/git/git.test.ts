import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProcesses } from '../../fence/processes/create-processes.ts';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultsOf, openWorkshop, type Workshop, type WorkshopOptions } from '../workshop.test-support.ts';
import { createGitTool } from './git.ts';
import { createSampleRepository, gitIn, makeRepository, put } from './repository.test-support.ts';

const examples = openWorkshop(createGitTool, { project: createSampleRepository() });
afterAll(() => examples.close());
test.each(examples.tool.examples)('the example holds: $description', async (example) => {
  expect(await faultsOf(examples, example)).toEqual([]);
});

let workshop: Workshop;
let root: string;
let open: Workshop[] = [];
const start = (options: WorkshopOptions = {}): Workshop => {
  const opened = openWorkshop(createGitTool, { project: createSampleRepository(), ...options });
  open.push(opened);
  return opened;
};
beforeEach(() => {
  workshop = start();
  ({ root } = workshop.project);
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  open = [];
});

type Answer = { readonly [name: string]: unknown };
const git = (operation: string, more: object = {}): Promise<Answer> => workshop.give({ operation, ...more });
const refused = (operation: string, more: object = {}): ReturnType<Workshop['fail']> =>
  workshop.fail({ operation, ...more });
const lost = 'Overwrites README.md. Git does not have what is there now and cannot give it back.';
const commitAll = (message: string): void => {
  gitIn(root, 'add', '--all');
  gitIn(root, 'commit', '--quiet', `--message=${message}`);
};

describe('status', () => {
  test('tells branch, commit and every file, whatever its name', async () => {
    gitIn(root, 'mv', 'src/greet.ts', 'src/hello.ts');
    gitIn(root, 'rm', '--quiet', 'tsconfig.json');
    const names = ['a b', 'a\nb', '-x', '"q"', '中文', 'tab\there', '# branch.head', 'u'];
    for (const name of names) put(root, `new/${name}`);
    expect(await git('status')).toEqual({
      branch: 'main',
      commit: gitIn(root, 'rev-parse', 'HEAD').trim(),
      clean: false,
      files: expect.arrayContaining([
        { path: 'README.md', index: '.', worktree: 'M' },
        { path: 'src/hello.ts', index: 'R', worktree: '.', renamed_from: 'src/greet.ts' },
        { path: 'tsconfig.json', index: 'D', worktree: '.' },
        ...names.map((name) => ({ path: `new/${name}`, index: '?', worktree: '?' })),
      ]) as unknown,
      total: names.length + 3,
    });
  });

  test('a conflict is told, and so is what is ahead and behind', async () => {
    gitIn(root, 'checkout', '--quiet', '--', 'README.md');
    gitIn(root, 'switch', '--quiet', '--create', 'topic');
    put(root, 'README.md', 'theirs\n');
    commitAll('theirs');
    gitIn(root, 'switch', '--quiet', 'main');
    put(root, 'README.md', 'ours\n');
    commitAll('ours');
    gitIn(root, 'branch', '--set-upstream-to=topic');
    expect(() => gitIn(root, 'merge', 'topic')).toThrow();
    expect(await git('status')).toMatchObject({
      upstream: 'topic',
      ahead: 1,
      behind: 1,
      files: [{ path: 'README.md', index: 'U', worktree: 'U' }],
    });
    expect(await git('diff')).toMatchObject({ diff: expect.stringContaining('++<<<<<<< HEAD') as string });
  });

  test('a repository without commits, without a branch, and none at all', async () => {
    makeRepository(join(root, 'empty'));
    expect(await git('status', { repository: 'empty' })).toEqual({
      branch: 'main',
      commit: null,
      clean: true,
      files: [],
      total: 0,
    });
    expect(await git('log', { repository: 'empty' })).toEqual({ commits: [], total: 0 });
    expect(await git('branch', { repository: 'empty' })).toEqual({ branches: [], total: 0 });
    gitIn(root, 'switch', '--quiet', '--detach', 'HEAD~1');
    expect(await git('status')).toMatchObject({ branch: null, clean: false });
    expect(await refused('status', { repository: 'src' })).toMatchObject({ reason: 'no_repository' });
    expect(await refused('status', { repository: 'no/such' })).toMatchObject({ reason: 'no_repository' });
    rmSync(join(root, '.git'), { recursive: true });
    expect(await refused('status')).toMatchObject({ reason: 'no_repository' });
  });

  test('a long list is cut, and the whole is kept', async () => {
    for (let index = 0; index < 900; index++) put(root, `many/${'x'.repeat(60)}${index}`, '');
    const { files, total, rest } = await git('status');
    expect(total).toBe(901);
    expect(JSON.stringify(files).length).toBeLessThan(51_000);
    expect(rest).toContain('output:');
  });

  test('a repository in a folder of the project, and a linked work tree', async () => {
    makeRepository(join(root, 'lib'));
    put(root, 'lib/a.txt');
    expect(await git('status', { repository: 'lib' })).toMatchObject({ files: [{ path: 'a.txt' }] });
    expect(await git('add', { repository: 'lib', paths: [join(root, 'lib/a.txt')] })).toMatchObject({
      files: [{ path: 'a.txt', index: 'A' }],
    });
    expect(await refused('add', { repository: 'lib', paths: ['../README.md'] })).toMatchObject({
      code: 'outside_project',
    });
    gitIn(root, 'worktree', 'add', '--quiet', 'tree');
    put(root, 'tree/README.md', 'in the tree\n');
    expect(await git('commit', { repository: 'tree', message: 'there', all: true })).toMatchObject({
      subject: 'there',
    });
    expect(await git('status', { repository: 'tree' })).toMatchObject({ branch: 'tree', clean: true });
  });
});

describe('diff', () => {
  test('what is not staged, what is staged, and against a commit', async () => {
    put(root, 'src/main.ts', 'staged\n');
    gitIn(root, 'add', 'src/main.ts');
    gitIn(root, 'mv', 'package.json', 'moved.json');
    put(root, 'image.bin', Buffer.from([0, 1, 2]));
    gitIn(root, 'add', 'image.bin');
    expect(await git('diff')).toMatchObject({
      files: [{ path: 'README.md', added: 1, removed: 1 }],
      diff: expect.stringContaining('-A small project.\n+Says hello to everybody.') as string,
    });
    expect(await git('diff', { staged: true })).toMatchObject({
      files: [
        { path: 'image.bin', added: null, removed: null },
        { renamed_from: 'package.json', path: 'moved.json', added: 0, removed: 0 },
        { path: 'src/main.ts', added: 1, removed: 4 },
      ],
    });
    expect(await git('diff', { ref: 'HEAD~1', paths: ['README.md'] })).toMatchObject({
      files: [{ path: 'README.md' }],
    });
    expect(await git('diff', { ref: 'HEAD~1..HEAD' })).toMatchObject({
      files: expect.arrayContaining([expect.objectContaining({ path: 'src/main.ts' })]),
    });
  });
});

describe('log, show and blame', () => {
  test('commits with all that belongs to them', async () => {
    const { commits } = (await git('log')) as { commits: Answer[] };
    expect(commits).toEqual([
      {
        commit: gitIn(root, 'rev-parse', 'HEAD').trim(),
        parents: [gitIn(root, 'rev-parse', 'HEAD~1').trim()],
        author: 'Ada',
        email: 'ada@example.com',
        date: '2026-01-01T12:00:00+01:00',
        subject: 'Say hello',
        body: 'Whoever it is.',
      },
      expect.objectContaining({ subject: 'Greet by name', parents: [] }),
    ]);
    expect(await git('log', { limit: 1 })).toMatchObject({ total: 1 });
    expect(await git('log', { paths: ['src/main.ts'] })).toMatchObject({
      commits: [{ subject: 'Say hello' }],
    });
    expect(await git('log', { ref: 'HEAD~1' })).toMatchObject({ commits: [{ subject: 'Greet by name' }] });
  });

  test('a message cannot pass for another commit', async () => {
    gitIn(
      root,
      'commit',
      '--quiet',
      '--allow-empty',
      '--cleanup=verbatim',
      '--message=x\u001E\u001Ffake\n\n\u001E\nabc\u001Fdef',
    );
    const { commits } = (await git('log')) as { commits: Answer[] };
    expect(commits).toHaveLength(3);
    expect(commits[0]).toMatchObject({ subject: 'x\u001E\u001Ffake', body: '\u001E\nabc\u001Fdef' });
  });

  test('a commit with its changes, and a file as it was', async () => {
    expect(await git('show')).toMatchObject({
      subject: 'Say hello',
      diff: expect.stringContaining("+console.log(greet('world'));") as string,
    });
    expect(await git('show', { ref: 'HEAD~1', paths: ['README.md'] })).toEqual({
      ref: 'HEAD~1',
      path: 'README.md',
      content: '# Sample\n\nA small project.\n',
    });
    put(root, 'image.bin', Buffer.from([0, 1, 2]));
    commitAll('image');
    expect(await git('show', { paths: ['image.bin'] })).toMatchObject({ binary: true });
    expect(await refused('show', { paths: ['nope'] })).toMatchObject({ reason: 'git_refused' });
    expect(await refused('show', { ref: 'nope' })).toMatchObject({ reason: 'git_refused' });
  });

  test('who wrote which line', async () => {
    expect(await git('blame', { paths: ['src/main.ts'], from_line: 3, to_line: 3 })).toEqual({
      lines: [
        {
          line: 3,
          commit: gitIn(root, 'rev-parse', 'HEAD').slice(0, 12),
          author: 'Ada',
          date: '2026-01-01T11:00:00.000Z',
          text: "console.log(greet('world'));",
        },
      ],
      total: 1,
    });
    expect(await refused('blame')).toMatchObject({ reason: 'parameter_needed' });
  });
});

describe('branch, switch and checkout', () => {
  test('branches are made, listed, changed to and removed', async () => {
    expect(await git('branch', { name: 'topic', ref: 'HEAD~1' })).toEqual({ branch: 'topic', created: true });
    expect(await git('branch')).toMatchObject({
      branches: [
        { name: 'main', current: true, subject: 'Say hello' },
        { name: 'topic', subject: 'Greet by name' },
      ],
    });
    expect(await git('switch', { name: 'next', create: true, ref: 'HEAD~1' })).toEqual({
      branch: 'next',
      created: true,
    });
    expect(await git('switch', { name: 'main' })).toEqual({ branch: 'main', created: false });
    expect(await git('checkout', { ref: 'HEAD~1' })).toEqual({ ref: 'HEAD~1' });
    expect(await git('status')).toMatchObject({ branch: null });
    expect(await git('checkout', { name: 'made', create: true })).toMatchObject({ branch: 'made' });
    expect(await git('branch', { name: 'topic', remove: true })).toMatchObject({ removed: true });
    expect(await refused('switch', { name: 'nope' })).toMatchObject({ reason: 'git_refused' });
    expect(await refused('switch')).toMatchObject({ reason: 'parameter_needed' });
    expect(await refused('checkout')).toMatchObject({ reason: 'parameter_needed' });
  });

  test('changes that would be lost stand in the way', async () => {
    put(root, 'src/main.ts', 'changed\n');
    const { reason, error } = await refused('switch', { name: 'old', create: true, ref: 'HEAD~1' });
    expect(reason).toBe('git_refused');
    expect(error).toContain('would be overwritten');
    expect(readFileSync(join(root, 'src/main.ts'), 'utf8')).toBe('changed\n');
  });
});

describe('add and commit', () => {
  test('files are added by name, by folder and all together', async () => {
    for (const path of ['new/a', 'new/b', '-odd', 'c\nd']) put(root, path);
    rmSync(join(root, 'tsconfig.json'));
    expect(await git('add', { paths: ['new', '-odd', 'tsconfig.json'] })).toMatchObject({
      files: [
        { path: '-odd', index: 'A' },
        { path: 'README.md', index: '.' },
        { path: 'new/a', index: 'A' },
        { path: 'new/b', index: 'A' },
        { path: 'tsconfig.json', index: 'D' },
        { path: 'c\nd', index: '?' },
      ],
    });
    const { files } = (await git('add', { all: true })) as { files: { worktree: string }[] };
    expect(files.every(({ worktree }) => worktree === '.')).toBe(true);
    expect(await git('add', { paths: ['src/main.ts', '.'] })).toMatchObject({ total: 6 });
  });

  test('what cannot be added is told', async () => {
    expect(await refused('add', { paths: ['nope.txt'] })).toMatchObject({ reason: 'path_not_found' });
    expect(await refused('add', { paths: ['debug.log'] })).toMatchObject({ reason: 'path_ignored' });
    expect(await refused('add')).toMatchObject({ reason: 'parameter_needed' });
    expect(await refused('add', { paths: ['../outside'] })).toMatchObject({ status: 'blocked' });
    expect(await refused('add', { paths: ['/etc/passwd'] })).toMatchObject({ status: 'blocked' });
    expect(await refused('add', { paths: ['a\0b'] })).toMatchObject({ status: 'blocked' });
  });

  test('a link is added as a link, wherever it leads', async () => {
    symlinkSync('../outside', join(root, 'link'));
    expect(await git('add', { paths: ['link'] })).toMatchObject({
      files: expect.arrayContaining([{ path: 'link', index: 'A', worktree: '.' }]) as unknown,
    });
    expect(gitIn(root, 'ls-files', '--stage', 'link')).toMatch(/^120000/u);
  });

  test('a file that goes through a filter is not added as it is', async () => {
    put(root, '.gitattributes', '*.psd filter=lfs diff=lfs merge=lfs -text\n');
    put(root, 'art/a.psd');
    for (const input of [{ paths: ['art'] }, { all: true }]) {
      const { reason, error } = await refused('add', input);
      expect(reason).toBe('needs_filter');
      expect(error).toContain('lfs');
    }
    expect(await git('add', { paths: ['.gitattributes'] })).toMatchObject({ branch: 'main' });
    gitIn(root, '-c', 'filter.lfs.clean=cat', 'add', '--all');
    gitIn(root, 'commit', '--quiet', '--message=art');
    put(root, 'art/a.psd', 'changed');
    expect(await refused('commit', { message: 'x', all: true })).toMatchObject({ reason: 'needs_filter' });
  });

  test('a commit takes what is staged, all, or some paths, and keeps its message', async () => {
    put(root, 'a.txt');
    gitIn(root, 'add', 'a.txt');
    const message = '#12 a heading that looks like a comment\n\n# so does this\n--amend';
    expect(await git('commit', { message })).toMatchObject({
      subject: '#12 a heading that looks like a comment',
      body: '# so does this\n--amend',
      author: 'Ada',
    });
    expect(await git('status')).toMatchObject({ files: [{ path: 'README.md', worktree: 'M' }] });
    put(root, 'a.txt', 'again\n');
    expect(await git('commit', { message: 'some', paths: ['a.txt'] })).toMatchObject({ subject: 'some' });
    expect(await git('commit', { message: '-m rest', all: true })).toMatchObject({ subject: '-m rest' });
    expect(await git('status')).toMatchObject({ clean: true });
    const { reason, error } = await refused('commit', { message: 'nothing' });
    expect([reason, error]).toEqual(['git_refused', expect.stringContaining('nothing to commit')]);
    expect(await refused('commit')).toMatchObject({ reason: 'parameter_needed' });
  });

  test('the first commit of all', async () => {
    makeRepository(join(root, 'lib'));
    put(root, 'lib/a.txt');
    await git('add', { repository: 'lib', all: true });
    expect(await git('commit', { repository: 'lib', message: 'first' })).toMatchObject({ parents: [] });
  });

  test('nobody commits without a name; a person’s own is found, and its programs are not run', async () => {
    const home = join(workshop.project.outside, 'home');
    mkdirSync(home);
    const before = process.env['HOME'];
    process.env['HOME'] = home;
    try {
      for (const name of ['user.name', 'user.email']) gitIn(root, 'config', '--unset', name);
      expect(await refused('commit', { message: 'x', all: true })).toMatchObject({ reason: 'no_identity' });
      expect(await refused('tag', { name: 'v1', message: 'x' })).toMatchObject({ reason: 'no_identity' });
      expect(await git('tag', { name: 'v1' })).toMatchObject({ created: true });
      expect(await git('tag', { name: 'v1', remove: true })).toMatchObject({ removed: true });
      const canary = join(workshop.project.outside, 'canary');
      writeFileSync(
        join(home, '.gitconfig'),
        `[user]\n\tname = Grace\n\temail = grace@example.com\n[core]\n\tfsmonitor = touch ${canary}\n[commit]\n\tgpgSign = true\n`,
      );
      expect(await git('commit', { message: 'x', all: true })).toMatchObject({
        author: 'Grace',
        email: 'grace@example.com',
      });
      expect(existsSync(canary)).toBe(false);
    } finally {
      process.env['HOME'] = before;
    }
  });

  test('calls that come at once take their turns', async () => {
    for (let index = 0; index < 4; index++) put(root, `new/${index}`);
    const results = await Promise.all(
      [0, 1, 2, 3].map((index) => workshop.call({ operation: 'add', paths: [`new/${index}`] })),
    );
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'success'));
  });

  test('a lock that somebody has left is told as one', async () => {
    put(root, '.git/index.lock', '');
    expect(await refused('add', { paths: ['README.md'] })).toMatchObject({ reason: 'repository_locked' });
    expect(await git('status')).toMatchObject({ branch: 'main' });
  });
});

describe('restore, stash and tag', () => {
  test('restore brings back a file, or takes it out of what is staged', async () => {
    gitIn(root, 'add', 'README.md');
    expect(await git('restore', { paths: ['README.md'], staged: true })).toEqual({ restored: ['README.md'] });
    expect(await git('status')).toMatchObject({ files: [{ index: '.', worktree: 'M' }] });
    await git('restore', { paths: ['README.md'] });
    expect(await git('status')).toMatchObject({ clean: true });
    put(root, 'src/main.ts', 'broken');
    await git('checkout', { paths: ['src/main.ts'], ref: 'HEAD' });
    expect(await git('status')).toMatchObject({ clean: true });
    expect(await refused('restore')).toMatchObject({ reason: 'parameter_needed' });
  });

  test('restore does not write what nobody may write', async () => {
    put(root, 'toolcrib.json', '{}');
    commitAll('config');
    put(root, 'toolcrib.json', '{ "changed": true }');
    for (const operation of ['restore', 'checkout'])
      expect(await refused(operation, { paths: ['toolcrib.json'] })).toMatchObject({
        status: 'blocked',
        code: 'protected_path',
      });
  });

  test('a stash takes changes away and brings them back', async () => {
    put(root, 'new.txt');
    await git('stash', { action: 'push', message: 'for later' });
    expect(await git('status')).toMatchObject({ clean: true });
    expect(await git('stash')).toMatchObject({
      stashes: [{ stash: 'stash@{0}', message: 'On main: for later' }],
      total: 1,
    });
    await git('stash', { action: 'apply' });
    expect(await git('status')).toMatchObject({ total: 2 });
    expect(await refused('stash', { action: 'pop' })).toMatchObject({ reason: 'git_refused' });
    await git('stash', { action: 'drop' });
    expect(await git('stash')).toEqual({ stashes: [], total: 0 });
    put(root, '*');
    await git('stash', { action: 'push', paths: ['*'] });
    expect(await git('status')).toMatchObject({ total: 2 });
  });

  test('a stash takes staged, moved and deleted files, and of submodules nothing', async () => {
    gitIn(root, 'mv', 'src/greet.ts', 'src/moved.ts');
    rmSync(join(root, 'notes.txt'));
    put(root, 'staged.txt');
    gitIn(root, 'add', 'staged.txt');
    makeRepository(join(root, 'nested'));
    await git('stash', { action: 'push' });
    expect(await git('status')).toMatchObject({ files: [{ path: 'nested/' }], total: 1 });
    expect(await git('stash', { action: 'push' })).toEqual({ said: 'No local changes to save' });
    await git('stash', { action: 'pop' });
    expect(existsSync(join(root, 'notes.txt'))).toBe(false);
    expect(existsSync(join(root, 'src/moved.ts'))).toBe(true);
    expect(existsSync(join(root, 'nested/.git'))).toBe(true);
  });

  test('tags are made, listed and removed', async () => {
    await git('tag', { name: 'v1', ref: 'HEAD~1' });
    await git('tag', { name: 'v2', message: '# two\n\nlines' });
    expect(await git('tag')).toMatchObject({
      tags: expect.arrayContaining([
        expect.objectContaining({ name: 'v1', subject: 'Greet by name' }),
        expect.objectContaining({ name: 'v2', subject: '# two' }),
      ]) as unknown,
    });
    await git('tag', { name: 'v1', remove: true });
    expect(await git('tag')).toMatchObject({ total: 1 });
    expect(await refused('tag', { name: 'v2' })).toMatchObject({ reason: 'git_refused' });
  });
});

test('what a driver would have done, git does: lines are told and nothing is lost in a merge', async () => {
  put(root, '.git/info/attributes', '* diff=own merge=own\n');
  gitIn(root, 'config', 'diff.own.textconv', 'false');
  gitIn(root, 'config', 'merge.own.driver', 'false');
  expect(await git('blame', { paths: ['src/main.ts'] })).toMatchObject({ total: 4 });
  put(root, 'README.md', '# Sample\n\nA small project.\n\nEnd.\n');
  await git('stash', { action: 'push' });
  put(root, 'README.md', '# Title\n\nA small project.\n');
  commitAll('title');
  await git('stash', { action: 'pop' });
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('# Title\n\nA small project.\n\nEnd.\n');
});

describe('who may do what', () => {
  test('a reader looks, a writer changes, a runner connects', async () => {
    const ending = async (agent: string, input: object): Promise<string> => {
      const result = await workshop.call(input, { agent });
      return result.status === 'success' ? 'success' : result.errorCode;
    };
    gitIn(root, 'remote', 'add', 'origin', 'https://git.example.com/x.git');
    for (const operation of ['status', 'diff', 'log', 'show', 'branch', 'tag', 'stash'])
      expect([operation, await ending('reader', { operation })]).toEqual([operation, 'success']);
    const changes = [
      { operation: 'add', paths: ['README.md'] },
      { operation: 'commit', message: 'x' },
      { operation: 'branch', name: 'x' },
      { operation: 'tag', name: 'x' },
      { operation: 'stash', action: 'push' },
      { operation: 'switch', name: 'y', create: true },
      { operation: 'checkout', ref: 'main' },
      { operation: 'restore', paths: ['README.md'] },
    ];
    for (const input of changes) expect(await ending('reader', input)).toBe('permission_denied');
    for (const input of changes)
      expect([input, await ending('writer', input)]).not.toContain('permission_denied');
    for (const operation of ['fetch', 'pull', 'push']) {
      for (const remote of ['origin', 'nope']) {
        expect(await ending('reader', { operation, remote })).toBe('permission_denied');
        expect(await ending('writer', { operation, remote })).toBe('permission_denied');
      }
      expect(await ending('runner', { operation })).toBe('host_not_allowed');
    }
  });

  test.each([
    [{ operation: 'restore', paths: ['README.md'] }, lost],
    [{ operation: 'checkout', paths: ['README.md'] }, lost],
    [{ operation: 'branch', name: 'x', remove: true }, 'What is deleted may be hard to get back.'],
    [{ operation: 'tag', name: 'x', remove: true }, 'What is deleted may be hard to get back.'],
    [
      { operation: 'stash', action: 'drop' },
      'Throws away changes that were stashed. Git does not give them back.',
    ],
    [{ operation: 'push' }, 'Commits will be sent to a server where others see them.'],
    [{ operation: 'push', force: true }, 'What is on the server will be replaced by force.'],
  ])('a person is asked before %j', async (input, warning) => {
    gitIn(root, 'remote', 'add', 'origin', 'https://git.example.com/x.git');
    for (const kind of ['branch', 'tag']) gitIn(root, kind, 'x');
    gitIn(root, 'stash');
    put(root, 'README.md', 'changed\n');
    workshop = start({ project: workshop.project, answer: 'reject_once' });
    expect(await workshop.fail(input)).toMatchObject({ code: 'approval_refused' });
    expect(workshop.questions[0]?.effects).toContainEqual(expect.objectContaining({ risk: 'high', warning }));
  });

  test.each([
    [{ operation: 'branch', name: 'none', remove: true }, 'ref_not_found'],
    [{ operation: 'tag', name: 'none', remove: true }, 'ref_not_found'],
    [{ operation: 'stash', action: 'drop' }, 'ref_not_found'],
    [{ operation: 'restore' }, 'parameter_needed'],
    [{ operation: 'checkout', paths: [] }, 'parameter_needed'],
    [{ operation: 'checkout', create: true }, 'parameter_needed'],
    [{ operation: 'commit' }, 'parameter_needed'],
    [{ operation: 'stash', action: 'drop', repository: 'src' }, 'no_repository'],
  ])('nobody is asked about %j, which cannot work', async (input, reason) => {
    const rules = [{ decision: 'ask', tool: 'Git' }] as const;
    workshop = start({ project: workshop.project, rules });
    expect(await workshop.fail(input)).toMatchObject({ reason });
    expect(workshop.questions).toEqual([]);
  });

  test('nobody is asked about anything else', async () => {
    for (const input of [
      { operation: 'add', all: true },
      { operation: 'commit', message: 'x' },
      { operation: 'restore', paths: ['README.md'], staged: true },
      { operation: 'switch', name: 'x', create: true },
      { operation: 'stash', action: 'push' },
    ])
      await workshop.call(input);
    expect(workshop.questions).toEqual([]);
  });

  test('rules see the paths that are read and written', async () => {
    const effectsOf = async (input: object): Promise<unknown> =>
      (await workshop.service.explain('Git', input)).effects;
    expect(await effectsOf({ operation: 'show', paths: ['src/main.ts', './README.md'] })).toEqual([
      { kind: 'read', path: 'src/main.ts' },
      { kind: 'read', path: 'README.md' },
    ]);
    expect(await effectsOf({ operation: 'restore', paths: ['src/main.ts'] })).toMatchObject([
      { kind: 'write', path: 'src/main.ts' },
    ]);
    expect(await effectsOf({ operation: 'add', paths: ['src/main.ts'] })).toEqual([
      { kind: 'write', path: '.' },
    ]);
  });
});

describe('what a model may write', () => {
  test.each([
    { operation: 'log', ref: '--output=/tmp/x' },
    { operation: 'log', ref: '-p' },
    { operation: 'log', ref: 'HEAD\n--all' },
    { operation: 'log', ref: 'HEAD --all' },
    { operation: 'show', ref: 'HEAD:README.md' },
    { operation: 'show', ref: ':/x' },
    { operation: 'branch', name: '-D' },
    { operation: 'branch', name: 'x\u0000y' },
    { operation: 'branch', name: 'x\u202Ey' },
    { operation: 'switch', name: '--orphan' },
    { operation: 'fetch', remote: '--upload-pack=touch x' },
    { operation: 'fetch', remote: 'ext::sh -c x' },
    { operation: 'fetch', remote: 'https://example.com/x' },
    { operation: 'fetch', remote: './x' },
    { operation: 'commit', message: 'a\u0000b' },
    { operation: 'commit', message: 'a\u001B[31mb' },
    { operation: 'config', name: 'x' },
    { operation: 'status', pager: 'sh' },
    {},
  ])('%j is refused before git is started', async (input) => {
    expect(await workshop.fail(input)).toMatchObject({ code: 'invalid_arguments' });
  });

  test('names of people and places may hold any letters', async () => {
    await git('branch', { name: 'thème/中文' });
    expect(await git('log', { ref: 'thème/中文' })).toMatchObject({ total: 2 });
    expect(await git('log', { ref: 'HEAD^{commit}' })).toMatchObject({ total: 2 });
    expect(await git('log', { ref: '@~1' })).toMatchObject({ total: 1 });
  });
});

describe('remotes', () => {
  test.each([
    ['http://git.example.com/x.git', 'remote_not_https'],
    ['git://git.example.com/x.git', 'remote_not_https'],
    ['ssh://git@git.example.com/x.git', 'remote_not_https'],
    ['git@git.example.com:x.git', 'remote_not_https'],
    ['../other', 'remote_not_https'],
    ['file:///etc', 'remote_not_https'],
    ['ext::sh -c "touch x"', 'remote_not_https'],
    ['HTTPS://git.example.com/x.git', 'host_not_allowed'],
    ['https://user:secret@git.example.com/x.git', 'host_not_allowed'],
  ])('%s ends as %s', async (address, word) => {
    gitIn(root, 'config', 'remote.origin.url', address);
    for (const operation of ['fetch', 'pull', 'push']) {
      const { code, reason } = await refused(operation);
      expect(reason ?? code).toBe(word);
    }
  });

  test.each([
    ['url.https://evil.example.com/.insteadOf', 'https://git.example.com/'],
    ['url.ext::sh -c x.pushInsteadOf', 'https://git.example.com/'],
    ['remote.origin.pushurl', 'https://evil.example.com/x.git'],
    ['remote.origin.proxy', 'http://evil.example.com'],
    ['remote.origin.vcs', 'evil'],
    ['http.proxy', 'http://evil.example.com'],
    ['http.https://git.example.com/.proxy', 'http://evil.example.com'],
    ['http.https://git.example.com/.sslVerify', 'false'],
    ['http.https://git.example.com.followRedirects', 'true'],
    ['http.curloptResolve', 'git.example.com:443:127.0.0.1'],
    ['http.cookieFile', '/tmp/cookies'],
    ['http.saveCookies', 'true'],
    ['http.sslCAInfo', '/tmp/ca'],
    ['fetch.bundleURI', 'https://evil.example.com/b'],
    ['remote.origin.fetch', '+refs/heads/*:refs/heads/*'],
    ['remote.other.promisor', 'true'],
  ])('%s leads astray and is refused', async (setting, value) => {
    gitIn(root, 'config', 'remote.origin.url', 'https://git.example.com/x.git');
    gitIn(root, 'config', setting, value);
    const { reason, error } = await refused('fetch');
    expect(reason).toBe('remote_detour');
    expect(error).toContain('Let a person remove that setting');
  });

  test('a second address is a detour: git fetches from the first and pushes to all', async () => {
    gitIn(root, 'config', 'remote.origin.url', 'https://evil.example.com/x.git');
    gitIn(root, 'config', '--add', 'remote.origin.url', 'https://git.example.com/x.git');
    expect(await refused('fetch')).toMatchObject({ reason: 'remote_detour' });
  });

  test('the host is foreseen, and what was not foreseen is not reached', async () => {
    gitIn(root, 'config', 'remote.origin.url', 'https://git.example.com:8443/x.git');
    const { effects } = await workshop.service.explain('Git', { operation: 'fetch' });
    expect(effects).toContainEqual({ kind: 'connect', host: 'git.example.com:8443', permission: 'execute' });
    writeFileSync(join(root, '.git/config'), '[remote.sneaky]\n\turl = https://git.example.com/x.git\n');
    expect(await refused('fetch', { remote: 'sneaky' })).toMatchObject({ code: 'host_not_allowed' });
  });
});

const behindWalls =
  createProcesses({ root: '/', mode: 'best_effort', stateFolder: '/nonexistent' }).layer() !== 'checks';

test.skipIf(!behindWalls)('behind walls everything works that works without them', async () => {
  const { project } = workshop;
  const processes = createProcesses({ ...project, mode: 'best_effort' });
  workshop = start({ project, parts: { processes } });
  put(root, 'new.txt');
  await git('add', { paths: ['new.txt'] });
  await git('commit', { message: 'new' });
  await git('stash', { action: 'push' });
  expect(await git('status')).toMatchObject({ clean: true });
  await git('stash', { action: 'pop' });
  await git('switch', { name: 'topic', create: true });
  await git('restore', { paths: ['README.md'] });
  await git('branch', { name: 'main', remove: true, force: true });
  await git('tag', { name: 'v1', message: 'one' });
  expect(await git('status')).toMatchObject({ branch: 'topic', clean: true });
  await processes.close();
});

test('failures are told in Chinese, too', async () => {
  workshop = start({ locale: 'zh-CN' });
  ({ root } = workshop.project);
  expect((await refused('status', { repository: 'src' })).error).toContain('src 处没有 git 仓库');
  expect((await refused('fetch')).error).toContain('不是 https 地址');
  expect((await refused('add', { paths: ['debug.log'] })).error).toContain('debug.log 被 git 忽略');
  expect((await refused('blame')).error).toContain('blame 需要参数 paths');
  put(root, '.git/index.lock', '');
  expect((await refused('add', { all: true })).error).toContain('另一个 git 正在此处工作');
});
