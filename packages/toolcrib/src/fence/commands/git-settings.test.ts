import { expect, test } from 'vitest';
import { overriding, parseSettings, takesInFiles, withoutPrograms } from './git-settings.ts';

test('settings are read as git lists them, without those that are ours', () => {
  const listed = [
    ['local', 'core.bare\nfalse'],
    ['local', 'alias.two\nline one\nline two'],
    ['global', 'user.name'],
    ['command', 'core.pager\ncat'],
    ['worktree', 'diff.a\nb.textconv\nx'],
  ].flatMap((pair) => pair.map((part) => `${part}\0`));
  expect(parseSettings(listed.join(''))).toEqual([
    { name: 'core.bare', value: 'false' },
    { name: 'alias.two', value: 'line one\nline two' },
    { name: 'user.name', value: '' },
    { name: 'diff.a', value: 'b.textconv\nx' },
  ]);
  expect(parseSettings('')).toEqual([]);
});

test('settings that count last are handed over one by one', () => {
  expect(
    overriding([
      { name: 'a=b', value: '1' },
      { name: 'c', value: '' },
    ]),
  ).toEqual({
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'a=b',
    GIT_CONFIG_VALUE_0: '1',
    GIT_CONFIG_KEY_1: 'c',
    GIT_CONFIG_VALUE_1: '',
  });
});

test.each([
  ['diff.images.textconv', 'cat'],
  ['diff.a.b=c\nd.textconv', 'cat'],
  ['diff.images.cachetextconv', 'false'],
  ['merge.mine.driver', 'git merge-file --quiet %A %O %B'],
  ['remote.origin.uploadpack', 'git-upload-pack'],
  ['remote.origin.receivepack', 'git-receive-pack'],
  ['remote.origin.vcs', ''],
  ['credential.https://x.helper', ''],
  ['trailer.sign.command', ''],
  ['trailer.sign.cmd', ''],
  ['hook.mine.command', ''],
])('%j starts nothing when it says %j', (name, value) => {
  expect(withoutPrograms([{ name, value: 'evil' }])).toEqual([{ name, value }]);
});

test.each(['diff.textconv', 'mydiff.x.textconv', 'diff.x.textconvs', 'user.name', 'hook.x.commands'])(
  '%j names no program',
  (name) => {
    expect(withoutPrograms([{ name, value: 'x' }])).toEqual([]);
  },
);

test('files that are taken in are known by their names', () => {
  const known = ['include.path', 'includeif.gitdir:~/x.path', 'INCLUDE.PATH'];
  expect(known.every((name) => takesInFiles({ name, value: 'x' }))).toBe(true);
  const others = ['xinclude.path', 'include.paths', 'includeif.path.x', 'core.path'];
  expect(others.some((name) => takesInFiles({ name, value: 'x' }))).toBe(false);
});
