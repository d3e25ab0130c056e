import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdByPath, holdFolder } from './held-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'toolcrib-held-'));
  mkdirSync(join(root, 'a/b'), { recursive: true });
  mkdirSync(join(root, 'elsewhere/b'), { recursive: true });
  writeFileSync(join(root, 'a/b/file'), 'one');
  writeFileSync(join(root, 'elsewhere/b/file'), 'other');
});
afterEach(() => rmSync(root, { recursive: true }));

/** A folder on the way becomes a link. */
function swap(): void {
  renameSync(join(root, 'a'), join(root, 'moved'));
  symlinkSync('elsewhere', join(root, 'a'));
}

describe.each([
  ['as the system offers it', holdFolder],
  ['by path alone', holdByPath],
])('a folder that is held, %s,', (_, hold) => {
  test('finds names in it', () => {
    const folder = hold(root, { parts: ['a', 'b'], make: false });
    const stats = statSync(folder.at('file'), { bigint: true });
    expect(stats.ino).toBe(lstatSync(join(root, 'a/b/file'), { bigint: true }).ino);
    expect(folder.contains('file', stats)).toBe(true);
    expect(folder.isUnmoved()).toBe(true);
    folder.close();
  });

  test('is not reached through a link, a file or nothing', () => {
    symlinkSync('a', join(root, 'link'));
    expect(() => hold(root, { parts: ['link', 'b'], make: true })).toThrow();
    expect(() => hold(root, { parts: ['a', 'b', 'file'], make: true })).toThrow();
    expect(() => hold(root, { parts: ['nowhere'], make: false })).toThrow(/ENOENT/u);
  });

  test('notices that it was moved', () => {
    const folder = hold(root, { parts: ['a', 'b'], make: false });
    swap();
    expect(folder.isUnmoved()).toBe(false);
    folder.close();
  });

  test('is made on the way, and unmade as far as it is empty', () => {
    const folder = hold(root, { parts: ['a', 'new', 'newer', 'newest'], make: true });
    writeFileSync(folder.at('../file'), 'somebody uses this');
    folder.unmake();
    folder.close();
    expect(existsSync(join(root, 'a/new/newer/file'))).toBe(true);
    expect(existsSync(join(root, 'a/new/newer/newest'))).toBe(false);
    expect(() => hold(root, { parts: ['x', 'y', 'n'.repeat(300)], make: true })).toThrow(/ENAMETOOLONG/u);
    expect(existsSync(join(root, 'x'))).toBe(false);
  });
});

test('without handles, what was opened behind a swapped folder is not taken for its own', () => {
  const folder = holdByPath(root, { parts: ['a', 'b'], make: false });
  const strange = lstatSync(join(root, 'elsewhere/b/file'), { bigint: true });
  expect(folder.contains('file', strange)).toBe(false);
  swap();
  expect(folder.contains('file', strange)).toBe(false);
});
