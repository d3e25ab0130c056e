import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Bench } from '../bench.ts';
import { faultsOf, openWorkshop, type Workshop, type WorkshopOptions } from '../workshop.test-support.ts';
import { createSearchTool } from './search.ts';

const examples = openWorkshop(createSearchTool);
afterAll(() => examples.close());
test.each(examples.tool.examples)('the example holds: $description', async (example) => {
  expect(await faultsOf(examples, example)).toEqual([]);
});

let workshop: Workshop;
let open: Workshop[] = [];
const start = ({ patience, ...options }: WorkshopOptions & { patience?: number } = {}): Workshop => {
  const opened = openWorkshop((bench: Bench) => createSearchTool(bench, { patience }), options);
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

const at = (path: string): string => join(workshop.project.root, path);
const put = (path: string, text: string | Uint8Array = ''): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};

interface Answer {
  readonly results: readonly {
    readonly path: string;
    readonly score: number;
    readonly lines: readonly { readonly line: number; readonly text: string }[];
  }[];
  readonly note?: string;
}

const ask = (query: string, more: object = {}): Promise<Answer> => workshop.give({ query, ...more });
const find = async (query: string, more: object = {}): Promise<string[]> =>
  (await ask(query, more)).results.map(({ path }) => path);
const indexFile = (): string => {
  const [name = ''] = readdirSync(workshop.bench.stateFolder).filter((file) => file.endsWith('.db'));
  return join(workshop.bench.stateFolder, name);
};

describe('what is found', () => {
  test('a name counts more than contents, and of two contents the one that says it more', async () => {
    put('notes/often.txt', 'invoice '.repeat(20));
    put('notes/once.txt', 'one invoice among many other words that say nothing about it at all');
    put('lib/invoice.txt', 'nothing');
    expect(await find('invoice')).toEqual(['lib/invoice.txt', 'notes/often.txt', 'notes/once.txt']);
    const [first = 0, second = 0] = (await ask('invoice')).results.map(({ score }) => score);
    expect(first).toBeGreaterThan(second);
  });

  test('a name is found by its words, and words by a name', async () => {
    put('lib/a.ts', 'export const getUserName = () => parseHTTPRequest(utf8Decoder);');
    put('lib/b.ts', 'const get_user_name = 1;');
    for (const query of ['user', 'http', 'decoder', 'getusername', 'GETUSER', 'parsehttp'])
      expect(await find(query)).toContain('lib/a.ts');
    expect((await find('UserName')).toSorted()).toEqual(['lib/a.ts', 'lib/b.ts']);
    expect((await find('get user name')).toSorted()).toEqual(['lib/a.ts', 'lib/b.ts']);
  });

  test('the beginning of a word is enough, from three letters on', async () => {
    put('lib/a.txt', 'authentication');
    expect(await find('auth')).toEqual(['lib/a.txt']);
    expect(await find('au')).toEqual([]);
    expect(await find('thentication')).toEqual([]);
  });

  test('one to four Chinese characters, wherever they stand', async () => {
    put('文档/甲.md', '数据库连接池的设置方法');
    put('文档/乙.md', '连接远程数据');
    for (const query of ['池', '设置', '数据库', '设置方法', '库连接'])
      expect(await find(query)).toEqual(['文档/甲.md']);
    expect((await find('连接 数据')).toSorted()).toEqual(['文档/乙.md', '文档/甲.md'].toSorted());
    expect(await find('乙')).toEqual(['文档/乙.md']);
  });

  test('all of the words when a file holds them, else any of them', async () => {
    put('a.txt', 'apple banana');
    put('b.txt', 'apple');
    expect(await find('apple banana')).toEqual(['a.txt']);
    expect((await find('apple cherry')).toSorted()).toEqual(['a.txt', 'b.txt']);
    expect(await find('cherry')).toEqual([]);
  });

  test('the operators of the index are words like others', async () => {
    put('a.txt', 'either near or not and then');
    for (const query of [
      'NEAR',
      'not near',
      'and AND or',
      'near"',
      'name:near OR',
      'near*',
      '(near',
      'NEAR(not, 2)',
      '^near',
    ])
      expect(await find(query)).toContain('a.txt');
    put('b.txt', '{name content}: x');
    expect(await find('content : x')).toContain('b.txt');
  });

  test('a folder, a file, and a folder whose name holds characters beyond the basic plane', async () => {
    for (const path of ['lib/a.txt', 'lib2/a.txt', '🧰 box/a.txt', 'a.txt']) put(path, 'needle');
    expect(await find('needle', { path: 'lib' })).toEqual(['lib/a.txt']);
    expect(await find('needle', { path: './lib/' })).toEqual(['lib/a.txt']);
    expect(await find('needle', { path: '🧰 box' })).toEqual(['🧰 box/a.txt']);
    expect(await find('needle', { path: 'lib2/a.txt' })).toEqual(['lib2/a.txt']);
    expect(await find('needle')).toHaveLength(4);
    expect(await find('needle', { limit: 2 })).toHaveLength(2);
  });
});

