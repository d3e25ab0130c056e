import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasBash } from '../bash-oracle.test-support.ts';
import { expandPattern, mayConcern } from './expand-pattern.ts';

let outer: string;
let root: string;

beforeAll(() => {
  outer = realpathSync(mkdtempSync(join(tmpdir(), 'patterns-')));
  root = join(outer, 'project');
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  mkdirSync(join(outer, 'other'));
  for (const name of [
    'a.ts',
    'b.ts',
    '.hidden',
    'x y',
    'a*b',
    'ab',
    '-rf',
    'é.ts',
    'src/c.ts',
    'src/deep/d.ts',
  ])
    writeFileSync(join(root, name), '');
  writeFileSync(join(outer, 'other/secret'), '');
  symlinkSync('../other', join(root, 'link_out'));
  symlinkSync('src', join(root, 'link_in'));
});
afterAll(() => rmSync(outer, { recursive: true, force: true }));

const patterns = [
  '*',
  '*.ts',
  '?.ts',
  '[a-b].ts',
  '[!a].ts',
  '[ab]*',
  '.*n',
  'src/*',
  'src/*/',
  's*/*/d.*',
  'src/*/d.ts',
  './*.ts',
  'src/**',
  '*a*b*',
  String.raw`a\**`,
  'none*',
  'link_in/*',
  'src/../*.ts',
  '*/',
];

test.skipIf(!hasBash()).each(patterns)('%j matches what it matches for bash', (pattern) => {
  const script = `shopt -s nullglob; printf '%s\\0' ${pattern}`;
  const { stdout } = spawnSync('bash', ['-c', script], {
    cwd: root,
    encoding: 'utf8',
    env: { LC_ALL: 'C.UTF-8' },
  });
  // Nothing at all is printed as one empty word.
  const names = stdout.split('\0').filter((name) => name !== '');
  expect(expandPattern(pattern, root, root)).toEqual(names);
});

test.each(['../*', 'link_out/*', '*/secret', '/etc/*', 'src/../../*', 'link_*/*', '../o*/secret'])(
  '%j tells nothing of what is outside',
  (pattern) => {
    expect(expandPattern(pattern, root, root)).toBe('leads_outside');
  },
);

test('a hostile pattern takes no long time', () => {
  writeFileSync(join(root, 'a'.repeat(250)), '');
  expect(expandPattern(`${'*a'.repeat(100)}b`, root, root)).toEqual([]);
});

test('more names than anybody can look through are not looked through', () => {
  mkdirSync(join(root, 'many'));
  for (let index = 0; index < 501; index++) writeFileSync(join(root, 'many', String(index)), '');
  expect(expandPattern('many/*', root, root)).toBe('too_many');
});

test.each([
  ['*.ts', '/p/a.ts', true],
  ['*.ts', '/p/a.js', false],
  ['x/*', '/p/x', true],
  ['x/*', '/p/x/y', true],
  ['x*', '/p/xy/z', true],
  ['x*', '/p/.xy', false],
  ['*', '/p/../q', true],
  ['/p/*', '/p/a', true],
])('a pattern %j concerns %j: %j', (pattern, path, concerns) => {
  expect(mayConcern(pattern, '/p', path)).toBe(concerns);
});
