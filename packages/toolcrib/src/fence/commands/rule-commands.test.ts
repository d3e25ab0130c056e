import { describe, expect, test } from 'vitest';
import { createCommandGuard } from './command-guard.ts';

const root = '/home/me/project';

/** The commands of a line as rules see them: `…` for what is not known, wrappers in brackets. */
function commandsOf(line: string): readonly string[] {
  const { commands } = createCommandGuard({ root }).judge(line, { directory: root, contained: true });
  return commands.map(({ words, isWrapper }) => {
    const text = words.map((word) => (typeof word === 'string' ? word : `${word.start}…`)).join(' ');
    return isWrapper ? `[${text}]` : text;
  });
}

describe('a line is taken apart into its commands', () => {
  test.each<[string, readonly string[]]>([
    ['git status; rm -rf src', ['git status', 'rm -rf src']],
    ['a | b && c || d', ['a', 'b', 'c', 'd']],
    ["t'ou'ch x", ['touch x']],
    ['\\git "status"', ['git status']],
    ['/usr/bin/git log', ['git log']],
    ['command git log', ['git log', '[command git log]']],
    ['env -i A=b nice -n 5 git log', ['git log', '[nice -n 5 git log]', '[env -i A=b nice -n 5 git log]']],
    ["bash -c 'touch x; ls'", ['touch x', 'ls', '[bash -c touch x; ls]']],
    ['echo $(touch x)', ['touch x', 'echo …']],
    ['cat <(touch x)', ['touch x', 'cat /dev/fd/63']],
    ['find . -exec touch {} +', ['touch ./…', 'find . -exec touch {} +']],
    ['ls | xargs touch', ['ls', 'touch …', '[xargs touch]']],
    ['for f in a b; do touch "$f"; done', ['touch …']],
    ['if true; then touch x; fi', ['true', 'touch x']],
    ['(touch x) & { touch y; }', ['touch x', 'touch y']],
    ['touch {a,b}', ['touch a b']],
    ['A=b touch x > y', ['touch x']],
    ['npx touch x', ['npx touch x', '[touch x]', '[x]']],
    ['nyc touch x', ['nyc touch x', '[touch x]', '[x]']],
    ['lerna exec touch x', ['lerna exec touch x', '[touch x]', '[x]']],
    ['lerna list x', ['lerna list x']],
    ['> x', []],
  ])('%j', (line, commands) => {
    expect(commandsOf(line)).toEqual(commands);
  });
});

test.each([
  '$x a',
  'eval "touch x"',
  '. ./file',
  'trap "touch x" EXIT',
  'bash -c "$x"',
  'echo touch x | bash',
  'bash /dev/stdin <<< "touch x"',
  'bash <(echo touch x)',
  'env -S "touch x"',
  'timeout $x touch y',
  'find . $x',
  'f() { touch x; }; f',
  'echo ${x@P}',
  'git unknown',
  'case x in x) touch y;; esac',
])('%j may run any command', (line) => {
  expect(commandsOf(line)).toContain('…');
});

test.each(['git push --force', 'rm -r build', 'npm install x', 'kill 5'])(
  'what %j does by its plain meaning may be allowed by a pattern',
  (line) => {
    const verdict = createCommandGuard({ root }).judge(line, { directory: root, contained: true });
    expect(verdict).toMatchObject({ decision: 'ask', needsExactRule: false });
  },
);

test.each([
  'git -c alias.x=!id x',
  'git --exec-path=/tmp/x log',
  'git -c core.pager=id log',
  'node -e 1',
  'git $x',
])('%j needs a rule with this very line', (line) => {
  const verdict = createCommandGuard({ root }).judge(line, { directory: root, contained: true });
  expect(verdict).toMatchObject({ decision: 'ask', needsExactRule: true });
});
