import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkshop, type Workshop } from '../workshop.test-support.ts';
import { createGitTool } from './git.ts';
import { createHostileRepository, type HostileRepository } from './hostile-repository.test-support.ts';
import { gitIn, put } from './repository.test-support.ts';

let repository: HostileRepository;
let workshop: Workshop;
beforeAll(() => {
  repository = createHostileRepository();
  workshop = openWorkshop(createGitTool, { project: repository });
});
afterAll(() => workshop.close());

/** Everything that lies outside the project, but for what the bench keeps there. */
const outside = (): string[] =>
  readdirSync(repository.outside, { recursive: true, withFileTypes: true })
    .filter(({ parentPath }) => !parentPath.startsWith(join(repository.outside, 'state')))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? `${path} ${readFileSync(path, 'base64')}` : path;
    })
    .filter((line) => !line.startsWith(join(repository.outside, 'state')))
    .toSorted();

/** Every operation in every way, in an order in which most of them have something to do. */
const everything: readonly object[] = [
  { operation: 'status' },
  { operation: 'diff' },
  { operation: 'diff', staged: true },
  { operation: 'diff', ref: 'HEAD' },
  { operation: 'diff', paths: ['filtered.txt', 'other.txt', 'sub module'] },
  { operation: 'log' },
  { operation: 'log', paths: ['plain.txt'] },
  { operation: 'log', ref: 'old' },
  { operation: 'show' },
  { operation: 'show', ref: 'old' },
  { operation: 'show', ref: 'stash' },
  { operation: 'show', paths: ['filtered.txt'] },
  { operation: 'blame', paths: ['filtered.txt'] },
  { operation: 'blame', paths: ['plain.txt'], ref: 'HEAD' },
  { operation: 'branch' },
  { operation: 'branch', name: 'new', ref: 'old' },
  { operation: 'branch', name: 'new', remove: true },
  { operation: 'tag' },
  { operation: 'tag', name: 'light' },
  { operation: 'tag', name: 'heavy', message: 'signed?' },
  { operation: 'tag', name: 'heavy', remove: true },
  { operation: 'add', paths: ['README.md'] },
  { operation: 'add', paths: ['filtered.txt'] },
  { operation: 'add', paths: ['sub module'] },
  { operation: 'add', all: true },
  { operation: 'commit', message: 'one' },
  { operation: 'commit', message: 'all', all: true },
  { operation: 'commit', message: 'some', paths: ['filtered.txt'] },
  { operation: 'commit', message: 'sub', paths: ['sub module'] },
  { operation: 'commit', message: 'nothing' },
  { operation: 'stash' },
  { operation: 'stash', action: 'push', message: 'kept' },
  { operation: 'stash', action: 'apply' },
  { operation: 'stash', action: 'pop', ref: 'stash@{1}' },
  { operation: 'stash', action: 'drop' },
  { operation: 'switch', name: 'made', create: true },
  { operation: 'switch', name: 'topic' },
  { operation: 'checkout', ref: 'main' },
  { operation: 'checkout', ref: 'old' },
  { operation: 'checkout', name: 'made2', create: true },
  { operation: 'checkout', paths: ['filtered.txt'] },
  { operation: 'restore', paths: ['.'] },
  { operation: 'restore', paths: ['other.txt', 'sub module'], ref: 'HEAD' },
  { operation: 'restore', paths: ['.'], staged: true },
  ...['origin', 'vcs', 'file', 'ssh', 'git', 'http', 'lazy'].map((remote) => ({
    operation: 'fetch',
    remote,
  })),
  { operation: 'pull', name: 'main' },
  { operation: 'push', name: 'main', force: true },
];

