import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { BlockedError } from '@toolcrib/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FileProblem } from './file-problem.ts';
import {
  canary,
  createHostileProject,
  pathsIn,
  withSocket,
  type HostileProject,
} from './hostile-project.test-support.ts';
import { createProjectFiles, type ProjectFiles } from './project-files.ts';
import { refusedNames } from './protected-names.ts';

let project: HostileProject;
let files: ProjectFiles;
const asRoot = process.getuid?.() === 0;

/** How a call ended: `ok`, or the word of what stopped it. */
async function ending(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'ok';
  } catch (error) {
    if (error instanceof BlockedError) return error.code;
    if (error instanceof FileProblem) return error.reason;
    throw error;
  }
}

async function read(path: string): Promise<string> {
  const { handle } = await files.open(path);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

const write = (path: string, text = 'written'): Promise<unknown> => files.replace(path, Buffer.from(text));

type Refusals = readonly [path: string | ((base: string) => string), refusal?: string][];

/** What leads out of the project, by reading and by writing. Refused as `outside_project` unless it says otherwise. */
const escapes: Refusals = [
  // By name.
  ['..'],
  ['../'],
  ['../outside/canary.txt'],
  ['../project2/canary.txt'],
  ['../projec/canary.txt'],
  ['./../outside/canary.txt'],
  ['src/../../outside/canary.txt'],
  ['src/deep/../../../outside/canary.txt'],
  ['missing/../../outside/canary.txt'],
  ['README.md/../../outside/canary.txt'],
  ['..//..//..//etc/passwd'],
  [`${'../'.repeat(60)}etc/passwd`],
  ['src/./.././../outside/./canary.txt'],
  ['..hidden/../../outside/canary.txt'],
  ['.../../../outside/canary.txt'],
  ['../outside/new.txt'],
  ['../new-sibling/new.txt'],
  // Absolute.
  ['/'],
  ['//'],
  ['/etc/passwd'],
  ['//etc/passwd'],
  ['/./etc/passwd'],
  [(base) => `${base}/outside/canary.txt`],
  [(base) => `${base}/project2/canary.txt`],
  [(base) => `${base}/project/../outside/canary.txt`],
  [(base) => `${base}/project/src/../../outside/canary.txt`],
  [(base) => `${base}//outside//canary.txt`],
  [(base) => `${base}/PROJECT/README.md`],
  [(base) => base],
  // Links.
  ['out-file'],
  ['out-folder/canary.txt'],
  ['out-folder/./canary.txt'],
  ['out-folder/folder/../canary.txt'],
  ['out-absolute/canary.txt'],
  ['out-sibling/canary.txt'],
  ['out-new'],
  ['out-new-folder/new.txt'],
  ['up/outside/canary.txt'],
  ['src/up/outside/canary.txt'],
  ['chain-1/inner.txt'],
  ['chain-1/../canary.txt'],
  ['in-folder/../../../outside/canary.txt'],
  ['in-folder/home/../outside/canary.txt'],
  ['out-folder/..'],
  ['out-folder/new.txt'],
  ['out-folder/new/deeper/file.txt'],
  ['chain-1/new.txt'],
  // Links that the system makes up.
  ['/proc/self/root/etc/passwd'],
  ['/proc/self/cwd/../../../../../../../../etc/passwd'],
  ['/proc/thread-self/root/etc/passwd'],
  ['/proc/self/environ'],
  ['/proc/self/fd/0'],
  ['/dev/fd/0'],
  ['/dev/stdin'],
  ['/dev/null'],
  ['/dev/tty'],
  ['through-proc/etc/passwd'],
  ['through-cwd/../../../../../../../../etc/passwd'],
  ['to-slash/etc/passwd'],
  [(base) => `/proc/self/root${base}/outside/canary.txt`],
  [(base) => `to-slash${base}/outside/canary.txt`],
  // What is no path.
  [''],
  ['\0'],
  ['README.md\0'],
  ['README.md\0.txt'],
  ['../outside/canary.txt\0.md'],
  ['file:///etc/passwd'],
  ['FILE:///etc/passwd'],
  ['file:/etc/passwd'],
  ['file://localhost/etc/passwd'],
  [(base) => `file://${base}/project/README.md`],
  ['https://example.com/README.md'],
  ['C:\\Windows\\win.ini'],
  ['c:/Windows/win.ini'],
  ['\\\\server\\share\\file.txt'],
  ['\\\\?\\C:\\file.txt'],
  ['\uD800'],
  ['src/\uDFFF.txt'],
  ['a'.repeat(256)],
  ['a/'.repeat(3000)],
  [`src/${'b'.repeat(300)}/new.txt`],
  ['loop'],
  ['loop/file.txt'],
  ['loop-1'],
  ['src/../loop-2/x'],
  // Inside, but no file.
  ['.', 'not_a_file'],
  ['src', 'not_a_file'],
  ['src/', 'not_a_file'],
  ['in-folder', 'not_a_file'],
  ['fifo', 'not_a_file'],
];

describe('what leads out of the project', () => {
  let before: string;
  beforeAll(() => {
    project = createHostileProject();
    files = createProjectFiles({ root: project.root });
    before = project.outside();
  });
  afterAll(() => project.remove());

  test.each(escapes)('%j is refused', async (spelled, refusal = 'outside_project') => {
    const path = typeof spelled === 'string' ? spelled : spelled(project.base);
    expect(await ending(() => read(path))).toBe(refusal);
    expect(await ending(() => files.glance(path, 1000))).toBe(refusal);
    expect(await ending(() => write(path, 'escaped'))).toBe(refusal);
    expect(project.outside()).toBe(before);
  });

  test('a socket and a device are refused at once', async () => {
    const socket = join(project.root, 'socket');
    expect(await withSocket(socket, () => ending(() => read('socket')))).toBe('not_a_file');
    if (!asRoot) return;
    execFileSync('mknod', [join(project.root, 'zero'), 'c', '1', '5']);
    expect(await ending(() => read('zero'))).toBe('not_a_file');
    expect(await ending(() => write('zero'))).toBe('not_a_file');
  });

  test('the refusal names the path and what is wrong with it', () => {
    const message = (path: string): string => {
      try {
        files.locate(path, 'read');
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(message('/etc/passwd')).toBe('File path is outside the project directory: "/etc/passwd"');
    expect(message('file:///x')).toMatch(/give a path, not a URL/u);
    expect(message('a\0b')).toMatch(/"a\\u\{0\}b" \(not a path\)/u);
    expect(message('loop')).toMatch(/too many links/u);
  });
});

/** What must work, and where it leads. */
const honest: readonly [path: string | ((base: string) => string), leadsTo: string][] = [
  ['README.md', 'README.md'],
  ['./README.md', 'README.md'],
  ['.//README.md', 'README.md'],
  ['src/main.ts', 'src/main.ts'],
  ['src//main.ts', 'src/main.ts'],
  ['src/./main.ts', 'src/main.ts'],
  ['src/../README.md', 'README.md'],
  ['src/deep/../main.ts', 'src/main.ts'],
  ['src/deep/er/file.txt', 'src/deep/er/file.txt'],
  ['../project/README.md', 'README.md'],
  ['src/../../project/src/main.ts', 'src/main.ts'],
  [(base) => `${base}/project/README.md`, 'README.md'],
  [(base) => `${base}/project/src/../README.md`, 'README.md'],
  [(base) => `${base}/outside/../project/README.md`, 'README.md'],
  [(base) => `/proc/self/root${base}/project/README.md`, 'README.md'],
  ['project/README.md', 'project/README.md'],
  ['in-file', 'README.md'],
  ['in-folder/er/file.txt', 'src/deep/er/file.txt'],
  ['in-folder/../main.ts', 'src/main.ts'],
  ['in-absolute/main.ts', 'src/main.ts'],
  ['out-and-back/main.ts', 'src/main.ts'],
  ['out-folder/../project/README.md', 'README.md'],
  ['up/project/README.md', 'README.md'],
  ['in-folder/home/README.md', 'README.md'],
  ['with space.txt', 'with space.txt'],
  ['汉字.txt', '汉字.txt'],
  ['back\\slash.txt', 'back\\slash.txt'],
  ['-rf', '-rf'],
  ['...', '...'],
  ['..hidden', '..hidden'],
  ['caf\u00E9.txt', 'caf\u00E9.txt'],
  ['.gitignore', '.gitignore'],
  ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
  ['git/config', 'git/config'],
  ['a%2e%2e/file.txt', 'a%2e%2e/file.txt'],
];

/** New files that must be made, and where they come to be. */
const newcomers: readonly [path: string, leadsTo: string][] = [
  ['new.txt', 'new.txt'],
  ['src/new.ts', 'src/new.ts'],
  ['made/for/it/new.txt', 'made/for/it/new.txt'],
  ['in-folder/new.txt', 'src/deep/new.txt'],
  ['in-folder/new/folder/file.txt', 'src/deep/new/folder/file.txt'],
  ['in-new', 'src/not-yet.txt'],
  ['~/file.txt', '~/file.txt'],
  ['$HOME', '$HOME'],
  ['%2e%2e%2foutside', '%2e%2e%2foutside'],
  ['..\\outside\\canary.txt', '..\\outside\\canary.txt'],
  ['cafe\u0301.txt', 'cafe\u0301.txt'],
  ['line\nbreak', 'line\nbreak'],
  ['a:b', 'a:b'],
  ['n'.repeat(255), 'n'.repeat(255)],
  [`${'d/'.repeat(200)}leaf`, `${'d/'.repeat(200)}leaf`],
];

describe('what stays in the project', () => {
  beforeEach(() => {
    project = createHostileProject();
    files = createProjectFiles({ root: project.root });
  });
  afterEach(() => project.remove());

  test('is read, whatever way the path takes', async () => {
    for (const [spelled, leadsTo] of honest) {
      const path = typeof spelled === 'string' ? spelled : spelled(project.base);
      expect(files.locate(path, 'read')).toEqual({
        path: join(project.root, leadsTo),
        relative: leadsTo,
        kind: 'file',
      });
      expect(await read(path)).toBe('inside');
      expect(files.glance(path, 6).content?.toString()).toBe('inside');
      expect(files.glance(path, 5).content).toBeUndefined();
    }
  });

  test.each(honest)('%j is written where it leads', async (spelled, leadsTo) => {
    const path = typeof spelled === 'string' ? spelled : spelled(project.base);
    const links = readdirSync(project.root).filter((name) =>
      lstatSync(join(project.root, name)).isSymbolicLink(),
    );
    expect(await write(path)).toMatchObject({ created: false, place: { relative: leadsTo } });
    expect(readFileSync(join(project.root, leadsTo), 'utf8')).toBe('written');
    for (const link of links) expect(lstatSync(join(project.root, link)).isSymbolicLink()).toBe(true);
  });

  test('is made when it is new, with the folders that it needs', async () => {
    for (const [path, leadsTo] of newcomers) {
      expect(await write(path)).toMatchObject({ created: true, place: { relative: leadsTo } });
      expect(readFileSync(join(project.root, leadsTo), 'utf8')).toBe('written');
    }
    // Two ways to write é are two names: nothing is made equal that the disk keeps apart.
    expect(await read('caf\u00E9.txt')).toBe('inside');
  });

  test('a folder is not written to as a file, and a file is no folder', async () => {
    expect(await ending(() => write('src/brand-new/'))).toBe('not_a_file');
    expect(await ending(() => write('README.md/'))).toBe('not_a_file');
    expect(await ending(() => write('README.md/x'))).toBe('not_a_folder');
    expect(await ending(() => read('README.md/'))).toBe('file_not_found');
    expect(await ending(() => read('README.md/x'))).toBe('file_not_found');
    expect(await ending(() => read('nowhere.txt'))).toBe('file_not_found');
    expect(existsSync(join(project.root, 'src/brand-new'))).toBe(false);
  });

  test('a hard link is a file of the project: its other name keeps what it had', async () => {
    linkSync(join(project.base, 'outside/canary.txt'), join(project.root, 'hard'));
    expect(await read('hard')).toBe(canary);
    await write('hard');
    expect(await read('hard')).toBe('written');
    expect(readFileSync(join(project.base, 'outside/canary.txt'), 'utf8')).toBe(canary);
  });

  test('a project that is reached through a link works as if it were not', async () => {
    symlinkSync(project.root, join(project.base, 'alias'));
    files = createProjectFiles({ root: join(project.base, 'alias') });
    expect(files.root).toBe(project.root);
    expect(await read(join(project.base, 'alias/README.md'))).toBe('inside');
    expect(await ending(() => read('../outside/canary.txt'))).toBe('outside_project');
  });

  test.skipIf(asRoot)('a folder that may not be looked into is not guessed at', async () => {
    chmodSync(join(project.root, 'src'), 0o000);
    expect(await ending(() => read('src/main.ts'))).toBe('outside_project');
    expect(await ending(() => write('src/main.ts'))).toBe('outside_project');
    chmodSync(join(project.root, 'src'), 0o755);
  });

  test('a project must be a directory', () => {
    expect(() => createProjectFiles({ root: join(project.root, 'README.md') })).toThrow(/not a directory/u);
    expect(() => createProjectFiles({ root: join(project.root, 'nowhere') })).toThrow(/ENOENT/u);
  });
});

describe('what is protected against writing', () => {
  beforeEach(() => {
    project = createHostileProject();
    files = createProjectFiles({ root: project.root });
  });
  afterEach(() => project.remove());

  test.each(refusedNames)('%s, wherever it is and whether or not it is there', async (name) => {
    for (const path of [name, `${name}/x`, `src/${name}`, `new/${name}/deep/x`, name.toUpperCase()]) {
      expect(await ending(() => write(path))).toBe('protected_path');
      expect(await ending(() => files.locate(path, 'write'))).toBe('protected_path');
    }
    expect(existsSync(join(project.root, 'new'))).toBe(false);
  });

  test.each([
    '.git/config',
    '.git/hooks/pre-commit',
    './.git//config',
    '.git/.',
    'src/../.git/config',
    '.GIT/config',
    '.Git/HOOKS/x',
    '.g\u200Cit/config',
    '.gi\uFF54/config',
    '.v\u017Fcode/tasks.json',
    '.git./config',
    '.git /config',
    'to-git/config',
    'to-hooks/pre-commit',
    'in-folder/home/.git/config',
    'out-and-back/../.git/config',
  ])('%j is no way around', async (path) => {
    expect(await ending(() => write(path))).toBe('protected_path');
  });

  test('is read like anything else', async () => {
    expect(await read('.git/config')).toBe('inside');
    expect(await read('to-git/config')).toBe('inside');
  });

  test('does not take names with it that only look alike', async () => {
    for (const path of [
      '.gitignore',
      '.gitattributes',
      'git/config',
      'bashrc',
      'my.bashrc',
      '.envrc.example',
    ]) {
      expect(await ending(() => write(path))).toBe('ok');
    }
    expect(await ending(() => write('.git/../harmless.txt'))).toBe('ok');
  });

  test('a repository that is elsewhere in the project is found by what .git says', async () => {
    renameSync(join(project.root, '.git'), join(project.root, 'meta'));
    writeFileSync(join(project.root, '.git'), 'gitdir: meta\n');
    expect(await ending(() => write('meta/config'))).toBe('protected_path');
    expect(await ending(() => write('metadata.txt'))).toBe('ok');
    rmSync(join(project.root, '.git'));
    symlinkSync('meta', join(project.root, '.git'));
    expect(await ending(() => write('meta/hooks/new'))).toBe('protected_path');
    expect(await ending(() => write('.git/hooks/new'))).toBe('protected_path');
  });

  test('can be another list', async () => {
    files = createProjectFiles({ root: project.root, protectedNames: ['secrets'] });
    expect(await ending(() => write('.git/config'))).toBe('ok');
    expect(await ending(() => write('src/Secrets/key'))).toBe('protected_path');
  });
});

describe('replacing a file', () => {
  beforeEach(() => {
    project = createHostileProject();
    files = createProjectFiles({ root: project.root });
  });
  afterEach(() => project.remove());

  const leftovers = (): string[] => pathsIn(project.root).filter((path) => path.endsWith('.tmp'));

  test('keeps its mode and drops what a write drops', async () => {
    const path = join(project.root, 'README.md');
    chmodSync(path, 0o4751);
    await write('README.md');
    expect((statSync(path).mode & 0o7777).toString(8)).toBe('751');
    chmodSync(path, 0o600);
    await write('README.md');
    expect((statSync(path).mode & 0o7777).toString(8)).toBe('600');
    await write('new.txt');
    expect(statSync(join(project.root, 'new.txt')).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(leftovers()).toEqual([]);
  });

  test.runIf(asRoot)('keeps its owner', async () => {
    execFileSync('chown', ['1234:2345', join(project.root, 'README.md')]);
    await write('README.md');
    expect(statSync(join(project.root, 'README.md'))).toMatchObject({ uid: 1234, gid: 2345 });
  });

  test.skipIf(asRoot)('respects a file that is read-only', async () => {
    chmodSync(join(project.root, 'README.md'), 0o444);
    expect(await ending(() => write('README.md'))).toBe('no_access');
    expect(await read('README.md')).toBe('inside');
  });

  test('refuses when it is not the file that was expected', async () => {
    const { handle, stamp } = await files.open('README.md');
    await handle.close();
    const replace = (expected: typeof stamp | 'missing'): Promise<string> =>
      ending(() => files.replace('README.md', Buffer.from('replaced'), { expected }));
    expect(await replace('missing')).toBe('changed_meanwhile');
    writeFileSync(join(project.root, 'README.md'), 'other');
    expect(await replace(stamp)).toBe('changed_meanwhile');
    rmSync(join(project.root, 'README.md'));
    expect(await replace(stamp)).toBe('changed_meanwhile');
    expect(existsSync(join(project.root, 'README.md'))).toBe(false);
    expect(await replace('missing')).toBe('ok');
    expect(leftovers()).toEqual([]);
  });

  test('refuses when the path leads elsewhere meanwhile', async () => {
    const place = files.locate('in-new', 'write');
    rmSync(join(project.root, 'in-new'));
    symlinkSync('src/other.txt', join(project.root, 'in-new'));
    const replace = (): Promise<unknown> =>
      files.replace('in-new', Buffer.from('x'), { expected: 'missing', place });
    expect(await ending(replace)).toBe('changed_meanwhile');
    expect(readdirSync(join(project.root, 'src'))).not.toContain('other.txt');
  });

  test('gives the stamp by which the new file is known', async () => {
    const { stamp } = await files.replace('README.md', Buffer.from('one'));
    const { handle, stamp: found } = await files.open('README.md');
    await handle.close();
    expect(found).toEqual(stamp);
    await files.replace('README.md', Buffer.from('two'), { expected: stamp });
    expect(await read('README.md')).toBe('two');
  });

  test('of many who expect the same file, one wins', async () => {
    const { stamp } = await files.replace('README.md', Buffer.from('start'));
    const race = (expected: typeof stamp | 'missing', path: string): Promise<string[]> =>
      Promise.all(
        Array.from({ length: 20 }, (_, turn) =>
          ending(() => files.replace(path, Buffer.from(`turn ${turn}`), { expected })),
        ),
      );
    expect((await race(stamp, 'README.md')).filter((word) => word === 'ok')).toHaveLength(1);
    expect((await race('missing', 'made/new.txt')).filter((word) => word === 'ok')).toHaveLength(1);
    expect(await read('made/new.txt')).toMatch(/^turn /u);
    expect(leftovers()).toEqual([]);
  });

  test('leaves nothing behind when it is stopped', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(files.replace('a/b/new.txt', Buffer.from('x'), { signal })).rejects.toThrow('stopped');
    await expect(files.replace('README.md', Buffer.from('x'), { signal })).rejects.toThrow('stopped');
    expect(existsSync(join(project.root, 'a'))).toBe(false);
    expect(await read('README.md')).toBe('inside');
    expect(leftovers()).toEqual([]);
  });

  test('writes all of a large file', async () => {
    const content = Buffer.alloc(5_000_000, 'toolcrib ');
    await files.replace('large.bin', content);
    expect(readFileSync(join(project.root, 'large.bin')).equals(content)).toBe(true);
  });

  test('a folder that is swapped for a link while it writes is noticed', async () => {
    mkdirSync(join(project.root, 'work'));
    const writing = files.replace('work/new.txt', Buffer.alloc(20_000_000));
    renameSync(join(project.root, 'work'), join(project.root, 'moved'));
    symlinkSync('../outside', join(project.root, 'work'));
    expect(await ending(() => writing)).toBe('changed_meanwhile');
    expect(readdirSync(join(project.root, 'moved'))).toEqual([]);
    expect(readdirSync(join(project.base, 'outside'))).toEqual(['canary.txt', 'folder']);
  });
});
