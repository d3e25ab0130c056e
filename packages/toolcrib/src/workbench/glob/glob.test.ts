import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultsOf, openWorkshop, type Workshop, type WorkshopOptions } from '../workshop.test-support.ts';
import { createGlobTool } from './glob.ts';

const examples = openWorkshop(createGlobTool);
afterAll(() => examples.close());
test.each(examples.tool.examples)('the example holds: $description', async (example) => {
  expect(await faultsOf(examples, example)).toEqual([]);
});

let workshop: Workshop;
let open: Workshop[] = [];
const start = (options?: WorkshopOptions): Workshop => {
  const opened = openWorkshop(createGlobTool, options);
  open.push(opened);
  return opened;
};
beforeEach(() => {
  workshop = start();
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  open = [];
});

const put = (path: string, text = ''): void => {
  const file = join(workshop.project.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

interface Found {
  readonly files: readonly string[];
  readonly total: number;
  readonly rest?: string;
}

const glob = (pattern: string, more: object = {}): Promise<Found> => workshop.give({ pattern, ...more });
const find = async (pattern: string, more: object = {}): Promise<string[]> =>
  (await glob(pattern, more)).files.toSorted();

describe('what is found', () => {
  test('the last changed file comes first, equal ones by name', async () => {
    for (const [path, minute] of [
      ['b.txt', 1],
      ['a.txt', 1],
      ['old.txt', 0],
      ['new.txt', 2],
    ] as const) {
      put(path);
      const time = new Date(Date.UTC(2027, 0, 1, 0, minute));
      utimesSync(join(workshop.project.root, path), time, time);
    }
    expect((await glob('*.txt')).files).toEqual([
      'new.txt',
      'a.txt',
      'b.txt',
      'old.txt',
      'empty.txt',
      'notes.txt',
    ]);
  });

  test('hidden files are found, the folder .git is not', async () => {
    put('.env');
    put('.github/ci.yml');
    put('.git/config');
    put('sub/.git/HEAD');
    put('tree/.git', 'gitdir: elsewhere');
    expect(await find('**/.*')).toEqual(['.env', '.gitignore']);
    expect(await find('**/*.yml')).toEqual(['.github/ci.yml']);
    expect(await find('**', { include_ignored: true })).not.toContainEqual(
      expect.stringMatching(/(?:^|\/)\.git(?:\/|$)/u),
    );
    expect(await find('.git/**', { include_ignored: true })).toEqual([]);
  });

  test('a path in .git is refused, whatever the way', async () => {
    put('.git/hooks/pre-commit');
    symlinkSync('.git', join(workshop.project.root, 'way'));
    for (const path of ['.git', '.git/hooks', 'src/../.git', 'way', 'way/hooks/pre-commit'])
      expect(await workshop.fail({ pattern: '**', path })).toMatchObject({ reason: 'never_searched' });
  });

  test('names that are hard to write come back as they are', async () => {
    const names = [
      '-rf',
      '--files',
      'a b.txt',
      'a\nb.txt',
      ':colon',
      '中文 文件.md',
      '🧰.txt',
      '*.star',
      '"q"',
    ];
    for (const name of names) put(`odd/${name}`);
    expect(await find('**', { path: 'odd' })).toEqual(names.map((name) => `odd/${name}`).toSorted());
    expect(await find('-*', { path: 'odd' })).toEqual(['odd/--files', 'odd/-rf']);
    expect(await find('\\*.star')).toEqual(['odd/*.star']);
    expect(await find('*\n*')).toEqual(['odd/a\nb.txt']);
  });

  test('a path that names a file is that file alone', async () => {
    expect(await find('*', { path: 'src/main.ts' })).toEqual(['src/main.ts']);
    expect(await find('*.md', { path: 'src/main.ts' })).toEqual([]);
  });

  test('a pattern may begin with the folder itself', async () => {
    const { root } = workshop.project;
    expect(await find(`${root}/src/*.ts`)).toEqual(['src/greet.ts', 'src/main.ts']);
    expect(await find(`${root}/src/*.ts`, { path: join(root, 'src') })).toEqual([
      'src/greet.ts',
      'src/main.ts',
    ]);
  });
});

describe('what is ignored', () => {
  test('.gitignore counts in every folder, without a repository too', async () => {
    put('lib/.gitignore', '/out\n!keep.log\n');
    for (const path of ['lib/out/a.js', 'lib/in/out/b.js', 'lib/x.log', 'lib/keep.log']) put(path);
    expect(await find('**', { path: 'lib' })).toEqual(['lib/.gitignore', 'lib/in/out/b.js', 'lib/keep.log']);
    expect(await find('lib/**')).toEqual(['lib/.gitignore', 'lib/in/out/b.js', 'lib/keep.log']);
    expect(await find('**', { path: 'lib/in' })).toEqual(['lib/in/out/b.js']);
  });

  test('a pattern does not bring back what is ignored; include_ignored does', async () => {
    expect(await find('**/node_modules/**')).toEqual([]);
    expect(await find('debug.log')).toEqual([]);
    expect(await find('**/node_modules/**', { include_ignored: true })).toEqual([
      'node_modules/hidden/index.ts',
    ]);
  });

  test('a project that is part of a larger repository follows that one', async () => {
    const above = dirname(workshop.project.root);
    writeFileSync(join(above, '.gitignore'), 'generated/\n');
    put('generated/a.ts');
    mkdirSync(join(above, '.git'));
    expect(await find('**/a.ts')).toEqual([]);
  });

  test('the configuration of ripgrep has no say', async () => {
    const canary = join(workshop.project.outside, 'canary');
    const config = join(workshop.project.outside, 'ripgreprc');
    writeFileSync(config, `--pre=${canary}.sh\n--glob=!*.ts\n--no-hidden\n`);
    writeFileSync(`${canary}.sh`, `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    process.env['RIPGREP_CONFIG_PATH'] = config;
    try {
      expect(await find('**/*.ts')).toEqual(['src/greet.ts', 'src/main.ts']);
      expect(() => readFileSync(canary)).toThrow();
    } finally {
      delete process.env['RIPGREP_CONFIG_PATH'];
    }
  });
});

describe('the root is never left', () => {
  test('links are neither listed nor followed', async () => {
    const { root, outside } = workshop.project;
    writeFileSync(join(outside, 'secret.txt'), '');
    symlinkSync(outside, join(root, 'out'));
    symlinkSync(join(outside, 'secret.txt'), join(root, 'secret.txt'));
    symlinkSync('..', join(root, 'up'));
    symlinkSync('src', join(root, 'inner'));
    for (const pattern of [
      '**/secret.txt',
      'out/**',
      'up/**',
      '../**',
      '**/../**',
      `${outside}/**`,
      '/etc/*',
    ])
      expect(await find(pattern, { include_ignored: true })).toEqual([]);
    expect(await find('inner/**')).toEqual([]);
  });

  test.each([
    '..',
    '../outside',
    '/etc',
    '/',
    'out',
    'out/state',
    'src/../../outside',
    '~root/../../etc/../..',
  ])('the path %s is outside', async (path) => {
    const { root, outside } = workshop.project;
    symlinkSync(outside, join(root, 'out'));
    expect(await workshop.fail({ pattern: '**', path })).toMatchObject({
      status: 'blocked',
      code: 'outside_project',
    });
  });

  test('a link inside leads to the folder that it names', async () => {
    symlinkSync('src', join(workshop.project.root, 'inner'));
    expect(await find('main.*', { path: 'inner' })).toEqual(['src/main.ts']);
  });
});

describe('what is too much', () => {
  test('a long list is cut, and the whole is kept', async () => {
    for (let index = 0; index < 700; index++) put(`many/file-${index}.txt`);
    const { files, total, rest } = await glob('many/*');
    expect([files.length, total]).toEqual([500, 700]);
    const handle = /output:\S+/u.exec(rest ?? '')?.[0] ?? '';
    const kept = readFileSync((await workshop.bench.outputs.find(handle)) ?? '', 'utf8').split('\n');
    expect(kept).toHaveLength(700);
    expect(kept.slice(0, 500)).toEqual(files);
    expect((await glob('many/*', { limit: 3 })).files).toHaveLength(3);
  });

  test('long names count by their length', async () => {
    const folder = 'f'.repeat(200);
    for (let index = 0; index < 100; index++) put(`${folder}/${folder}/${folder}/${index}`);
    const { files, total } = await glob(`${folder}/**`, { limit: 2000 });
    expect(total).toBe(100);
    expect(files.join('\n').length).toBeLessThanOrEqual(50_000);
    expect(files.length).toBeGreaterThan(50);
  });
});

describe('what cannot be done', () => {
  test('a pattern that does not close is told', async () => {
    for (const pattern of ['{a', 'src/[a', 'a\\', '{a,b}'.repeat(10)]) {
      const { reason, error } = await workshop.fail({ pattern });
      expect(reason).toBe('bad_pattern');
      expect(error).toContain('cannot be read');
    }
    workshop = start({ locale: 'zh-CN' });
    expect((await workshop.fail({ pattern: '{a' })).error).toContain('无法解读模式 {a');
  });

  test('a path where nothing is, and a path that is no file and no folder', async () => {
    expect(await workshop.fail({ pattern: '*', path: 'no/such' })).toMatchObject({
      reason: 'path_not_found',
    });
    expect(await workshop.fail({ pattern: '*', path: 'src/main.ts/x' })).toMatchObject({
      reason: 'path_not_found',
    });
    execFileSync('mkfifo', [join(workshop.project.root, 'pipe')]);
    expect(await workshop.fail({ pattern: '*', path: 'pipe' })).toMatchObject({ reason: 'not_a_file' });
    workshop = start({ locale: 'zh-CN' });
    expect((await workshop.fail({ pattern: '*', path: 'no/such' })).error).toContain(
      'no/such 处没有任何内容',
    );
  });

  test.each([{}, { pattern: '' }, { pattern: 1 }, { pattern: '*', limit: 0 }, { pattern: '*', glob: '*' }])(
    'the arguments %j are refused',
    async (input) => {
      expect(await workshop.fail(input)).toMatchObject({ code: 'invalid_arguments' });
    },
  );

  test('a call that is cancelled in the middle leaves no process', async () => {
    // Whoever opens it waits for somebody to write.
    execFileSync('mkfifo', [join(workshop.project.root, 'src/.gitignore')]);
    const controller = new AbortController();
    const calling = workshop.call({ pattern: '**' }, { signal: controller.signal });
    await expect.poll(() => workshop.processes()).toHaveLength(1);
    controller.abort();
    expect(await calling).toMatchObject({ status: 'error', errorCode: 'cancelled' });
    await expect.poll(() => workshop.processes()).toEqual([]);
  });

  test('files that go while they are looked at are no trouble', async () => {
    put('going/a.txt');
    const finding = glob('**');
    rmSync(join(workshop.project.root, 'going'), { recursive: true });
    expect((await finding).files).toContain('src/main.ts');
  });
});

test('a reader may use it, and nobody is asked', async () => {
  expect(await workshop.call({ pattern: '*.md' }, { agent: 'reader' })).toMatchObject({ status: 'success' });
  expect(workshop.questions).toEqual([]);
});

test('rules see where a path leads', async () => {
  symlinkSync('src', join(workshop.project.root, 'inner'));
  const explained = await workshop.service.explain('Glob', { pattern: '*', path: 'inner/' });
  expect(explained).toMatchObject({ effects: [{ kind: 'read', path: 'src' }] });
});
