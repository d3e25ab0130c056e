import { describe, expect, test } from 'vitest';
import { protectedPaths } from '../protected-paths.ts';
import { seatbeltProfile, type SeatbeltPolicy } from './profile.ts';
import { anyDepthPatterns, foldedLetters } from './protected-pattern.ts';
import { createJudge, type Attempt, type Settling } from './sbpl.test-support.ts';

const root = '/Users/me/work/shop';
const own = '/Users/me/.local/state/toolcrib/shop/processes/p-1';
const policy: SeatbeltPolicy = {
  reads: ['/usr/bin', '/System/Library', '/private/etc/hosts'],
  writes: [own, root],
  protectedPaths,
  protectedFiles: [],
  proxyPort: 4711,
  terminal: false,
};
const settlings: readonly Settling[] = ['last_wins', 'deny_wins'];

const write = 'file-write-data';
const create = 'file-write-create';
const remove = 'file-write-unlink';

/** What must go on working. */
const everyday: readonly Attempt[] = [
  { operation: 'process-exec', path: '/usr/bin/git' },
  { operation: 'process-exec', path: `${root}/node_modules/.bin/tsc` },
  { operation: 'process-fork' },
  { operation: 'file-read-data', path: '/usr/bin/git' },
  { operation: 'file-read-data', path: '/private/etc/hosts' },
  { operation: 'file-read-data', path: root },
  { operation: 'file-read-data', path: `${root}/src/index.ts` },
  { operation: 'file-read-data', path: `${root}/.git/config` },
  { operation: 'file-read-metadata', path: '/Users/me' },
  { operation: 'file-read-metadata', path: '/var' },
  { operation: create, path: `${root}/src/new.ts` },
  { operation: write, path: `${root}/src/index.ts` },
  { operation: remove, path: `${root}/src` },
  { operation: write, path: `${root}/.git/index` },
  { operation: create, path: `${root}/.git/objects/ab/cdef` },
  { operation: create, path: `${root}/.git/refs/heads/hooks` },
  { operation: create, path: `${root}/node_modules/some/.vscode/settings.json` },
  { operation: create, path: `${root}/vendor/some/CLAUDE.md` },
  { operation: write, path: `${root}/.github/workflows/test.yml` },
  { operation: write, path: `${root}/.gitignore` },
  { operation: write, path: `${root}/vscode/settings.json` },
  { operation: create, path: `${own}/tmp/x` },
  { operation: write, path: '/dev/null' },
  { operation: 'file-read-data', path: '/dev/urandom' },
  { operation: 'signal', name: 'same-sandbox' },
  { operation: 'sysctl-read', name: 'hw.ncpu' },
  { operation: 'network-outbound', name: 'localhost:4711' },
];

