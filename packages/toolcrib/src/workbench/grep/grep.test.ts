import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProcesses } from '../../fence/processes/create-processes.ts';
import { thisMachine } from '../../fence/processes/machine.ts';
import { createSampleProject } from '../sample-project.test-support.ts';
import { faultsOf, openWorkshop, type Workshop, type WorkshopOptions } from '../workshop.test-support.ts';
import { createGrepTool } from './grep.ts';

const examples = openWorkshop(createGrepTool);
afterAll(() => examples.close());
test.each(examples.tool.examples)('the example holds: $description', async (example) => {
  expect(await faultsOf(examples, example)).toEqual([]);
});

let workshop: Workshop;
let open: Workshop[] = [];
const start = (options?: WorkshopOptions): Workshop => {
  const opened = openWorkshop(createGrepTool, options);
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

const put = (path: string, text: string | Uint8Array): void => {
  const file = join(workshop.project.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

interface Found {
  readonly matches: readonly string[];
  readonly total: number;
  readonly rest?: string;
}

const grep = async (pattern: string, more: object = {}): Promise<readonly string[]> =>
  (await workshop.give<Found>({ pattern, ...more })).matches;
const files = { output_mode: 'files_with_matches' };
const count = { output_mode: 'count' };

describe('the lines that are given', () => {
  test('come file by file, in order', async () => {
    for (const name of ['c', 'a', 'b']) put(`${name}.txt`, 'needle 1\nhay\nneedle 2\n');
    expect(await grep('needle')).toEqual(
      ['a', 'b', 'c'].flatMap((name) => [`${name}.txt:1:needle 1`, `${name}.txt:3:needle 2`]),
    );
    expect(await grep('needle', count)).toEqual(['a.txt:2', 'b.txt:2', 'c.txt:2']);
  });

  test('what surrounds a match is marked by dashes', async () => {
    put('text.txt', '1\n2\nneedle\n4\n5\n6\n7\nneedle\n');
    expect(await grep('needle', { context: 1 })).toEqual([
      'text.txt-2-2',
      'text.txt:3:needle',
      'text.txt-4-4',
      'text.txt-7-7',
      'text.txt:8:needle',
    ]);
  });

  test('are whole lines even when a match goes over several', async () => {
    put('text.txt', 'a\nbegin x\r\nmiddle\nend y\nz\n');
    expect(await grep('begin.*end', { multiline: true })).toEqual([
      'text.txt:2:begin x',
      'text.txt:3:middle',
      'text.txt:4:end y',
    ]);
    expect(await grep('begin.*end')).toEqual([]);
    expect(await grep('x\\r\\nmid', { ...files, multiline: true })).toEqual(['text.txt']);
  });

  test('end before the line break, whichever it is', async () => {
    put('crlf.txt', 'needle\r\nother\r\nneedle');
    expect(await grep('needle')).toEqual(['crlf.txt:1:needle', 'crlf.txt:3:needle']);
  });

  test('a long line is shown around its match', async () => {
    put('long.txt', `${'ä'.repeat(30_000)}needle${'ö'.repeat(30_000)}\nneedle${'y'.repeat(600)}\n`);
    const [first = '', second = ''] = await grep('needle');
    expect(first).toMatch(/^long\.txt:1:…ä+needleö+…$/u);
    expect(first.length).toBeLessThan(520);
    expect(second).toMatch(/^long\.txt:2:needley+…$/u);
  });

  test('a line of megabytes takes nothing away from the others', async () => {
    put('a.js', `${'x needle '.repeat(500_000)}\nneedle\n`);
    put('b.js', 'needle\n');
    const matches = await grep('needle');
    expect(matches.map((match) => match.slice(0, 12))).toEqual([
      'a.js:1:x nee',
      'a.js:2:needl',
      'b.js:1:needl',
    ]);
    put('a.js', `${'x'.repeat(20_000_000)}needle\nneedle\n`);
    expect(await grep('needle')).toEqual([
      'a.js: a line of many megabytes matches',
      'a.js:2:needle',
      'b.js:1:needle',
    ]);
  });
});

describe('what is searched', () => {
  test('text in UTF-16 and text that is in no encoding we know', async () => {
    put('utf16.txt', Buffer.from('\uFEFFneedle 中文\r\n', 'utf16le'));
    put('latin.txt', Buffer.from('needle é\n', 'latin1'));
    expect(await grep('needle')).toEqual(['latin.txt:1:needle \uFFFD', 'utf16.txt:1:needle 中文']);
  });

  test('binary files are passed over, and told when they are named', async () => {
    put('data.bin', 'needle\n\0needle\n');
    expect(await grep('needle')).toEqual([]);
    expect(await grep('needle', { path: 'data.bin' })).toEqual(['data.bin: a binary file matches']);
    workshop = start({ locale: 'zh-CN' });
    put('data.bin', '\0needle\n');
    expect(await grep('needle', { path: 'data.bin' })).toEqual(['data.bin: 二进制文件中有匹配']);
  });

  test('names that are hard to write come back as they are', async () => {
    const names = ['-e', '--pre=sh', 'a b', 'a\nb', 'x\0'.slice(0, 1), 'a:1:b', '中文', '3\n', '2-x', '🧰'];
    for (const name of names) put(`odd/${name}`, 'needle\n');
    const found = names.map((name) => `odd/${name}`).toSorted();
    expect(await grep('needle')).toEqual(found.map((path) => `${path}:1:needle`));
    expect(await grep('needle', count)).toEqual(found.map((path) => `${path}:1`));
    expect((await grep('needle', files)).toSorted()).toEqual(found);
    expect((await grep('needle', { ...files, glob: '**' })).toSorted()).toEqual(found);
  });

  test('a name cannot pass for a match in another file', async () => {
    put('x\n./src/main.ts\n1/src/main.ts', 'needle\n');
    expect(await grep('needle')).toEqual(['x\n./src/main.ts\n1/src/main.ts:1:needle']);
    expect(await grep('needle', count)).toEqual(['x\n./src/main.ts\n1/src/main.ts:1']);
  });

  test('glob and type choose the files together, and bring nothing back', async () => {
    for (const path of ['a.ts', 'a.js', 'lib/a.ts', 'lib/a.md', 'node_modules/a.ts', 'a.log'])
      put(path, 'needle\n');
    expect(await grep('needle', { glob: '*.{ts,md,log}' })).toEqual([
      'a.ts:1:needle',
      'lib/a.md:1:needle',
      'lib/a.ts:1:needle',
    ]);
    expect(await grep('needle', { glob: 'a.*', type: 'ts' })).toEqual(['a.ts:1:needle', 'lib/a.ts:1:needle']);
    expect(await grep('needle', { glob: 'lib/**', type: 'md' })).toEqual(['lib/a.md:1:needle']);
    expect(await grep('needle', { glob: '*.log', include_ignored: true })).toEqual(['a.log:1:needle']);
    expect(await grep('needle', { glob: '*.rs' })).toEqual([]);
    expect(await grep('needle', { path: 'lib', glob: '*.ts', ...count })).toEqual(['lib/a.ts:1']);
  });

  test('more files than one command line holds', async () => {
    const folder = 'f'.repeat(200);
    for (let index = 0; index < 600; index++) put(`${folder}/${index}.txt`, 'needle\n');
    expect(await grep('needle', { ...files, glob: '*.txt', limit: 2000 })).toHaveLength(
      Math.floor(50_000 / (folder.length + 9)),
    );
    expect(await workshop.give({ pattern: 'needle', glob: '*.txt', ...count })).toMatchObject({ total: 600 });
  });

  test('.gitignore counts, hidden files too, .git never', async () => {
    for (const path of ['.env', '.github/x.yml', '.git/config', 'sub/.git/config', 'node_modules/x.js'])
      put(path, 'needle\n');
    expect(await grep('needle')).toEqual(['.env:1:needle', '.github/x.yml:1:needle']);
    expect(await grep('needle', { include_ignored: true })).toEqual([
      '.env:1:needle',
      '.github/x.yml:1:needle',
      'node_modules/x.js:1:needle',
    ]);
    expect(await grep('needle', { glob: '**/config', include_ignored: true })).toEqual([]);
    expect(await workshop.fail({ pattern: 'needle', path: '.git/config' })).toMatchObject({
      reason: 'never_searched',
    });
  });

  test('a file that cannot be read hides no other', async () => {
    put('good.txt', 'needle\n');
    execFileSync('mkfifo', [join(workshop.project.root, 'pipe')]);
    symlinkSync('nowhere', join(workshop.project.root, 'dangling'));
    expect(await grep('needle')).toEqual(['good.txt:1:needle']);
  });
});

describe('what a model may write', () => {
  test('patterns that look like options are patterns', async () => {
    const canary = join(workshop.project.outside, 'canary');
    writeFileSync(`${canary}.sh`, `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    put('text.txt', `--pre=${canary}.sh\n-e needle\n--files\n`);
    expect(await grep(`--pre=${canary}.sh`)).toHaveLength(1);
    expect(await grep('-e needle')).toEqual(['text.txt:2:-e needle']);
    expect(await grep('--files')).toEqual(['text.txt:3:--files']);
    for (const glob of [`--pre=${canary}.sh`, '--hostname-bin=sh', '!*', '-z'])
      expect(await grep('needle', { glob })).toEqual([]);
    expect(await workshop.fail({ pattern: 'x', type: '--pre' })).toMatchObject({ reason: 'unknown_type' });
    for (const type of [`ts --pre=${canary}.sh`, 'ts\n', 'TS', ''])
      expect(await workshop.fail({ pattern: 'x', type })).toMatchObject({ code: 'invalid_arguments' });
    expect(existsSync(canary)).toBe(false);
  });

  test('the configuration of ripgrep has no say', async () => {
    const canary = join(workshop.project.outside, 'canary');
    const config = join(workshop.project.outside, 'ripgreprc');
    writeFileSync(config, `--pre=${canary}.sh\n`);
    writeFileSync(`${canary}.sh`, `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    process.env['RIPGREP_CONFIG_PATH'] = config;
    try {
      expect(await grep('TODO')).toHaveLength(1);
      expect(await grep('TODO', { ...files, glob: '*' })).toHaveLength(1);
    } finally {
      delete process.env['RIPGREP_CONFIG_PATH'];
    }
    expect(existsSync(canary)).toBe(false);
  });

  test('an expression that cannot be read is told with what is wrong', async () => {
    for (const [pattern, complaint] of [
      ['(', 'unclosed group'],
      ['(?=x)', 'look-around, including look-ahead and look-behind, is not supported'],
      ['\\p{Foo}', 'Unicode property not found'],
      ['a\\nb', 'the literal "\\n" is not allowed in a regex'],
      ['(\\w{500}){500}', 'compiled regex exceeds size limit'],
    ] as const) {
      const { reason, error } = await workshop.fail({ pattern });
      expect(reason).toBe('bad_expression');
      expect(error).toContain(`cannot be read: ${complaint}`);
    }
    workshop = start({ locale: 'zh-CN' });
    expect((await workshop.fail({ pattern: '(' })).error).toContain('无法解读表达式 (：unclosed group');
  });

  test('a kind of file that nobody knows, and names that cannot be read', async () => {
    expect((await workshop.fail({ pattern: 'x', type: 'nope' })).error).toContain('Use glob instead');
    expect(await workshop.fail({ pattern: 'x', type: 'nope', glob: '*' })).toMatchObject({
      reason: 'unknown_type',
    });
    expect(await workshop.fail({ pattern: 'x', glob: '{a' })).toMatchObject({ reason: 'bad_pattern' });
    expect(await workshop.fail({ pattern: 'x', path: 'nope' })).toMatchObject({ reason: 'path_not_found' });
  });

  test.each([
    {},
    { pattern: '' },
    { pattern: 'x', output_mode: 'lines' },
    { pattern: 'x', context: 51 },
    { pattern: 'x', limit: 2001 },
    { pattern: 'x', pre: 'sh' },
  ])('the arguments %j are refused', async (input) => {
    expect(await workshop.fail(input)).toMatchObject({ code: 'invalid_arguments' });
  });
});

describe('the root is never left', () => {
  test('links are not followed', async () => {
    const { root, outside } = workshop.project;
    writeFileSync(join(outside, 'secret.txt'), 'needle\n');
    symlinkSync(outside, join(root, 'out'));
    symlinkSync(join(outside, 'secret.txt'), join(root, 'secret.txt'));
    expect(await grep('needle', { include_ignored: true })).toEqual([]);
    expect(await grep('needle', { glob: '**/secret.txt' })).toEqual([]);
    for (const path of ['out', 'secret.txt', '..', outside, '/etc/passwd', 'out/secret.txt'])
      expect(await workshop.fail({ pattern: 'needle', path })).toMatchObject({
        status: 'blocked',
        code: 'outside_project',
      });
  });
});

describe.skipIf(thisMachine().hold('checks')?.landlock !== true)('ripgrep is kept in the project', () => {
  beforeEach(() => {
    const project = createSampleProject();
    const { root, stateFolder } = project;
    const processes = createProcesses({ root, stateFolder, mode: 'best_effort' });
    workshop = start({ project, parts: { processes } });
  });

  test('what is outside has no say in what is ignored', async () => {
    const { root, outside } = workshop.project;
    put('lib/a.txt', 'needle\n');
    writeFileSync(join(outside, 'list'), 'a.txt\n');
    symlinkSync(join(outside, 'list'), join(root, 'lib/.ignore'));
    expect(await grep('needle')).toEqual(['lib/a.txt:1:needle']);
  });

  test('a folder that is swapped for a link while it searches leads nowhere', async () => {
    const { root, outside } = workshop.project;
    put('work/folder/canary.txt', 'inside\n');
    writeFileSync(join(outside, 'canary.txt'), 'secret\n');
    const swapper = join(import.meta.dirname, '../../fence/swapper.test-support.ts');
    const given = [swapper, join(root, 'work/folder'), '../../../outside', '400'];
    const over = new AbortController();
    const swapped = promisify(execFile)(process.execPath, given).finally(() => over.abort());
    const found = new Set<string>();
    while (!over.signal.aborted) {
      for (const path of ['.', 'work']) {
        const result = await workshop.call({ pattern: 'inside|secret', path, include_ignored: true });
        for (const match of (result as { output?: Found }).output?.matches ?? []) found.add(match);
      }
    }
    await swapped;
    expect([...found].filter((match) => match.includes('secret'))).toEqual([]);
    expect([...found].filter((match) => match.includes('canary.txt:1:inside'))).not.toEqual([]);
  });
});

describe('what is too much', () => {
  test('many lines are cut, and the whole is kept', async () => {
    put('many.txt', 'needle\n'.repeat(900));
    const { matches, total, rest } = await workshop.give<Found>({ pattern: 'needle' });
    expect([matches.length, total]).toEqual([500, 900]);
    const handle = /output:\S+/u.exec(rest ?? '')?.[0] ?? '';
    const kept = readFileSync((await workshop.bench.outputs.find(handle)) ?? '', 'utf8').split('\n');
    expect(kept).toHaveLength(900);
    expect(kept.at(-1)).toBe('many.txt:900:needle');
  });

  test('the search ends after 20,000 lines, and says so', async () => {
    put('many.txt', 'needle\n'.repeat(50_000));
    const result = await workshop.call({ pattern: 'needle', limit: 1 });
    expect(result).toMatchObject({
      output: { matches: ['many.txt:1:needle'], total: 20_000 },
      metadata: { notes: { search_ended_early: true } },
    });
    await expect.poll(() => workshop.processes()).toEqual([]);
  });

  test('a call that is cancelled in the middle leaves no process', async () => {
    execFileSync('mkfifo', [join(workshop.project.root, 'src/.ignore')]);
    const controller = new AbortController();
    const calling = workshop.call({ pattern: 'x' }, { signal: controller.signal });
    await expect.poll(() => workshop.processes()).toHaveLength(1);
    controller.abort();
    expect(await calling).toMatchObject({ status: 'error', errorCode: 'cancelled' });
    await expect.poll(() => workshop.processes()).toEqual([]);
  });
});