test('nothing that the repository names is executed, whatever is done, and nothing outside changes', async () => {
  const before = outside();
  const endings: string[] = [];
  const [looking, changing] = [everything.slice(0, 16), everything.slice(16)];
  await Promise.all(looking.map((input) => workshop.call(input)));
  expect(repository.executed()).toEqual([]);
  for (const input of changing) {
    const result = await workshop.call(input);
    const reason = 'data' in result ? (result.data as { reason?: string }).reason : undefined;
    endings.push(`${JSON.stringify(input)} ${result.status} ${reason ?? ''}`);
    expect([input, repository.executed()]).toEqual([input, []]);
  }
  expect(endings.filter((ending) => ending.endsWith(' success ')).length).toBeGreaterThan(20);
  expect(endings.slice(-9).map((ending) => ending.split(' ').slice(-2).join(' '))).toEqual([
    'error remote_not_https',
    'error remote_detour',
    ...Array.from({ length: 7 }, () => 'error remote_not_https'),
  ]);
  expect(outside()).toEqual(before);
});

describe('a repository that reaches out is not used', () => {
  const refusals = async (): Promise<unknown[]> =>
    Promise.all(
      [
        { operation: 'status' },
        { operation: 'diff' },
        { operation: 'log' },
        { operation: 'restore', paths: ['.'] },
        { operation: 'commit', message: 'x', all: true },
      ].map(async (input) => {
        const { code, reason } = await workshop.fail(input);
        return reason ?? code;
      }),
    );
  const all = (word: string): string[] => Array.from({ length: 5 }, () => word);

  test('by an index with paths that lead out, or into .git', async () => {
    const { root } = repository;
    writeFileSync(join(repository.outside, 'secret'), 'SECRET\n');
    const before = outside();
    const kept = readFileSync(join(root, '.git/index'));
    const object = gitIn(root, 'rev-parse', 'HEAD:plain.txt').trim();
    for (const path of [
      '../outside/secret',
      '.git/hooks/new',
      join(repository.outside, 'new'),
      'a/../../outside/x',
      '.GIT/config',
    ]) {
      writeFileSync(join(root, '.git/index'), craftIndex(path, object));
      expect([path, await refusals()]).toEqual([path, all('outside_project')]);
    }
    writeFileSync(join(root, '.git/index'), kept);
    expect(existsSync(join(root, '.git/hooks/new'))).toBe(false);
    expect(outside()).toEqual(before);
  });

  test('by links in .git', async () => {
    const { root } = repository;
    writeFileSync(join(root, 'toolcrib.json'), '{}');
    const before = outside();
    for (const [name, target] of [
      ['COMMIT_EDITMSG', join(repository.outside, 'secret')],
      ['COMMIT_EDITMSG', '../toolcrib.json'],
      ['logs/HEAD', '../../../outside/secret'],
      ['index', '../../outside/new'],
      ['objects', '../../outside/inner/.git/objects'],
      ['refs', '../src'],
    ] as const) {
      const place = join(root, '.git', name);
      if (existsSync(place)) renameSync(place, `${place}-kept`);
      symlinkSync(target, place);
      expect([name, await refusals()]).toEqual([name, all('outside_project')]);
      rmSync(place);
      if (existsSync(`${place}-kept`)) renameSync(`${place}-kept`, place);
    }
    expect(readFileSync(join(root, 'toolcrib.json'), 'utf8')).toBe('{}');
    expect(outside()).toEqual(before);
  });

  test('by objects that lie elsewhere', async () => {
    const alternates = join(repository.root, '.git/objects/info/alternates');
    mkdirSync(dirname(alternates), { recursive: true });
    for (const line of [
      join(repository.outside, 'inner/.git/objects'),
      '../../../outside/inner/.git/objects',
      '"\\057etc"',
    ]) {
      writeFileSync(alternates, `${line}\n`);
      expect(await refusals()).toEqual(all('outside_project'));
    }
    rmSync(alternates);
  });

  test('by a .git file, or a common folder, that names another place', async () => {
    const { root, outside: beside } = repository;
    const linked = join(root, 'linked');
    mkdirSync(linked);
    for (const target of [join(beside, 'inner/.git'), '../../outside/inner/.git', '/etc']) {
      writeFileSync(join(linked, '.git'), `gitdir: ${target}\n`);
      expect(await workshop.fail({ operation: 'status', repository: 'linked' })).toMatchObject({
        code: 'outside_project',
      });
    }
    gitIn(root, 'worktree', 'add', '--quiet', 'tree');
    expect(await workshop.call({ operation: 'status', repository: 'tree' })).toMatchObject({
      status: 'success',
    });
    writeFileSync(join(root, '.git/worktrees/tree/commondir'), `${beside}/inner/.git\n`);
    expect(await workshop.fail({ operation: 'status', repository: 'tree' })).toMatchObject({
      code: 'outside_project',
    });
  });

  test('by configuration from other files', async () => {
    put(repository.root, 'more.config', `[filter "late"]\n\tclean = ${repository.plant('late')}\n`);
    for (const text of [
      '[include]\n\tpath = ../more.config\n',
      '[includeIf "gitdir:**"]\n\tpath = ../more.config\n',
      '[INCLUDE]\n\tPath = /dev/zero\n',
    ]) {
      const config = join(repository.root, '.git/config');
      const kept = readFileSync(config);
      appendFileSync(config, text);
      expect(await refusals()).toEqual(all('configuration_elsewhere'));
      writeFileSync(config, kept);
    }
    expect(repository.executed()).not.toContain('late');
  });

  test.skipIf(process.getuid?.() !== 0)('by belonging to somebody else', async () => {
    for (const path of ['.git', '.']) {
      chownSync(join(repository.root, path), 65_534, 65_534);
      expect(await refusals()).toEqual(all('dubious_ownership'));
      chownSync(join(repository.root, path), 0, 0);
    }
  });

  test('by a configuration that never ends, as long as the call may take', async () => {
    const config = join(repository.root, '.git/config');
    renameSync(config, `${config}-kept`);
    execFileSync('mkfifo', [config]);
    const result = await workshop.call({ operation: 'status' }, { timeout: 300 });
    expect(result).toMatchObject({ status: 'error', errorCode: 'timeout' });
    await expect.poll(() => workshop.processes()).toEqual([]);
    renameSync(`${config}-kept`, config);
  });
});

