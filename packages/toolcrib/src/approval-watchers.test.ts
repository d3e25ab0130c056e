import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { announceWatcher, isWatched } from './approval-watchers.ts';

function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-watchers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('somebody watches from when they say so until they leave', () => {
  const folder = stateFolder();
  expect(isWatched(folder)).toBe(false);
  const leave = announceWatcher(folder);
  expect(isWatched(folder)).toBe(true);
  leave();
  expect(isWatched(folder)).toBe(false);
});

test.skipIf(process.platform !== 'linux')('another process of the same number does not watch', () => {
  const folder = stateFolder();
  announceWatcher(folder)();
  // Killed without a word, and its number was given to this process later.
  writeFileSync(join(folder, 'watchers', String(process.pid)), '1');
  expect(isWatched(folder)).toBe(false);
  expect(readdirSync(join(folder, 'watchers'))).toEqual([]);
});
