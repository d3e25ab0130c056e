import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locales } from '@toolcrib/core';
import { FileFault } from './file-fault.ts';
import { withLock } from './with-lock.ts';

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'lock-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

interface Holder {
  readonly signal: (name: NodeJS.Signals) => void;
  readonly kill: () => Promise<void>;
}

/** A process that takes the lock, says so, and never releases it. */
async function holder(place: string): Promise<Holder> {
  const source = `
    import { withLock } from ${JSON.stringify(import.meta.resolve('./with-lock.ts'))};
    await withLock(${JSON.stringify(place)}, () => { console.log('held'); return new Promise(() => setInterval(() => {}, 1000)); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return {
    signal: (name) => void child.kill(name),
    kill: async () => {
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function faultOf(work: Promise<unknown>): Promise<FileFault> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof FileFault)) throw new Error(`no fault: ${String(error)}`);
  for (const locale of locales) expect(error.in(locale)).not.toMatch(/undefined|\[object/u);
  return error;
}

test('work of one process runs one after the other', async () => {
  const place = folder();
  const file = join(place, 'count');
  writeFileSync(file, '0');
  const add = (): Promise<void> =>
    withLock(place, async () => {
      const count = Number(readFileSync(file, 'utf8'));
      await new Promise((resolve) => setImmediate(resolve));
      writeFileSync(file, String(count + 1));
    });
  await Promise.all(Array.from({ length: 20 }, add));
  expect(readFileSync(file, 'utf8')).toBe('20');
  // No journal, and nothing of each round.
  expect(readdirSync(place).toSorted()).toEqual(['count', 'edits.lock']);
});

test.each(['runs', 'is frozen'])(
  'a lock whose holder %s is an error with a code, and the work does not run',
  async (how) => {
    const place = folder();
    const { signal } = await holder(place);
    if (how === 'is frozen') signal('SIGSTOP');
    let ran = false;
    const refused = await faultOf(withLock(place, () => void (ran = true), { timeoutMs: 100 }));
    expect(refused).toMatchObject({ code: 'file_locked', file: join(place, 'edits.lock') });
    expect(refused.in('zh-CN')).toContain('另一个 toolcrib 进程');
    expect(ran).toBe(false);
  },
);

test('the lock of a process that was killed is free at once, also when it was frozen', async () => {
  const place = folder();
  const { signal, kill } = await holder(place);
  signal('SIGSTOP');
  await kill();
  expect(await withLock(place, () => 'mine', { timeoutMs: 0 })).toBe('mine');
});

test('who waits longer than the limit for many who all go on still gets the lock', async () => {
  const place = folder();
  const turns: string[] = [];
  const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 100));
  const others = Array.from({ length: 25 }, () => withLock(place, pause));
  const late = withLock(place, () => void turns.push('late'), { timeoutMs: 1500 });
  await Promise.all([...others, late]);
  expect(turns).toEqual(['late']);
});

test('work that fails releases the lock', async () => {
  const place = folder();
  await expect(withLock(place, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await withLock(place, () => 'next', { timeoutMs: 0 })).toBe('next');
});

test.each<[what: string, put: (lock: string, other: string) => void]>([
  ['a link to a file', (lock, other) => symlinkSync(other, lock)],
  ['a link to nowhere', (lock) => symlinkSync('/nowhere/at/all', lock)],
  ['a link to a device', (lock) => symlinkSync('/dev/zero', lock)],
  ['a named pipe', (lock) => execFileSync('mkfifo', [lock])],
  ['a folder', (lock) => mkdirSync(lock)],
  ['a file that is no lock', (lock) => writeFileSync(lock, 'not a database\n'.repeat(100))],
])('%s in place of the lock is refused at once, and not written through', async (_, put) => {
  const [place, elsewhere] = [folder(), folder()];
  const other = join(elsewhere, 'other');
  writeFileSync(other, 'kept');
  put(join(place, 'edits.lock'), other);
  let ran = false;
  const { code } = await faultOf(withLock(place, () => void (ran = true)));
  expect(code).toMatch(/^file_not_(?:regular|written)$/u);
  expect([ran, readFileSync(other, 'utf8'), readdirSync(elsewhere)]).toEqual([false, 'kept', ['other']]);
  expect(existsSync('/nowhere')).toBe(false);
});

test('a folder that cannot be made is an error with a code', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  expect(await faultOf(withLock(join(file, 'state'), () => 1))).toMatchObject({ code: 'file_not_written' });
});
