import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { optionNames, parseCommandLine } from '../command-line.ts';
import { commands } from '../commands.ts';
import { complete } from './complete.ts';
import { chapters, pageOf } from './manual.ts';
import { commonOptions } from './options.ts';
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

test.each(pages.flatMap(({ name, examples }) => examples.map(({ words }) => [name, words] as const)))(
  'an example of %s is a command line that it takes: %s',
  (name, words) => {
    const typed = JSON.parse(
      execFileSync(
        'bash',
        [
          '-c',
          `typed() { node -p 'JSON.stringify(process.argv.slice(1))' -- "$@"; }; typed ${words.replace(/ [<>]+ .*/u, '')}`,
        ],
        {
          encoding: 'utf8',
        },
      ),
    ) as string[];
    const { command, options, fault } = parseCommandLine(typed);
    expect({ command, fault }).toEqual({ command: name, fault: undefined });
    const taken: readonly string[] = [...commonOptions, ...(pageOf(name)?.options ?? [])];
    expect(Object.keys(options).filter((option) => !taken.includes(option))).toEqual([]);
  },
);

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
