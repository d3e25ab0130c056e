import type { Judging, ProgramJudge } from '../judging.ts';
import { valueOf, type ShellWord } from '../shell/shell-word.ts';
import { isOwnName, judgeExported } from '../variables.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeOptions } from './rule.ts';

const nothing: ProgramJudge = () => undefined;

/** `-p` names a variable, and so may run what stands in its index. */
const wait: ProgramJudge = ({ words, text }, judging) => {
  const known = words.every((word) => word.text === '$!' || /^(?:\d+|-n|%\d+)$/u.test(valueOf(word) ?? ''));
  if (!known) judging.report('shell_builtin', text);
};

/** Only what stops a script early; other options change how the rest of the line is understood. */
const set: ProgramJudge = ({ words, text }, judging) => {
  const values = words.map((word) => valueOf(word) ?? '?').join(' ');
  const known = /^(?:[-+][eux]*o (?:errexit|nounset|pipefail|xtrace)(?: |$)|[-+][eux]+(?: |$))*$/u;
  if (values === '' || !known.test(values)) judging.report('shell_builtin', text);
};

/** Values are judged where they are set. */
const exports: ProgramJudge = ({ words, text }, judging) => {
  for (const word of words) {
    const name = valueOf(word);
    const wrong =
      name === undefined || !/^\w+$/u.test(name) ? 'unknown_value' : judgeExported(name, undefined);
    if (wrong !== undefined) judging.report(wrong, text);
  }
};

const readOptions = parseOptions('-a: -d: -n: -N: -p: -r -s -t:');

/** The name of a variable may hold an index, and an index is computed, commands included. */
const read: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, readOptions);
  judgeOptions(command, given, { judging });
  const arrays = given.options.filter(({ name }) => name === '-a').map(({ value }) => value);
  for (const word of [...given.operands, ...arrays]) {
    if (!isOwnName(valueOf(word) ?? '?')) judging.report('shell_builtin', command.text);
  }
};

/** `-v` names a variable, and so may run what stands in its index; `%n` sets one, even PATH. */
const printf: ProgramJudge = ({ words, text }, judging) => {
  const [format] = valueOf(words[0]) === '--' ? words.slice(1) : words;
  const value = valueOf(format) ?? '-';
  if (
    (value.startsWith('-') && words[0] === format) ||
    valueOf(format) === undefined ||
    /%[^%a-zA-Z]*n/u.test(value)
  ) {
    judging.report('shell_builtin', text);
  }
};

const unary = /^-[bcdefghkLnprsStuwxzGNO]$/u;
const files = /^-[bcdefghkLprsSuwxGNO]$/u;
const binary = /^(?:==?|!=|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/u;

/** Only forms in which every operator is surely one: `-v` computes the index of a variable, commands included. */
const test: ProgramJudge = ({ name, words, text }, judging) => {
  const all = name === '[' && valueOf(words.at(-1)) === ']' ? words.slice(0, -1) : words;
  const rest = all.length > 1 && valueOf(all[0]) === '!' ? all.slice(1) : all;
  const [first, second] = rest.map((word) => valueOf(word) ?? '?');
  const splits = rest.some((word) => word.kind === 'pattern' || (word.kind === 'dynamic' && word.splits));
  const known =
    rest.length <= 1 ||
    (rest.length === 2 && unary.test(first ?? '')) ||
    (rest.length === 3 && binary.test(second ?? ''));
  if (splits || !known || (name === '[' && all === words)) judging.report('unusual_syntax', text);
  if (rest.length === 2 && files.test(first ?? '')) judgeFile(rest[1], judging);
};

function judgeFile(word: ShellWord | undefined, judging: Judging): void {
  if (word !== undefined) judging.touch('read', word);
}

const kill: ProgramJudge = ({ words, text }, judging) => {
  const values = words.map((word) => valueOf(word) ?? '');
  if (values[0] === '-l') return;
  const everybody = values.filter((value) => value !== '').at(-1) === '-1' || values.includes('1');
  judging.report(everybody ? 'system_change' : 'ends_processes', text);
};

const asks: ProgramJudge = ({ text }, judging) => judging.report('shell_builtin', text);
const inline: ProgramJudge = ({ text }, judging) => judging.report('runs_inline_code', text);
const changes: ProgramJudge = ({ text }, judging) => judging.report('changes_shell', text);
const ends: ProgramJudge = ({ text }, judging) => judging.report('ends_processes', text);

const all = (names: string, judge: ProgramJudge): Record<string, ProgramJudge> =>
  Object.fromEntries(names.split(' ').map((name) => [name, judge]));

/** Commands of the shell itself: they need their own list, because they are there even with an empty PATH. */
export const builtinJudges: Readonly<Record<string, ProgramJudge>> = {
  // Where `cd` goes is followed by whoever walks through the script.
  ...all('cd exit return break continue times', nothing),
  ...all(
    'declare typeset local readonly unset let shopt getopts mapfile readarray umask ulimit pushd popd dirs fg bg jobs',
    asks,
  ),
  ...all('disown suspend logout caller history fc', asks),
  ...all('eval source . trap', inline),
  ...all('alias unalias enable bind complete compgen compopt hash coproc', changes),
  ...all('pkill killall', ends),
  set,
  export: exports,
  read,
  wait,
  printf,
  test,
  '[': test,
  kill,
};
