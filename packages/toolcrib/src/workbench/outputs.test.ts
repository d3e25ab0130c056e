import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutputs, outputLimits, type Outputs } from './outputs.ts';

let base: string;
let folder: string;
let outputs: Outputs;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'toolcrib-outputs-'));
  folder = join(base, 'state/outputs');
  outputs = createOutputs({ folder });
});
afterEach(() => rmSync(base, { recursive: true }));

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

test('what fits is given as it is, and nothing is kept', async () => {
  for (const text of ['', 'one', lines(outputLimits.lines), 'x'.repeat(outputLimits.bytes)]) {
    expect(await outputs.cut(text)).toEqual({ text, cut: undefined });
  }
  expect(() => readdirSync(folder)).toThrow(/ENOENT/u);
});

test('too many lines are cut at a line, and the whole is kept', async () => {
  const whole = lines(5000);
  const { text, cut } = await outputs.cut(whole);
  expect(cut).toMatchObject({ totalLines: 5000, shownLines: 2000, totalBytes: Buffer.byteLength(whole) });
  expect(text).toBe(
    `${lines(2000)}[Cut: 2000 of 5000 lines (${cut?.totalBytes} bytes in all). Read ${cut?.handle} with offset and limit for the rest.]`,
  );
  expect(readFileSync((await outputs.find(cut?.handle ?? '')) ?? '', 'utf8')).toBe(whole);
});

test('too many bytes are cut at a line, or inside the first', async () => {
  const long = await outputs.cut(`${'x'.repeat(30_000)}\n${'y'.repeat(30_000)}\n`);
  expect(long.text).toMatch(/^x{30000}\n\[Cut: 1 of 2 lines/u);
  const single = await outputs.cut('汉'.repeat(20_000));
  expect(single.text).toMatch(/^汉{16666}\n\[Cut: 1 of 1 lines/u);
  expect(single.text).not.toContain('\uFFFD');
});

test('the note is in the language of the bench', async () => {
  const { text } = await createOutputs({ folder, locale: 'zh-CN' }).cut(lines(3000));
  expect(text).toMatch(/\[已截断：共 3000 行/u);
});

test('nobody else can look into the folder or guess a name', async () => {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  const handles = new Set<string>();
  for (let turn = 0; turn < 5; turn++) handles.add((await outputs.cut(lines(3000))).cut?.handle ?? '');
  expect(handles.size).toBe(5);
  for (const handle of handles) {
    expect(handle).toMatch(/^output:[\da-f]{32}$/u);
    expect(lstatSync((await outputs.find(handle)) ?? '').mode & 0o777).toBe(0o600);
  }
  expect(lstatSync(folder).mode & 0o777).toBe(0o700);
});

test('output is not put where somebody else has set a link', async () => {
  mkdirSync(join(base, 'state'));
  mkdirSync(join(base, 'elsewhere'), { mode: 0o755 });
  symlinkSync(join(base, 'elsewhere'), folder);
  await expect(outputs.cut(lines(3000))).rejects.toThrow(/not a folder of our own/u);
  expect(readdirSync(join(base, 'elsewhere'))).toEqual([]);
  expect(lstatSync(join(base, 'elsewhere')).mode & 0o777).toBe(0o755);
});

test('the oldest are dropped: by number, and by size', async () => {
  const few = createOutputs({ folder, limits: { files: 3 } });
  const kept: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const { cut } = await few.cut(lines(3000));
    kept.push(cut?.handle ?? '');
    utimesSync((await few.find(cut?.handle ?? '')) ?? '', turn + 1, turn + 1);
  }
  const found = await Promise.all(kept.map((handle) => few.find(handle)));
  expect(found.map((path) => path !== undefined)).toEqual([false, false, true, true, true]);

  const small = createOutputs({ folder, limits: { bytes: 100_000 } });
  const { cut } = await small.cut('x'.repeat(1_000_000));
  const path = (await small.find(cut?.handle ?? '')) ?? '';
  expect(lstatSync(path).size).toBe(100_000);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('what an earlier process has kept is still found, and counts', async () => {
  const { cut } = await outputs.cut(lines(3000));
  const later = createOutputs({ folder, limits: { files: 1 } });
  expect(await later.find(cut?.handle ?? '')).toBe(join(folder, cut?.handle.slice(7) ?? ''));
  await later.cut(lines(3000));
  expect(await later.find(cut?.handle ?? '')).toBeUndefined();
});

test('a handle leads to kept output and to nothing else', async () => {
  await outputs.cut(lines(3000));
  writeFileSync(join(base, 'secret'), 'secret');
  symlinkSync(join(base, 'secret'), join(folder, 'a'.repeat(32)));
  const handles = [
    'output:',
    'output:../../secret',
    'output:x',
    `output:${'A'.repeat(32)}`,
    'secret',
    '/etc/passwd',
  ];
  for (const handle of handles) {
    expect(outputs.isHandle(handle)).toBe(false);
    expect(await outputs.find(handle)).toBeUndefined();
  }
  expect(await outputs.find(`output:${'a'.repeat(32)}`)).toBeUndefined();
  expect(await outputs.find(`output:${'b'.repeat(32)}`)).toBeUndefined();
});
