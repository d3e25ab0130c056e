import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commonOptions, optionNames, parseCommandLine } from '../command-line.ts';
import { commands } from '../commands.ts';
import { complete } from './complete.ts';
import { chapters, pageOf } from './manual.ts';
import { showManual, showPage } from './show-manual.ts';

const pages = chapters.flatMap((chapter) => chapter.pages);

test('every command has a page, and every page a command', () => {
  const named = pages.flatMap(({ name, wire }) => [name, ...(wire === undefined ? [] : [wire])]);
  // `call` is the friendly name of `execute_tool`, which takes its calls in another form.
  expect(named.toSorted()).toEqual([...commands.keys()].toSorted());
});

test('every option belongs to a command', () => {
  const taken = new Set(
    [...commonOptions, ...pages.flatMap(({ options }) => options)].map((name) => `--${name}`),
  );
  expect(optionNames.filter((name) => !taken.has(name))).toEqual([]);
});

test('every example is a command line that its command takes', () => {
  const examples = pages.flatMap(({ name, examples: lines }) =>
    lines.map(({ words }) => [name, words] as const),
  );
  // As a shell takes them apart; what goes to and comes from files is the shell's.
  const lines = examples.map(([, words]) => `typed ${words.replace(/ [<>]+ .*/u, '')}`);
  const script = `typed() { printf '%s\\0' "$@"; printf '\\1'; }\n${lines.join('\n')}`;
  const typed = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\u0001');
  for (const [index, [name, words]] of examples.entries()) {
    const { command, options, fault } = parseCommandLine((typed[index] ?? '').split('\0').slice(0, -1));
    expect({ words, command, fault }).toEqual({ words, command: name, fault: undefined });
    const taken: readonly string[] = [...commonOptions, ...(pageOf(name)?.options ?? [])];
    expect(Object.keys(options).filter((option) => !taken.includes(option))).toEqual([]);
  }
});

test.each(['en', 'zh-CN'] as const)(
  'the manual in %s names every command, and each page says all',
  (locale) => {
    const all = showManual(locale);
    for (const page of pages) {
      expect(all).toContain(`  ${page.name} `);
      const shown = showPage(page, locale);
      for (const { words, says } of page.uses) {
        expect(shown).toContain(`${page.name} ${words}`.trimEnd());
        expect(shown).toContain(says[locale]);
      }
      for (const option of page.options) expect(shown).toContain(`--${option}`);
    }
  },
);

test.each([
  [['appr'], { words: ['approvals'], tools: false }],
  [['call', 'Gr'], { words: [], tools: true }],
  [['call', '--agent', ''], { words: [], tools: false }],
  [['list', '--tier', 'm'], { words: ['medium'], tools: false }],
  [['list', '--ti'], { words: ['--tier'], tools: false }],
  [['history', 'e'], { words: ['export'], tools: false }],
  [['grants', 'add', ''], { words: [], tools: true }],
  [['completion', ''], { words: ['bash', 'zsh', 'fish'], tools: false }],
  [['nothing', ''], { words: [], tools: false }],
])('%j may become %j', (typed, expected) => {
  expect(complete(typed)).toEqual(expected);
});
