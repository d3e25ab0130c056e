import type { Judging, ProgramJudge } from '../judging.ts';
import { holds, startOf, valueOf, type ShellWord } from '../shell/shell-word.ts';
import { parseOptions, readArguments, type GivenOption } from './options.ts';
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
    judgeOptions(given, {}, judging);
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
  judgeOptions(given, {}, judging);
  if (!/^[\d.]+[smhd]?$/u.test(valueOf(duration) ?? '')) judging.report('unknown_value', command.text);
  judgeStarted(words, command.text, judging);
};

const envOptions = parseOptions('-0 -C:read -i -u: --chdir=read --ignore-environment --null --unset=');

const env: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, envOptions, { stopAtOperand: true });
  judgeOptions(given, {}, judging);
  const words = [...given.operands];
  while (words[0] !== undefined && /^[A-Za-z_]\w*=/u.test(startOf(words[0]))) {
    const word = words.shift() as ShellWord;
    const [name = '', value = ''] = startOf(word).split(/=(.*)/su, 2);
    judging.variable(name, word.kind === 'literal' ? { ...word, value } : word);
  }
  const directory = given.options.find(({ name }) => name === '-C' || name === '--chdir')?.value;
  const inside = directory === undefined ? judging : judging.from(directory);
  if (words.length > 0) judgeStarted(words, command.text, inside);
};

const commandOptions = parseOptions('-v -V');

/** `command -v` only looks a name up. */
const command: ProgramJudge = (given, judging) => {
  const { options, operands, unknown } = readArguments(given.words, commandOptions, { stopAtOperand: true });
  if (unknown.length > 0) judging.report('unknown_option', given.text);
  if (options.length === 0) judgeStarted(operands, given.text, judging);
};

const xargsOptions = parseOptions(
  `-0 -a:read -d: -E: -I: -L: -n: -P: -r -s: -t -x --arg-file=read --delimiter= --max-args= --max-chars= --max-lines?
   --max-procs= --no-run-if-empty --null --replace= --verbose`,
);

/** What it reads becomes arguments that nobody has seen, at the end or in place of a mark. */
const xargs: ProgramJudge = (given, judging) => {
  const { options, operands, ...others } = readArguments(given.words, xargsOptions, { stopAtOperand: true });
  judgeOptions({ options, operands, ...others }, {}, judging);
  const mark = options.find(({ name }: GivenOption) => name === '-I' || name === '--replace')?.value;
  const sign = valueOf(mark);
  if (operands.length === 0) return;
  if (mark !== undefined && sign === undefined) judging.report('unknown_value', given.text);
  const read: ShellWord = { kind: 'dynamic', start: '', splits: true, text: given.text };
  const words =
    mark === undefined
      ? [...operands, read]
      : operands.map((word) =>
          holds(word, sign ?? '') ? { ...read, splits: false, text: word.text } : word,
        );
  judgeStarted(words, given.text, judging);
};

export const wrapperJudges: Readonly<Record<string, ProgramJudge>> = {
  ...Object.fromEntries(Object.entries(wrappers).map(([name, list]) => [name, wrapper(list)])),
  timeout,
  env,
  command,
  xargs,
};