describe('the lines that show it', () => {
  test('are those with the most words, under their numbers', async () => {
    put('a.txt', ['one', 'apple', 'x', 'banana', 'apple and banana', 'apple', 'apple'].join('\r\n'));
    const { results } = await ask('apple banana');
    expect(results[0]?.lines).toEqual([
      { line: 2, text: 'apple' },
      { line: 4, text: 'banana' },
      { line: 5, text: 'apple and banana' },
    ]);
  });

  test('are shown around the word when they are long', async () => {
    put('a.js', `${'🧰'.repeat(500)} needle ${'y'.repeat(500)}`);
    const { results } = await ask('needle');
    const text = results[0]?.lines[0]?.text ?? '';
    expect(text).toMatch(/^….*needle y+…$/u);
    expect(text.length).toBeLessThan(210);
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('the index follows the files', () => {
  test('edited, new, deleted, renamed', async () => {
    put('a.txt', 'apple');
    expect(await find('apple')).toEqual(['a.txt']);
    put('a.txt', 'grape');
    expect([await find('apple'), await find('grape')]).toEqual([[], ['a.txt']]);
    mkdirSync(at('deep/er'), { recursive: true });
    expect(await find('plum')).toEqual([]);
    put('deep/er/b.txt', 'plum');
    expect(await find('plum')).toEqual(['deep/er/b.txt']);
    renameSync(at('deep'), at('moved'));
    expect(await find('plum')).toEqual(['moved/er/b.txt']);
    renameSync(at('a.txt'), at('c.txt'));
    expect(await find('grape')).toEqual(['c.txt']);
    rmSync(at('moved'), { recursive: true });
    expect(await find('plum')).toEqual([]);
  });

  test('an edit that keeps size and time is seen too', async () => {
    put('a.txt', 'apple');
    const { atime, mtime } = statSync(at('a.txt'));
    expect(await find('apple')).toEqual(['a.txt']);
    put('a.txt', 'grape');
    utimesSync(at('a.txt'), atime, mtime);
    expect(await find('grape')).toEqual(['a.txt']);
  });

  test('what becomes ignored leaves, and what is no text is known by its name', async () => {
    put('build/a.txt', 'apple');
    put('apple.bin', Buffer.from([0, 1, 2]));
    put('large.txt', `apple ${'x'.repeat(1_100_000)}`);
    expect((await find('apple')).toSorted()).toEqual(['apple.bin', 'build/a.txt']);
    expect(await find('large')).toEqual(['large.txt']);
    writeFileSync(at('.gitignore'), 'build/\n');
    expect(await find('apple')).toEqual(['apple.bin']);
    put('.git/apple.txt', 'apple');
    expect(await find('apple')).toEqual(['apple.bin']);
  });

  test('of a very long text the beginning is searched, whatever it is made of', async () => {
    put('a.js', `apple ${'x1=y2;'.repeat(140_000)} plum`);
    put('b.js', `apple ${'字'.repeat(250_000)} plum`);
    expect((await find('apple')).toSorted()).toEqual(['a.js', 'b.js']);
    expect(await find('plum')).toEqual([]);
  });

  test('a question that comes while the index is being made sees what changed before it', async () => {
    const first = ask('apple');
    put('a.txt', 'apple');
    const second = ask('apple');
    await first;
    expect((await second).results.map(({ path }) => path)).toEqual(['a.txt']);
  });

  test('links are not followed', async () => {
    const secret = join(workshop.project.outside, 'secret.txt');
    writeFileSync(secret, 'needle');
    execFileSync('ln', ['-s', secret, at('link.txt')]);
    execFileSync('ln', ['-s', workshop.project.outside, at('folder')]);
    expect(await find('needle')).toEqual([]);
  });
});

describe('the file of the index', () => {
  test('is for nobody else to read', async () => {
    await find('greet');
    expect(statSync(workshop.bench.stateFolder).mode & 0o777).toBe(0o700);
    for (const ending of ['', '-wal', '-shm'])
      expect(statSync(indexFile() + ending).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['rubbish', () => Buffer.from('this is no database'.repeat(1000))],
    ['empty', () => Buffer.alloc(0)],
    ['a database of somebody else', foreignDatabase],
  ])('is made anew when it is %s', async (_, content) => {
    await find('greet');
    const file = indexFile();
    const { project } = workshop;
    await workshop.bench.close();
    open = [];
    writeFileSync(file, content());
    for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
    workshop = start({ project });
    expect(await find('greet')).toEqual(['src/greet.ts', 'src/main.ts']);
    expect((await ask('greet')).note).toBeUndefined();
  });

  test('is made anew when it breaks while it is used', async () => {
    for (let index = 0; index < 200; index++) put(`many/${index}.txt`, `needle word${index} `.repeat(20));
    expect(await find('needle', { limit: 100 })).toHaveLength(100);
    // Away with the log, so that the file itself is read.
    const other = new DatabaseSync(indexFile());
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    other.close();
    const { size } = statSync(indexFile());
    writeFileSync(indexFile(), Buffer.alloc(size - 4096, 'x'), { flag: 'r+' });
    put('new.txt', 'needle');
    await workshop.call({ query: 'needle' });
    expect(await find('needle', { limit: 100 })).toHaveLength(100);
    expect(await find('needle', { path: 'new.txt' })).toEqual(['new.txt']);
  });

  test('two processes keep it together', async () => {
    for (let index = 0; index < 300; index++) put(`many/${index}.txt`, `needle word${index}`);
    await find('nothing');
    const { root, stateFolder } = workshop.project;
    for (let index = 300; index < 600; index++) put(`many/${index}.txt`, `needle word${index}`);
    const script = join(import.meta.dirname, 'second-process.test-support.ts');
    const other = promisify(execFile)(process.execPath, [script, root, stateFolder, indexFile()]);
    const [found] = await Promise.all([find('needle word599'), other]);
    expect(found).toContain('many/599.txt');
    expect((await other).stdout.trim()).toBe('600');
    expect(await find('needle', { path: 'many', limit: 100 })).toHaveLength(100);
  });

  test('who finds it locked answers with what is there, and nobody else waits', async () => {
    put('a.txt', 'apple');
    await find('apple');
    const other = new DatabaseSync(indexFile());
    other.exec('BEGIN IMMEDIATE');
    await workshop.bench.close();
    open = [];
    workshop = start({ project: workshop.project, patience: 1500 });
    put('b.txt', 'apple');
    let turns = 0;
    const counting = setInterval(() => turns++, 5);
    const { results, note } = await ask('apple');
    clearInterval(counting);
    expect(results.map(({ path }) => path)).toEqual(['a.txt']);
    expect(note).toContain('still growing');
    expect(turns).toBeGreaterThan(10);
    other.exec('COMMIT');
    other.close();
    expect((await find('apple')).toSorted()).toEqual(['a.txt', 'b.txt']);
  });
});

describe('a large project', () => {
  const fill = (): void => {
    for (let index = 0; index < 3000; index++) put(`p${index % 30}/f${index}.txt`, `needle word${index}`);
  };

  test('is answered in part, with a note and with progress, until the index is complete', async () => {
    workshop = start({ patience: 1 });
    fill();
    const told: unknown[] = [];
    workshop.service.on('call-progress', ({ data }) => told.push(data));
    const first = await ask('needle');
    expect(first.note).toMatch(/The index holds \d+ of \d+ files/u);
    expect(told[0]).toMatchObject({
      indexed: expect.any(Number) as number,
      of: expect.any(Number) as number,
    });
    workshop = start({ project: workshop.project, patience: 60_000 });
    expect((await ask('needle word2999')).note).toBeUndefined();
    expect((await find('needle word2999'))[0]).toBe('p29/f2999.txt');
  });

  test('can be left in the middle: what is done is kept, and nothing runs on', async () => {
    workshop = start({ patience: 1, locale: 'zh-CN' });
    fill();
    expect((await ask('needle')).note).toContain('仍在增长');
    const { project, bench } = workshop;
    await bench.close();
    expect(workshop.processes()).toEqual([]);
    expect((await workshop.give<Answer>({ query: 'needle' })).results).toEqual([]);
    open = [];
    workshop = start({ project, patience: 60_000 });
    expect((await find('word1234'))[0]).toBe('p4/f1234.txt');
  });
});

describe('what cannot be done', () => {
  test('a query without a word, a path where nothing is, a path outside', async () => {
    expect(await workshop.fail({ query: '"" --' })).toMatchObject({ reason: 'no_words' });
    expect(await workshop.fail({ query: 'x', path: 'nope' })).toMatchObject({ reason: 'path_not_found' });
    expect(await workshop.fail({ query: 'x', path: '../outside' })).toMatchObject({
      status: 'blocked',
      code: 'outside_project',
    });
    workshop = start({ locale: 'zh-CN' });
    expect((await workshop.fail({ query: '--' })).error).toContain('没有可搜索的词');
  });

  test.each([{}, { query: '' }, { query: 'x', limit: 101 }, { query: 'x', folder: 'src' }])(
    'the arguments %j are refused',
    async (input) => {
      expect(await workshop.fail(input)).toMatchObject({ code: 'invalid_arguments' });
    },
  );

  test('who cancels does not wait, and the bench still closes', async () => {
    execFileSync('mkfifo', [at('src/.gitignore')]);
    const controller = new AbortController();
    const calling = workshop.call({ query: 'x' }, { signal: controller.signal });
    await expect.poll(() => workshop.processes()).toHaveLength(1);
    controller.abort();
    expect(await calling).toMatchObject({ errorCode: 'cancelled' });
    await workshop.bench.close();
    expect(workshop.processes()).toEqual([]);
  });
});

test('a reader may use it, and nobody is asked', async () => {
  expect(await workshop.call({ query: 'greet' }, { agent: 'reader' })).toMatchObject({ status: 'success' });
  expect(workshop.questions).toEqual([]);
});

function foreignDatabase(): Buffer {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE files (other TEXT); CREATE VIEW words AS SELECT 1; PRAGMA user_version = 2;');
  const file = join(workshop.project.outside, 'foreign.db');
  database.exec(`VACUUM INTO '${file}'`);
  database.close();
  const content = execFileSync('cat', [file]);
  rmSync(file);
  return content;
}