describe('a complaint of git shows nothing of other files', () => {
  test.each([
    ['blame.ignoreRevsFile', { operation: 'blame', paths: ['plain.txt'] }],
    ['mailmap.file', { operation: 'log' }],
    ['commit.template', { operation: 'commit', message: 'x', paths: ['plain.txt'] }],
    ['core.excludesFile', { operation: 'status' }],
    ['core.attributesFile', { operation: 'diff' }],
    ['diff.orderFile', { operation: 'diff' }],
  ])('%s', async (setting, input) => {
    writeFileSync(join(repository.outside, 'secret'), 'SECRET <secret@example.com> Ada <ada@example.com>\n');
    gitIn(repository.root, 'config', setting, join(repository.outside, 'secret'));
    put(repository.root, 'plain.txt', 'more\n');
    expect(JSON.stringify(await workshop.call(input))).not.toContain('SECRET');
  });
});

describe('a replaced object is not believed', () => {
  test('refs/replace has no say', async () => {
    const { root } = repository;
    const [first = '', second = ''] = ['HEAD:plain.txt', 'HEAD:package.json'].map((name) =>
      gitIn(root, 'rev-parse', name).trim(),
    );
    const content = await workshop.give({ operation: 'show', paths: ['plain.txt'] });
    gitIn(root, 'replace', '-f', first, second);
    expect(await workshop.give({ operation: 'show', paths: ['plain.txt'] })).toEqual(content);
  });
});

test('the same repository does execute things when git is not held back', () => {
  expect(() => gitIn(repository.root, 'status')).not.toThrow();
  expect(repository.executed()).not.toEqual([]);
});

/** An index of one entry, as no git would write it. */
function craftIndex(path: string, object: string): Buffer {
  const name = Buffer.from(path);
  const entry = Buffer.alloc(62 + name.length + (8 - ((62 + name.length) % 8)));
  entry.writeUInt32BE(0o100644, 24);
  entry.write(object, 40, 'hex');
  entry.writeUInt16BE(name.length, 60);
  name.copy(entry, 62);
  const head = Buffer.from('DIRC\0\0\0\u0002\0\0\0\u0001', 'latin1');
  const body = Buffer.concat([head, entry]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}
