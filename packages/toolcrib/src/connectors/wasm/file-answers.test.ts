import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProjectFiles } from '../../fence/project-files.ts';
import { createFileAnswers } from './file-answers.ts';
import type { FileQuestion } from './frames.ts';
import { temporaryFolder } from './plugin.test-support.ts';

test('folders that were granted answer, and nothing else does', () => {
  const root = temporaryFolder(onTestFinished);
  mkdirSync(join(root, 'docs/deep'), { recursive: true });
  writeFileSync(join(root, 'docs/a.txt'), 'inside');
  writeFileSync(join(root, 'docs/long.txt'), 'x'.repeat(200));
  writeFileSync(join(root, 'outside.txt'), 'outside');
  symlinkSync('../outside.txt', join(root, 'docs/link.txt'));
  symlinkSync('..', join(root, 'docs/up'));
  const answer = createFileAnswers(createProjectFiles({ root }), ['docs', 'none'], { maxBytes: 100 });
  const ask = (what: FileQuestion['what'], path: string, folder = 0): unknown => {
    const { head, body } = answer({ what, path, folder });
    return body === undefined ? head : [head, Buffer.from(body).toString()];
  };
  expect(ask('open', 'a.txt')).toEqual([{ kind: 'file', size: 6 }, 'inside']);
  expect(ask('look', 'a.txt')).toEqual({ kind: 'file', size: 6 });
  expect(ask('look', 'long.txt')).toEqual({ kind: 'file', size: 200 });
  expect(ask('open', 'long.txt')).toEqual({ kind: 'too_large' });
  expect(ask('open', 'deep')).toEqual({ kind: 'folder' });
  expect(ask('open', 'none.txt')).toEqual({ kind: 'missing' });
  const listed = ask('list', '') as { kind: string; entries: { name: string; folder: boolean }[] };
  expect(listed.entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
    { name: 'a.txt', folder: false },
    { name: 'deep', folder: true },
    { name: 'link.txt', folder: false },
    { name: 'long.txt', folder: false },
    { name: 'up', folder: false },
  ]);
  for (const path of [
    '../outside.txt',
    'link.txt',
    'up/outside.txt',
    'up',
    '/etc/passwd',
    `${root}/outside.txt`,
    'a\0b',
  ])
    for (const what of ['open', 'look', 'list'] as const)
      expect(ask(what, path), `${what} ${path}`).toEqual({ kind: 'refused' });
  // Of a number that was never given, of one whose folder is not there, and of no number at all.
  for (const folder of [1, 2, -1, 0.5, Number.NaN])
    expect(ask('open', 'a.txt', folder), String(folder)).toEqual({ kind: 'refused' });
});