/** What must never be permitted, whichever rule a system prefers. */
const attacks: readonly Attempt[] = [
  // outside
  { operation: 'file-read-data', path: '/Users/me/.ssh/id_ed25519' },
  { operation: 'file-read-data', path: '/System/Volumes/Data/Users/me/.ssh/id_ed25519' },
  { operation: 'file-read-data', path: '/Users/me' },
  { operation: 'file-read-metadata', path: '/Users/me/.ssh/id_ed25519' },
  { operation: 'file-read-data', path: '/private/tmp/other' },
  { operation: 'file-read-data', path: `${root}-other/file` },
  { operation: create, path: '/Users/me/.zshrc' },
  { operation: write, path: '/usr/bin/git' },
  { operation: create, path: '/private/tmp/x' },
  { operation: create, path: `${root}-other/file` },
  { operation: create, path: '/Users/me/work/x' },
  { operation: write, path: '/dev/disk0' },
  { operation: 'file-read-data', path: '/dev/ttys003' },
  { operation: write, path: '/dev/ttys003' },
  { operation: 'file-ioctl', path: '/dev/ttys003' },
  { operation: 'file-link', path: '/usr/bin/git' },
  // protected names, at the top, further down, in other spellings, before they exist
  { operation: create, path: `${root}/.git/hooks` },
  { operation: create, path: `${root}/.git/hooks/pre-commit` },
  { operation: write, path: `${root}/.git/config` },
  { operation: create, path: `${root}/.git/config` },
  { operation: create, path: `${root}/.GIT/hooks/pre-commit` },
  { operation: create, path: `${root}/.git/HOOKS/pre-commit` },
  { operation: create, path: `${root}/.git/hoo\u212As/pre-commit` },
  { operation: create, path: `${root}/.git/con\uFB01g` },
  { operation: create, path: `${root}/packages/api/.git/hooks/post-checkout` },
  { operation: write, path: `${root}/packages/api/.git/config` },
  { operation: write, path: `${root}/packages/api/.git` },
  { operation: create, path: `${root}/node_modules/some/.git` },
  { operation: create, path: `${root}/node_modules/some/.git/config` },
  { operation: create, path: `${root}/.git/commondir` },
  { operation: create, path: `${root}/.git/config.worktree` },
  { operation: write, path: `${root}/.git/modules/lib/config` },
  { operation: create, path: `${root}/.git/modules/lib/hooks/post-checkout` },
  { operation: write, path: `${root}/.git/worktrees/tree/gitdir` },
  { operation: write, path: `${root}/fixtures/bare.git/config` },
  { operation: create, path: `${root}/NODE_MODULES/.vscode/tasks.json` },
  { operation: create, path: `${root}/.vscode/tasks.json` },
  { operation: create, path: `${root}/.VSCode` },
  { operation: create, path: `${root}/deep/er/.claude/settings.json` },
  { operation: create, path: `${root}/.mcp.json` },
  { operation: create, path: `${root}/toolcrib.json` },
  { operation: create, path: `${root}/.toolcrib/store.db` },
  { operation: create, path: `${root}/.envrc` },
  { operation: create, path: `${root}/.ba\u017Fhrc` },
  // by renaming what stands above them, into another folder and back
  { operation: remove, path: `${root}/.git` },
  { operation: create, path: `${root}/.git` },
  { operation: create, path: `${root}/sub/.git` },
  { operation: remove, path: root },
  { operation: create, path: `${own}/tmp/repository/.git/hooks/pre-commit` },
  { operation: create, path: `${own}/tmp/x/.vscode` },
  // the network
  { operation: 'network-outbound', name: 'localhost:80' },
  { operation: 'network-outbound', name: 'example.com:443' },
  { operation: 'network-outbound', path: '/private/var/run/mDNSResponder' },
  { operation: 'network-outbound', path: '/private/var/run/docker.sock' },
  { operation: 'network-bind', name: 'localhost:4711' },
  { operation: 'network-inbound', name: 'localhost:4711' },
  // other processes and services
  { operation: 'signal', name: 'others' },
  { operation: 'process-info-pidinfo', name: 'others' },
  { operation: 'mach-priv-task-port', name: 'same-sandbox' },
  { operation: 'sysctl-read', name: 'kern.procargs2' },
  { operation: 'sysctl-write', name: 'kern.hostname' },
  { operation: 'appleevent-send', name: 'com.apple.finder' },
  { operation: 'lsopen' },
  { operation: 'job-creation' },
  { operation: 'mach-register', name: 'com.example' },
  { operation: 'mach-lookup', name: 'com.apple.securityd.xpc' },
  { operation: 'mach-lookup', name: 'com.apple.pasteboard.1' },
  { operation: 'mach-lookup', name: 'com.apple.coreservices.launchservicesd' },
  { operation: 'process-exec', path: '/usr/bin/osascript' },
  { operation: 'process-exec', path: '/usr/bin/open' },
  { operation: 'process-exec', path: '/bin/launchctl' },
  { operation: 'pseudo-tty' },
  { operation: 'iokit-open', name: 'IOHIDSystem' },
  { operation: 'file-mount' },
  { operation: 'system-fsctl' },
];

describe.each(settlings)('a profile, where of several rules %s', (settling) => {
  const permits = (attempt: Attempt): boolean => createJudge(seatbeltProfile(policy))(attempt, settling);

  test('lets everyday work be done', () => {
    expect(everyday.filter((attempt) => !permits(attempt))).toEqual([]);
  });

  test('holds every attack', () => {
    expect(attacks.filter(permits)).toEqual([]);
  });
});

test('no rule allows to write what is protected, not even one that another rule takes back', () => {
  const judge = createJudge(seatbeltProfile(policy));
  const files = attacks.filter(
    ({ operation, path }) => operation.startsWith('file-write') && path !== undefined,
  );
  const containers = /(?:\/\.git|shop)$/u;
  const allowed = files.filter(
    (attempt) => judge(attempt, 'first_allow_wins') && !containers.test(attempt.path ?? ''),
  );
  expect(allowed).toEqual([]);
});

test('without a proxy there is no network, and what only reads writes nothing of the project', () => {
  const judge = createJudge(
    seatbeltProfile({ ...policy, reads: [...policy.reads, root], writes: [own], proxyPort: undefined }),
  );
  expect(judge({ operation: 'network-outbound', name: 'localhost:4711' })).toBe(false);
  expect(judge({ operation: create, path: `${root}/src/new.ts` })).toBe(false);
  expect(judge({ operation: 'file-read-data', path: `${root}/src/index.ts` })).toBe(true);
  expect(judge({ operation: create, path: `${own}/tmp/x` })).toBe(true);
});

test('a terminal has the one that it was given, and no other', () => {
  const judge = createJudge(seatbeltProfile({ ...policy, terminal: true }));
  expect(judge({ operation: 'file-read-data', path: '/dev/tty' })).toBe(true);
  expect(judge({ operation: 'pseudo-tty' })).toBe(true);
  expect(judge({ operation: write, path: '/dev/ttys003' })).toBe(false);
  expect(judge({ operation: 'file-read-data', path: '/dev/ttys003' })).toBe(false);
});

