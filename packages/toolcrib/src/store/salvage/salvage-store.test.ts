import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CallRecord } from '@toolcrib/core';
import { expect, onTestFinished, test } from 'vitest';
import { recordOf, stores } from '../store.test-support.ts';
import { salvageStore } from './salvage-store.ts';

const { openStore, temporaryFolder } = stores(onTestFinished);

const pageSize = 4096;
const records = 300;

/** A store with records, a token and a grant, closed. */
async function filledStore(first: Partial<CallRecord> = {}): Promise<string> {
  const file = join(temporaryFolder(), 'state', 'store.db');
  const store = openStore({ kind: 'sqlite', file });
  for (let n = 1; n <= records; n++)
    await store.history.append(
      recordOf({
        callId: `call ${n}`,
        output: { text: `${n} ${'x'.repeat(n % 7 === 0 ? 20_000 : 500)}` },
        ...(n === 1 && { agent: 'ada', ...first }),
      }),
    );
  // As of a call that was running when the process ended.
  await store.givenIds.use('ada', 'running', 'unrecorded');
  await store.history.flush();
  await store.tokens.create({ name: 'ada', scopes: ['admin'] });
  await store.close();
  return file;
}

function overwrite(file: string, { from, pages }: { readonly from: number; readonly pages: number }): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(pages * pageSize, 0xab), 0, pages * pageSize, from * pageSize);
  closeSync(handle);
}

test.each([
  ['whose first page is overwritten', (file: string) => overwrite(file, { from: 0, pages: 1 }), 1],
  [
    'of which pages in the middle are overwritten',
    (file: string) => overwrite(file, { from: 60, pages: 40 }),
    0.3,
  ],
  [
    'of which a third is cut off',
    (file: string) => truncateSync(file, Math.floor(statSync(file).size / 1.5)),
    0.3,
  ],
] as const)(
  'a store %s gives back the records that can be read, as they were, and the damaged file is kept',
  async (_, damage, least) => {
    const file = await filledStore();
    damage(file);
    const damaged = readFileSync(file);
    const { recovered, lost, kept } = await salvageStore(file);
    expect(recovered).toBeGreaterThanOrEqual(records * least);
    expect(recovered + lost).toBe(records);
    expect(readFileSync(join(kept, basename(file))).equals(damaged)).toBe(true);
    expect([statSync(kept).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    const store = openStore({ kind: 'sqlite', file });
    await store.check({ thorough: true });
    expect(await store.history.verify()).toMatchObject({ ok: true, records: recovered });
    for await (const { callId, output, imported } of store.history.stream()) {
      const number = Number(callId.split(' ')[1]);
      expect([imported, (output as { readonly text: string }).text.length]).toEqual([
        true,
        `${number} `.length + (number % 7 === 0 ? 20_000 : 500),
      ]);
    }
    // What gives rights is not taken over.
    expect(await store.tokens.list({ all: true })).toEqual([]);
    expect(store.problems).toEqual([]);
  },
);

/** Overwrites the pages that say where the tables are, except the first. */
function overwriteSchema(file: string): void {
  const pages = readFileSync(file);
  const below = Array.from({ length: pages.readUInt16BE(103) }, (_, cell) =>
    pages.readUInt32BE(pages.readUInt16BE(112 + 2 * cell)),
  );
  expect([pages[100], below.length]).toEqual([5, expect.toSatisfy((count: number) => count > 0)]);
  for (const page of [...below, pages.readUInt32BE(108)]) overwrite(file, { from: page - 1, pages: 1 });
}

test('a store of which every page below the first that describes its tables is overwritten gives back its records', async () => {
  const file = await filledStore();
  overwriteSchema(file);
  const { recovered, lost } = await salvageStore(file);
  expect([recovered, lost]).toEqual([records, 0]);
});

test.each([
  ['of which only the first pages are left', (file: string) => truncateSync(file, 5 * pageSize)],
  ['that is no database at all', (file: string) => writeFileSync(file, 'no store\n'.repeat(1000))],
  ['that is shorter than a page', (file: string) => truncateSync(file, 50)],
])('a store %s is replaced by an empty one, and the damaged file is kept', async (_, damage) => {
  const file = await filledStore();
  damage(file);
  const damaged = readFileSync(file);
  const { recovered, kept } = await salvageStore(file);
  expect(recovered).toBe(0);
  expect(readFileSync(join(kept, basename(file))).equals(damaged)).toBe(true);
  const store = openStore({ kind: 'sqlite', file });
  await store.check({ thorough: true });
  expect(await store.history.verify()).toMatchObject({ ok: true, records: 0 });
});

test('a record whose text was damaged and is still JSON is not recovered', async () => {
  const file = await filledStore();
  const bytes = readFileSync(file);
  const at = bytes.indexOf('"callId":"call 100"');
  expect(at).toBeGreaterThan(0);
  const handle = openSync(file, 'r+');
  writeSync(handle, '"callId":"call 999"', at);
  closeSync(handle);
  overwrite(file, { from: 0, pages: 1 });
  const { recovered, lost } = await salvageStore(file);
  expect([recovered, lost]).toEqual([records - 1, 1]);
  const store = openStore({ kind: 'sqlite', file });
  expect(await store.history.get('call 999')).toBeUndefined();
});

test.each([
  ['that still has its table of ids', { from: 60, pages: 40 }],
  ['whose first page is overwritten', { from: 0, pages: 1 }],
])('ids under which calls were made stay used in a store %s, also without a record', async (_, damage) => {
  const file = await filledStore({ givenId: 'bill-1', time: Date.now() });
  overwrite(file, damage);
  await salvageStore(file);
  const store = openStore({ kind: 'sqlite', file });
  expect(await store.givenIds.use('ada', 'bill-1', 'another')).toBe('call 1');
  expect(await store.givenIds.use('ada', 'running', 'another')).toBe('unrecorded');
  expect(await store.givenIds.use('eve', 'bill-1', 'another')).toBeUndefined();
});

test('a file that another process uses is left alone', async () => {
  const file = await filledStore();
  overwrite(file, { from: 0, pages: 1 });
  const before = readFileSync(file);
  const user = spawn('sleep', ['60'], { stdio: [openSync(file, 'r'), 'ignore', 'ignore'] });
  onTestFinished(() => void user.kill('SIGKILL'));
  await once(user, 'spawn');
  await expect(salvageStore(file)).rejects.toMatchObject({
    code: 'in_use',
    data: { processes: String(user.pid) },
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a salvage that was interrupted is done again and finds the same', async () => {
  const file = await filledStore();
  overwrite(file, { from: 60, pages: 10 });
  const copy = join(dirname(dirname(file)), 'copy.db');
  copyFileSync(file, copy);
  const first = await salvageStore(file);
  // As after a crash before the new store was put into its place.
  copyFileSync(copy, file);
  const second = await salvageStore(file);
  expect([second.recovered, second.lost]).toEqual([first.recovered, first.lost]);
  expect(second.kept).not.toBe(first.kept);
});
