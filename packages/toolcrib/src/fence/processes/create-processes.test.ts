import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createProcesses } from './create-processes.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-processes-')));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const processes = createProcesses({ root: base, mode: 'off', stateFolder: join(base, '.state') });

test('a command gives its output, its exit code and a clean environment', async () => {
  const outcome = await processes.run({
    argv: ['/bin/sh', '-c', 'env; echo no >&2; exit 3'],
    directory: base,
  });
  expect(outcome).toMatchObject({ exitCode: 3, signal: null, outputCut: false });
  expect(outcome.stderr.toString()).toBe('no\n');
  const names = outcome.stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]);
  expect(names.toSorted()).toEqual(['HOME', 'LANG', 'PATH', 'PWD', 'TERM', 'TMPDIR', 'TOOLCRIB_PROCESS']);
});

test('a missing program is a typed error', async () => {
  await expect(processes.run({ argv: ['/no/such'], directory: base })).rejects.toMatchObject({
    code: 'ENOENT',
    program: '/no/such',
  });
});

test('an abort ends everything', async () => {
  const controller = new AbortController();
  const running = processes.run({
    argv: ['/bin/bash', '-c', "setsid sleep 1000 & trap '' TERM; echo up; sleep 1000"],
    directory: base,
    signal: controller.signal,
    onOutput: () => controller.abort(new Error('enough')),
  });
  await expect(running).rejects.toThrow('enough');
});

test('a flood of output is cut', async () => {
  const outcome = await processes.run({ argv: ['/usr/bin/yes'], directory: base, maxOutputBytes: 1000 });
  expect(outcome).toMatchObject({ outputCut: true, signal: 'SIGKILL' });
  expect(outcome.stdout.length).toBe(1000);
});

test('a process that goes on is talked to and ended', async () => {
  const cat = await processes.start({ argv: ['/bin/cat'], directory: base });
  cat.stdin.write('hello\n');
  const [chunk] = await new Promise<Buffer[]>((resolve) =>
    cat.stdout.once('data', (data: Buffer) => resolve([data])),
  );
  expect(chunk?.toString()).toBe('hello\n');
  await cat.end();
  expect(await cat.exited).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
});