const hostile = [
  '/Users/me/a"b',
  '/Users/me/")) (allow default) ; "',
  '/Users/me/a\\',
  '/Users/me/a\n(allow default)',
  '/Users/me/#"x"',
  '/Users/me/a;b',
  '/Users/me/(param "READ_0")',
  '/Users/me/项目 é 🚀',
  '/Users/me/.*|.*[a-z]+$^',
  '/Users/me/x=y -D ROOT=/',
  '/Users/me/.codex/worktrees/1/shop',
  `/Users/me/${'very-long-name-'.repeat(60)}`,
];

test.each(hostile)(
  'a project called %j adds no rule and no text, and is held like every other',
  (project) => {
    const odd = { ...policy, writes: [own, project] };
    const profile = seatbeltProfile(odd);
    expect(profile.text).not.toContain('allow default');
    expect(profile.text).toMatch(/^[\x20-\x7E\n]*$/u);
    expect(profile.text).not.toContain('\\');
    expect(profile.text.match(/\(allow /gu)?.length).toBe(
      seatbeltProfile(policy).text.match(/\(allow /gu)?.length,
    );
    expect(profile.text.length).toBeLessThan(256 * 1024);
    const judge = createJudge(profile);
    expect(judge({ operation: write, path: `${project}/src/index.ts` })).toBe(true);
    for (const settling of settlings) {
      for (const name of ['.git/hooks/x', '.git/config', 'a/b/.vscode/tasks.json', 'toolcrib.json', '.GIT'])
        expect(judge({ operation: create, path: `${project}/${name}` }, settling)).toBe(false);
      expect(judge({ operation: create, path: '/Users/me/.zshrc' }, settling)).toBe(false);
      expect(judge({ operation: create, path: `${project}x/file` }, settling)).toBe(false);
    }
  },
);

test('an absolute path is protected with the folders on the way to it', () => {
  const protectedFiles = [`${root}/node_modules/toolcrib`, '/opt/shared/hooks'];
  const judge = createJudge(seatbeltProfile({ ...policy, protectedFiles }));
  for (const path of [
    `${root}/node_modules/toolcrib/bin/x.js`,
    `${root}/node_modules/toolcrib`,
    '/opt/shared/hooks/x',
  ])
    expect(judge({ operation: create, path })).toBe(false);
  expect(judge({ operation: remove, path: `${root}/node_modules` })).toBe(false);
  expect(judge({ operation: write, path: `${root}/node_modules/other/index.js` })).toBe(true);
});

test('a port that is none is refused', () => {
  for (const proxyPort of [0, 1.5, -1, 70_000, Number.NaN])
    expect(() => seatbeltProfile({ ...policy, proxyPort })).toThrow(TypeError);
});

test('every character that a disk may take for plain letters is known', () => {
  const folding = new Set<string>();
  for (let code = 0x80; code <= 0xff_ff; code++) {
    const letter = String.fromCharCode(code);
    // Both ways: the capital of one, the small letter of the other.
    const spellings = [letter.toLowerCase(), letter.toUpperCase().toLowerCase()];
    for (const each of spellings) if (/^[a-z]+$/u.test(each)) folding.add(each);
  }
  expect([...folding].toSorted()).toEqual(foldedLetters.toSorted());
});

test('a disk that overlooks case or characters that nobody sees is not fooled', () => {
  const matches = (path: string): boolean =>
    new RegExp(anyDepthPatterns(['/p'], ['.git/config'], 'tree')[0] ?? '', 'su').test(path);
  for (const name of [
    '.GIT/config',
    '.g\u0131t/config',
    '.g\u200Cit/config',
    '.git/con\uFB01g',
    '.git/\u200Dconfig',
  ])
    expect([name, matches(`/p/${name}`)]).toEqual([name, true]);
  for (const name of ['.gitx/config', '.git/configs', 'git/config'])
    expect(matches(`/p/${name}`)).toBe(false);
});

test('a name is matched as a whole', () => {
  const matches = (name: string, path: string): boolean =>
    new RegExp(anyDepthPatterns(['/p'], [name], 'tree')[0] ?? '', 'su').test(path);
  expect(matches('.npmrc', '/p/.npmrc')).toBe(true);
  expect(matches('.npmrc', '/p/a/.NPMRC/x')).toBe(true);
  expect(matches('.npmrc', '/p/x.npmrc')).toBe(false);
  expect(matches('.npmrc', '/p/.npmrc2')).toBe(false);
  expect(matches('.npmrc', '/p/xnpmrc')).toBe(false);
  expect(matches('.npmrc', '/q/.npmrc')).toBe(false);
});

test('the whole text of a small profile', () => {
  const small = seatbeltProfile({
    reads: ['/usr/bin'],
    writes: ['/private/tmp/p'],
    protectedPaths: {
      names: ['.npmrc'],
      everywhere: ['*.git/hooks'],
      fixed: ['.git'],
      mounted: [],
      placeholders: [],
    },
    protectedFiles: [],
    proxyPort: 80,
    terminal: false,
  });
  expect(small.parameters).toEqual({
    READ_0: '/usr/bin',
    WRITE_0: '/private/tmp/p',
    ABOVE_0: '/usr',
    ABOVE_1: '/private/tmp',
    ABOVE_2: '/private',
  });
  return expect(small.text).toMatchFileSnapshot('small.golden.sb');
});
