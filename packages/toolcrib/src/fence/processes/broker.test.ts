import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Hold } from './hold.ts';
import type { Processes } from './processes.ts';
import { bash, createSite, testedHolds, type Site } from './site.test-support.ts';

const holds = testedHolds().filter(({ brokered }) => brokered);

/** What may not be made anywhere: as a file, a folder or a link, by each call that makes one. */
const names = words(
  '.git packages/a/.git packages/.GIT node_modules/p/.git packages/.hg .git/modules/m/.git .hg/hgrc',
  '.git/commondir .git/config.worktree .git/config.lock .git/gitdir .git/hooks/pre-commit packages/commondir',
  '.git/modules/m/config .git/modules/m/hooks .git/worktrees/w/gitdir .git/worktrees/w/commondir',
  'packages/bare.git/config packages/bare.git/hooks .envrc .mcp.json .vscode .VsCode .claude packages/a/.cursor',
  'toolcrib.json .toolcrib packages/a/.npmrc packages/.v\u{17F}code packages/.vs\u{200D}code held/file held/new absent/x',
);

/** Of these only the content must not change. */
const files = ['.git/config', 'sub/.git', 'packages/.npmrc', 'held/file', 'odd/config'];

/** What a project consists of before each test, besides. */
const initial = words(
  '.git/HEAD .git/modules/m/HEAD .git/worktrees/w/HEAD .git/objects/x .git/refs/x packages/a/x packages/bare.git/x',
  'node_modules/p/x .hg/x folder/x odd/HEAD odd/objects/x odd/refs/x ordinary',
);

/** Ways to make a thing at a path, as lines of Perl. */
const makers = [
  'mkdir $p',
  'open my $f, ">", $p',
  'open my $f, "+>>", $p',
  'sysopen my $f, $p, 0301',
  'symlink "packages", $p',
  'link "ordinary", $p',
  'rename "ordinary", $p and rename $p, "ordinary"',
  'rename "folder", $p and rename $p, "folder"',
  'symlink $p, "dangling"; open my $f, ">", "dangling"; unlink "dangling"',
  'syscall $mknod, -100, $p, 010644, 0',
  'syscall $mknod, -100, $p, 0100644, 0',
  'my $q = "/proc/self/cwd/$p"; syscall $mkdir, -100, $q, 0755',
  'syscall $exchange, -100, $ordinary, -100, $p, 2',
];

/** Numbers of system calls, and a name that they may be given: Perl gives none a literal. */
const numbers =
  process.arch === 'arm64' ? '33, 34, 37, 276, 63, 222, 040000' : '259, 258, 265, 316, 0, 9, 0200000';
const known = `my ($mknod, $mkdir, $linkat, $exchange, $read, $mmap, $folder) = (${numbers}); my $ordinary = "ordinary";`;

const perl = (program: string): string => `perl -e '${known} ${program}'`;

test.runIf(process.platform === 'linux' && holds.length === 0)('a kernel without it has no broker', () => {
  expect(testedHolds().every(({ hold }) => hold?.broker !== true)).toBe(true);
});

