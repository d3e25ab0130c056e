import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandEnvironment, uncontainedEnvironment } from './command-environment.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;

describe.skipIf(!hasGit)('a hostile repository', () => {
  let folder: string;
  let canary: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcrib-git-'));
    canary = join(folder, 'canary');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function git(words: readonly string[], directory: string, added: Readonly<Record<string, string>>): string {
    const env = { PATH: process.env['PATH'], HOME: folder, ...added };
    return spawnSync('git', words, { cwd: directory, env, timeout: 10_000 }).stdout.toString();
  }

  function makeRepository(setting: string): string {
    const directory = join(folder, 'repository');
    mkdirSync(directory);
    const options = { cwd: directory, env: { PATH: process.env['PATH'], HOME: folder } };
    execFileSync('git', ['init', '-q'], options);
    writeFileSync(join(directory, 'a.txt'), 'one\n');
    execFileSync('git', ['add', 'a.txt'], options);
    writeFileSync(join(directory, 'a.txt'), 'two\n');
    execFileSync('git', ['config', setting, `touch ${canary}; true`], options);
    return directory;
  }

  test('with core.fsmonitor starts nothing', () => {
    const directory = makeRepository('core.fsmonitor');
    git(['status'], directory, commandEnvironment);
    expect(existsSync(canary)).toBe(false);
    // It would have, with another environment.
    git(['status'], directory, {});
    expect(existsSync(canary)).toBe(true);
  });

  test.each([commandEnvironment, uncontainedEnvironment([])])('comparisons are made as always', (added) => {
    const directory = makeRepository('some.setting');
    expect(git(['diff'], directory, added)).toContain('-one\n+two\n');
  });

  test('that is only a folder made up to be one is not followed', () => {
    const directory = join(folder, 'fake');
    mkdirSync(join(directory, 'objects'), { recursive: true });
    mkdirSync(join(directory, 'refs'));
    writeFileSync(join(directory, 'HEAD'), 'ref: refs/heads/main\n');
    const settings = `[core]\n\trepositoryformatversion = 0\n\tworktree = ${folder}\n\tfsmonitor = "touch ${canary}; true"\n`;
    writeFileSync(join(directory, 'config'), settings);
    git(['status'], directory, commandEnvironment);
    expect(existsSync(canary)).toBe(false);
    git(['status'], directory, {});
    expect(existsSync(canary)).toBe(true);
  });
});
