import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGitFiles } from '../protected-files/git-files.ts';
import type { Hold } from './hold.ts';
import type { Processes } from './processes.ts';
import { bash, createSite, testedHolds, type Site } from './site.test-support.ts';

const identity = 'export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@a';
const holds = testedHolds().filter(
  ({ name, files, hold }) => files && hold !== undefined && !name.endsWith('without Landlock'),
);

for (const { name, hold, brokered } of holds) {
  describe(`git in ${name}`, () => {
    let site: Site;
    let processes: Processes;
    const host = (...given: string[]): string =>
      execFileSync('git', given, { cwd: site.root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const run = (line: string, directory = site.root): ReturnType<typeof bash> =>
      bash(processes, `set -e; ${identity}; ${line}`, { directory });

    beforeAll(() => {
      site = createSite();
      processes = site.processes(hold as Hold, { protectedFiles: createGitFiles(site.root) });
      host('init', '-q', '-b', 'main');
      for (const [key, value] of [
        ['user.name', 'Ada'],
        ['user.email', 'ada@example.com'],
      ] as const)
        host('config', key, value);
      writeFileSync(join(site.root, 'a.txt'), 'one\n');
      mkdirSync(join(site.root, 'sub'));
      writeFileSync(join(site.root, 'sub/b.txt'), 'one\n');
      host('add', '.');
      host('commit', '-qm', 'first');
      host('worktree', 'add', '-q', 'tree');
      writeFileSync(join(site.root, '.git/info/exclude'), 'tree\n');
      execFileSync('git', ['-C', site.outside, 'init', '-q', 'library']);
      execFileSync('git', [
        '-C',
        join(site.outside, 'library'),
        '-c',
        'user.name=x',
        '-c',
        'user.email=x',
        'commit',
        '-q',
        '--allow-empty',
        '-m',
        'x',
      ]);
      host(
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        join(site.outside, 'library'),
        'library',
      );
      host('commit', '-qm', 'library');
    });
    afterAll(async () => {
      await processes.close();
      site.remove();
    });

    test('commits, branches, checks out, stashes, merges, rebases, tags, packs', async () => {
      const line = [
        'echo two >> a.txt; git add a.txt; git commit -qm second; git switch -qc topic; echo t > t.txt; git add -A',
        'git commit -qm topic; git switch -q main; echo three >> a.txt; git stash -q; git stash pop -q',
        'git commit -qam third; git merge -q -m merged topic; git branch -qd topic; git tag -a v1 -m v1',
        'git switch -qc again HEAD~1; echo r > r.txt; git add r.txt; git commit -qm r; git rebase -q main',
        'git mv r.txt s.txt; git commit -qm moved; git rm -q s.txt; git checkout -q -f main; git reset -q --hard HEAD~1',
        'git reset -q --hard again; rm -rf none; git gc -q; git reflog > /dev/null; git status --short',
      ];
      const ended = await run(line.join('\n'));
      expect(ended).toMatchObject({ exitCode: 0, stdout: '' });
      expect(host('log', '-1', '--format=%s').trim()).toBe('moved');
    });

    test('works in a subfolder, in a worktree and in a submodule', async () => {
      const line = [
        'cd sub; echo two >> b.txt; git commit -qam sub; git status --short',
        'cd ../tree; echo w > w.txt; git add w.txt; git commit -qm tree; git switch -qc other; git status --short',
        'cd ../library; echo l > l.txt; git add l.txt; git commit -qm library; cd ..; git add library; git commit -qm bump',
      ];
      const ended = await run(line.join('\n'));
      expect(ended).toMatchObject({ exitCode: 0, stdout: '' });
      expect(host('-C', 'tree', 'log', '-1', '--format=%s').trim()).toBe('tree');
      expect(host('status', '--short')).toBe('');
    });

    test.runIf(brokered)('puts no path into the index that leads out of the work tree', async () => {
      const forged = [
        'const lies = JSON.parse(process.argv[1]); const { readFileSync, writeFileSync, renameSync, linkSync } = require("fs");',
        'let index = readFileSync(".git/index").subarray(0, -20).toString("latin1").replace("library", lies);',
        'const end = index.indexOf("TREE"); index = Buffer.from(end < 0 ? index : index.slice(0, end), "latin1");',
        'const sum = require("crypto").createHash("sha1").update(index).digest();',
        'writeFileSync(".git/forged", Buffer.concat([index, sum]));',
        'const tries = [() => renameSync(".git/forged", ".git/index"), () => writeFileSync(".git/index", index), () => linkSync(".git/index", "second")];',
        'for (const attempt of tries) try { attempt(); console.log("done", lies); } catch {}',
      ].join(' ');
      const before = readFileSync(join(site.root, '.git/index'));
      writeFileSync(join(site.root, 'forge.cjs'), forged);
      // Of the same length as the name that they take the place of.
      const lies = [
        '.git/xx',
        '../home',
        '/etc/ab',
        'a/.git/',
        './a/b/c',
        'a//bcde',
        '.GIT/xx',
        '.git\u0000xx',
        'good\u0000',
      ];
      const given = lies.map((lie) => `node -e "$(cat forge.cjs)" '${JSON.stringify(lie)}'`).join('; ');
      const { stdout } = await run(`set +e; ${given}; rm -f .git/forged forge.cjs`);
      expect(stdout).toBe('');
      expect(readFileSync(join(site.root, '.git/index')).equals(before)).toBe(true);
      const works = await run(
        'git update-index --index-version 4; git add -A; git status --short; git update-index --index-version 2',
      );
      expect(works).toMatchObject({ exitCode: 0 });
      expect(host('status', '--short')).toBe('');
    });

    test('takes no settings and no hooks, and what it is told is never executed by git outside', async () => {
      const canary = join(site.outside, 'ran');
      const payload = join(site.root, 'payload.sh');
      writeFileSync(payload, `#!/bin/sh\necho ran >> ${canary}\n`, { mode: 0o755 });
      const before = ['.git/config', '.git/modules/library/config'].map((path) =>
        readFileSync(join(site.root, path), 'utf8'),
      );
      for (const line of [
        `git config core.fsmonitor ${payload}`,
        `git config --worktree core.fsmonitor ${payload}`,
        `git -C library config core.fsmonitor ${payload}`,
        `git config -f .git/modules/library/config core.fsmonitor ${payload}`,
        `cp ${payload} .git/hooks/pre-commit`,
        `cp ${payload} .git/modules/library/hooks/post-index-change`,
        `echo ../evil > .git/commondir; echo ../evil > .git/worktrees/tree/commondir`,
        `git config -f .git/worktrees/tree/config.worktree core.fsmonitor ${payload}`,
        `echo "gitdir: ../.git/modules/evil" > library/.git; rm -f library/.git; ln -s ../evil library/.git`,
      ])
        await run(line);
      for (const given of [
        ['status'],
        ['-C', 'tree', 'status'],
        ['-C', 'library', 'status'],
        ['commit', '-q', '--allow-empty', '-m', 'x'],
      ]) {
        try {
          host(...given);
        } catch {
          // A submodule whose file was removed is no repository any more.
        }
      }
      expect(existsSync(canary)).toBe(false);
      const after = ['.git/config', '.git/modules/library/config'].map((path) =>
        readFileSync(join(site.root, path), 'utf8'),
      );
      expect(after).toEqual(before);
    });
  });
}

test.runIf(holds.length === 0)('a machine without a layer of the system has nothing to show here', () => {
  expect(testedHolds().filter(({ files, hold }) => files && hold !== undefined)).toEqual([]);
});