for (const { name, hold: found, walled } of holds) {
  describe(`the broker in ${name}`, () => {
    const hold = found as Hold;
    let site: Site;
    let processes: Processes;
    let before: readonly string[];
    const run = (line: string): Promise<{ stdout: string; stderr: string }> =>
      bash(processes, line, { directory: site.root });

    beforeAll(() => {
      site = createSite();
      processes = site.processes(hold, {
        protectedFiles: () => ['held', 'absent'].map((each) => join(site.root, each)),
      });
    });
    beforeEach(() => {
      execFileSync('rm', ['-rf', ...readdirSync(site.root).map((each) => join(site.root, each))]);
      for (const path of [...initial, ...files]) put(site.root, path);
      before = everythingIn(site.root);
    });
    afterAll(async () => {
      await processes.close();
      site.remove();
    });

    test('makes nothing with a protected name, whichever call asks for it', async () => {
      const tried = makers.map((maker) => `for my $p (@p) { ${maker} }`).join(' ');
      const program = `my @p = map { pack "H*", $_ } qw(${names.map(toHex).join(' ')}); ${tried} print "tried"`;
      expect(await run(perl(program))).toMatchObject({ stdout: 'tried' });
      expect(everythingIn(site.root)).toEqual(before);
    });

    test('opens no protected file for writing and removes none, whatever it is called meanwhile', async () => {
      const ways = [
        'open my $f, "+<", $p and syswrite $f, "x"',
        'truncate $p, 0',
        'link $p, "other"',
        'unlink $p',
        'rename $p, "y"',
      ];
      const tried = ways.map((way) => `for my $p (qw(${files.join(' ')})) { ${way} }`).join(' ');
      const line = [
        perl(tried),
        'for f in other link; do echo x >> $f; done; rm -f other link',
        'ln -s .git/config link; echo x >> link; rm link',
        'rm -rf .git/hooks sub/.git held; rmdir .hg; git clean -qfdx packages sub held',
        'mv packages/.npmrc y; mv sub/.git y; mv .git/config y; mv held y; mv .git/modules/m y',
        'cp -r .git/config y; rm -f y; exec 3<> odd/config; echo x >&3',
      ].join('\n');
      await run(line);
      expect(everythingIn(site.root)).toEqual(before);
    });

    test('completes no repository that git would find, in whatever order it is made', async () => {
      const orders = ['HEAD objects refs', 'refs HEAD objects', 'objects refs HEAD'];
      const line = orders.map((order, at) => {
        const parts = order
          .split(' ')
          .map((part) => (part === 'HEAD' ? `echo x > r${at}/HEAD` : `mkdir r${at}/${part}`));
        return `mkdir r${at}; ${parts.join('; ')}; cp -r .git/HEAD r${at}/HEAD; mv ordinary r${at}/HEAD; mv folder r${at}/refs; mv folder r${at}/objects`;
      });
      await run(
        [...line, 'git init -q bare --bare', 'git init -q plain', 'mv .git/modules/m moved'].join('\n'),
      );
      for (const folder of ['r0', 'r1', 'r2', 'bare', 'plain'])
        expect(() =>
          execFileSync('git', ['rev-parse', '--git-dir'], {
            cwd: join(site.root, folder),
            stdio: 'pipe',
            env: { ...process.env, GIT_CEILING_DIRECTORIES: site.root },
          }),
        ).toThrow('not a git repository');
    });

    test('nor do two commands together, each of which makes a part', async () => {
      const make = (part: string): Promise<unknown> =>
        run(`for i in {1..60}; do mkdir -p t$i 2>/dev/null; ${part}; done`);
      await Promise.all([
        make('echo x > t$i/HEAD'),
        make('mkdir t$i/objects 2>/dev/null'),
        make('mkdir t$i/refs 2>/dev/null'),
      ]);
      const counts = Array.from({ length: 60 }, (_, at) => readdirSync(join(site.root, `t${at + 1}`)).length);
      expect(new Set(counts)).toEqual(new Set([2]));
    });

    test('lets nothing arrive with a folder that was made where less is protected', async () => {
      await run(
        [
          'mkdir -p node_modules/q/.vscode; echo x > node_modules/q/.vscode/tasks.json',
          'mv node_modules/q packages/q',
          `perl -e 'rename "node_modules/r", "packages/r"; rename "node_modules/p", "p"'`,
          'mkdir -p "$TMPDIR/t/.git"; echo x > "$TMPDIR/t/.git/config"; mv "$TMPDIR/t" packages/t',
          'mkdir -p y/releases; echo x > y/releases/yarn.js; mv y .yarn; ln -s y .yarn',
        ].join('\n'),
      );
      const now = everythingIn(site.root).map((each) => each.split(' ')[0] ?? '');
      expect(now).toContain('node_modules/q/.vscode/tasks.json');
      expect(now.filter((path) => /^packages\/[qt].*(?:\.vscode|\.git)|^p\/|\.yarn/u.test(path))).toEqual([]);
    });

    test('is not fooled by a path that changes while it is read', async () => {
      // Two processes share a page: one changes the path in it, the other gives it to the kernel.
      const line = perl(`
        my $page = syscall $mmap, 0, 4096, 3, 0x21, -1, 0;
        pipe my $out, my $in; my $flipping = fork;
        if (!$flipping) {
          while (1) { syswrite $in, "sub/xgit\\0sub/.git\\0"; syscall $read, fileno $out, $page, 9; syscall $read, fileno $out, $page, 9 }
        }
        my %seen;
        for (1 .. 1500) { $seen{syscall($mkdir, -100, $page, 0755)}++; rmdir "sub/xgit" }
        kill 9, $flipping; print join " ", sort keys %seen;
      `);
      execFileSync('rm', [join(site.root, 'sub/.git')]);
      const { stdout } = await run(line);
      // Both paths were asked for: one was made, one was refused.
      expect(stdout).toBe('-1 0');
      expect(readdirSync(join(site.root, 'sub'))).not.toContain('.git');
    });

    test('does for a command what the kernel would have done', async () => {
      const { stdout, stderr } = await run(
        [
          'mkdir -p a/b/c && echo one > a/f && echo two >> a/f && cat a/f',
          'mv a/f a/b/g && ln a/b/g h && ln -s a/b/g s && echo three >> s && cat h | tail -n 1',
          'mv -T a/b moved && ls moved && cp -r moved copied && rm -r moved',
          '(umask 077; echo x > private; mkdir own); stat -c %a private own; (umask 0; echo x > open); stat -c %a open',
          'set -C; { echo x > h; } 2> /dev/null || echo exists; set +C',
          'mkfifo pipe; (echo through > pipe &); cat pipe',
          'echo x 2>&1 > /dev/null; echo err > /dev/stderr; echo out > /dev/stdout',
          'exec 4> later; echo late >&4; cat later; : > "$TMPDIR/t"; mv "$TMPDIR/t" brought; ls brought',
          `truncate -s 2 h && stat -c %s h; ${perl('my ($a, $b) = ("h", "later"); syscall $exchange, -100, $a, -100, $b, 2')}; cat h`,
          perl(
            'sysopen my $f, ".", 020000002 | $folder or die $!; my ($a, $b) = ("/proc/self/fd/" . fileno $f, "linked"); syscall $linkat, -100, $a, -100, $b, 0x400',
          ),
          'ls linked; mkdir node_modules/q node_modules/q/.vscode && echo packages',
          '(cd folder && echo x > ../up && cd /proc/self/cwd && echo y > here); cat up folder/here',
          'echo x > none/there; mkdir h; mkdir a; echo x > folder; echo x > loop1; rm loop1; ln -s loop1 loop1; echo x > loop1',
        ].join('\n'),
      );
      expect(stdout.trim().split('\n')).toEqual(
        words('one two three c g 600 700 666 exists through out late brought 2 late linked packages x y'),
      );
      expect(
        stderr
          .trim()
          .split('\n')
          .map((line) => line.replace(/^.*: /u, '')),
      ).toEqual([
        'err',
        'No such file or directory',
        'File exists',
        'File exists',
        'Is a directory',
        'Too many levels of symbolic links',
      ]);
    });

    test('serves many threads and signals without doing anything twice', async () => {
      const program = `
        const { mkdirSync, renameSync, writeFileSync } = require('node:fs');
        const { Worker, isMainThread, threadId } = require('node:worker_threads');
        if (isMainThread) for (let i = 0; i < 4; i++) new Worker(__filename).on('error', (e) => { console.log(String(e)); });
        else for (let i = 0; i < 150; i++) {
          mkdirSync('t' + threadId + '-' + i);
          writeFileSync('t' + threadId + '-' + i + '/f', 'x', { flag: 'wx' });
          renameSync('t' + threadId + '-' + i, 'u' + threadId + '-' + i);
        }
        if (isMainThread) setInterval(() => process.kill(process.pid, 'SIGUSR2'), 1).unref(), process.on('SIGUSR2', () => {});
      `;
      writeFileSync(join(site.root, 'threads.cjs'), program);
      const { stdout, stderr } = await run('node threads.cjs');
      expect([stdout, stderr]).toEqual(['', '']);
      const made = readdirSync(site.root).filter((each) => /^u\d+-\d+$/u.test(each));
      expect(made).toHaveLength(600);
    });

    test.runIf(walled)('nothing of it is seen from outside', async () => {
      const seen = new Set<string>();
      const look = setInterval(() => readdirSync(site.root).forEach((each) => seen.add(each)), 1);
      await run('ls -A; mkdir .vscode .claude; ls -A; sleep 0.1');
      clearInterval(look);
      expect([...seen].toSorted()).toEqual(readdirSync(site.root).toSorted());
    });
  });
}

function words(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '));
}

function put(root: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `content of ${path}`);
}

/** Every path below a folder with what it is and holds. */
function everythingIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const shown = relative(root, path);
      if (entry.isDirectory()) return `${shown}/`;
      if (entry.isSymbolicLink()) return `${shown} -> ${readlinkSync(path)}`;
      if (!entry.isFile()) return `${shown} is odd`;
      return `${shown} ${statSync(path).nlink} ${readFileSync(path, 'utf8')}`;
    })
    .toSorted();
}

function toHex(text: string): string {
  return Buffer.from(text).toString('hex');
}
