import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FileFault } from './file-fault.ts';
import { readRegularFile } from './read-regular-file.ts';

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'read-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function codeOf(read: () => unknown): string {
  try {
    read();
    return 'read';
  } catch (error) {
    return error instanceof FileFault ? error.code : String(error);
  }
}

test('what is no regular file is refused and never waited for', async () => {
  const place = folder();
  execFileSync('mkfifo', [join(place, 'pipe')]);
  mkdirSync(join(place, 'directory'));
  symlinkSync('/dev/zero', join(place, 'zero'));
  const server = createServer().listen(join(place, 'socket'));
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  for (const name of ['pipe', 'directory', 'zero', 'socket'])
    expect([name, codeOf(() => readRegularFile(join(place, name), { maxBytes: 10 }))]).toEqual([
      name,
      'file_not_regular',
    ]);
  expect(codeOf(() => readRegularFile('/dev/zero', { maxBytes: 10 }))).toBe('file_not_regular');
  expect(codeOf(() => readRegularFile(join(place, 'none'), { maxBytes: 10 }))).toBe('file_missing');
});

test('a file is read up to the limit and not beyond', () => {
  const file = join(folder(), 'f');
  writeFileSync(file, '0123456789');
  expect(readRegularFile(file, { maxBytes: 10 }).toString()).toBe('0123456789');
  expect(codeOf(() => readRegularFile(file, { maxBytes: 9 }))).toBe('file_too_large');
  // One that has a terabyte, of which nothing is read.
  truncateSync(file, 2 ** 40);
  expect(codeOf(() => readRegularFile(file, { maxBytes: 10 }))).toBe('file_too_large');
  writeFileSync(file, '');
  expect(readRegularFile(file, { maxBytes: 0 })).toHaveLength(0);
});

test('a file that says it is empty is still held to the limit', () => {
  expect(readRegularFile('/proc/self/stat', { maxBytes: 10_000 }).length).toBeGreaterThan(10);
  expect(codeOf(() => readRegularFile('/proc/self/stat', { maxBytes: 10 }))).toBe('file_too_large');
});

test('a link that leads out of its folder is refused, one within it and a file outside are read', () => {
  const [place, outside] = [folder(), folder()];
  writeFileSync(join(outside, 'f'), 'theirs');
  writeFileSync(join(place, 'own'), 'own');
  symlinkSync(join(outside, 'f'), join(place, 'out'));
  symlinkSync(outside, join(place, 'folder'));
  symlinkSync('own', join(place, 'in'));
  const read = (file: string): string => {
    return readRegularFile(file, { maxBytes: 100, within: place }).toString();
  };
  expect(codeOf(() => read(join(place, 'out')))).toBe('file_outside');
  expect(codeOf(() => read(join(place, 'folder', 'f')))).toBe('file_outside');
  expect(codeOf(() => read(join(place, 'folder', '..', 'out')))).toBe('file_outside');
  expect(read(join(place, 'in'))).toBe('own');
  expect(read(join(outside, 'f'))).toBe('theirs');
});
