import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { protectedFileOf } from '../protected-names.ts';
import { protectedFiles } from './table.ts';

const page = join(import.meta.dirname, '../../../../../docs/sandbox.md');

const forTools = { refuse: 'refused', ask: 'asks', ask_about_scripts: 'asks about commands' } as const;
const forCommands = { read_only: 'read-only', may_write: 'may write' } as const;

test('the page of the sandbox lists the whole table', () => {
  const rows = protectedFiles.map(({ names, rule, commands, reason }) => {
    const files = names.map((name) => `\`${name}\``).join(' ');
    return `| ${files} | ${forTools[rule]} | ${forCommands[commands]} | ${reason.en} |`;
  });
  const table = ['| files | Write and Edit | commands | why |', '|---|---|---|---|', ...rows].join('\n');
  expect(readFileSync(page, 'utf8')).toContain(table);
});

test('no name stands in two rows, and each is found in every folder and spelling', () => {
  const names = protectedFiles.flatMap((files) => files.names);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  for (const files of protectedFiles)
    for (const name of files.names)
      for (const path of [
        name,
        `a/b/${name}`,
        `${name}/c/d`,
        name.toUpperCase(),
        name.replace(/.$/u, '\u200D$&'),
      ])
        expect([path, protectedFileOf(path)]).toEqual([path, files]);
});

test('what has a similar name is nobody’s business', () => {
  for (const path of [
    'git',
    '.github',
    '.gitignore',
    'x.npmrc',
    '.npmrc.bak',
    'agents.ts',
    'releases',
    '.yarn/cache',
    'src/instructions',
  ])
    expect([path, protectedFileOf(path)]).toEqual([path, undefined]);
});

test('every reason is said in both languages', () => {
  for (const { reason } of protectedFiles) {
    expect(reason.en).toMatch(/^[A-Z].*\.$/u);
    expect(reason['zh-CN']).toMatch(/。$/u);
  }
});
