import type { Judging, ProgramJudge } from '../judging.ts';
import { holds, startOf, valueOf, type ShellWord } from '../shell/shell-word.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeOptions } from './rule.ts';

/** Programs that start the one behind their own options. */
const wrappers = {
  nice: '-# -n: --adjustment=',
  nohup: '',
  setsid: '-c -f -w --ctty --fork --wait',
  stdbuf: '-e: -i: -o: --error= --input= --output=',
  time: '-p -v --portability --verbose',
  exec: '',
  builtin: '',
  chronic: '',
} as const;

function wrapper(list: string): ProgramJudge {
  const table = parseOptions(list);
  return (command, judging) => {
    const given = readArguments(command.words, table, { stopAtOperand: true });
    judgeOptions(command, given, { judging });
    judgeStarted(given.operands, command.text, judging);
  };
}

/** Commands of the shell itself change the shell that they are started in; where that happens is not followed here. */
const ofTheShell = /^(?:cd|pushd|popd|export|read|set|unset|exit|return|break|continue)$/u;

function judgeStarted(words: readonly ShellWord[], text: string, judging: Judging): void {
  const [first] = words;
  if (first === undefined || ofTheShell.test(startOf(first))) judging.report('shell_builtin', text);
  if (first !== undefined) judging.command(words, text);
}

const timeoutOptions = parseOptions(
  '-k: -s: -v --foreground --kill-after= --preserve-status --signal= --verbose',
);

const timeout: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, timeoutOptions, { stopAtOperand: true });
  const [duration, ...words] = given.operands;
  judgeOptions(command, given, { judging });
  if (!/^[\d.]+[smhd]?$/u.test(valueOf(duration) ?? '')) judging.report('unknown_value', command.text);
  judgeStarted(words, command.text, judging);
};

const envOptions =
  parseOptions(`-0 -C:read -i~changes_environment -u:!changes_environment --chdir=read --ignore-environment~changes_environment --null
   --unset=!changes_environment`);

const env: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, envOptions, { stopAtOperand: true });
  judgeOptions(command, given, { judging });
  const words = [...given.operands];
  while (words[0] !== undefined && /^[A-Za-z_]\w*=/u.test(startOf(words[0]))) {
    const word = words.shift() as ShellWord;
    // Unlike the shell itself, it sees as many words as the value has: the second one may be the command.
    if (word.kind === 'pattern' || (word.kind === 'dynamic' && word.splits))
      judging.report('unknown_value', command.text);
    const [name = '', value = ''] = startOf(word).split(/=(.*)/su, 2);
    judging.variable(name, word.kind === 'literal' ? { ...word, value } : word);
  }
  const directory = given.options.find(({ name }) => name === '-C' || name === '--chdir')?.value;
  const inside = directory === undefined ? judging : judging.from(directory);
  if (words.length > 0) judgeStarted(words, command.text, inside);
};

const commandOptions = parseOptions('-v -V');

/** With `-v` it only looks a name up. */
const commandBuiltin: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, commandOptions, { stopAtOperand: true });
  judgeOptions(command, given, { judging });
  if (given.options.length === 0) judgeStarted(given.operands, command.text, judging);
};

const xargsOptions = parseOptions(
  `-0 -a:read -d: -E: -I: -L: -n: -P: -r -s: -t -x --arg-file=read --delimiter= --max-args= --max-chars= --max-lines?
   --max-procs= --no-run-if-empty --null --verbose`,
);

/** What it reads becomes arguments that nobody has seen, at the end or in place of a mark. */
const xargs: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, xargsOptions, { stopAtOperand: true });
  judgeOptions(command, given, { judging });
  if (given.operands.length === 0) return;
  const mark = given.options.find(({ name }) => name === '-I')?.value;
  const sign = valueOf(mark) ?? '';
  if (mark !== undefined && sign === '') judging.report('unknown_value', command.text);
  const read: ShellWord = { kind: 'dynamic', start: '', splits: true, text: command.text };
  const words =
    mark === undefined
      ? [...given.operands, read]
      : given.operands.map((word) =>
          holds(word, sign) ? { ...read, splits: false, text: word.text } : word,
        );
  judgeStarted(words, command.text, judging);
};

export const wrapperJudges: Readonly<Record<string, ProgramJudge>> = {
  ...Object.fromEntries(Object.entries(wrappers).map(([name, list]) => [name, wrapper(list)])),
  timeout,
  env,
  command: commandBuiltin,
  xargs,
};
