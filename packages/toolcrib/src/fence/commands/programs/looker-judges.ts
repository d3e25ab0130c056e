import type { ProgramJudge } from '../judging.ts';
import { startOf, valueOf } from '../shell/shell-word.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeArguments, toJudge } from './rule.ts';

const dateOptions = parseOptions(
  '-d: -I? -R -u --date= --iso-8601? --rfc-2822 --rfc-3339= --rfc-email --universal --utc',
);

const date: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, dateOptions);
  judgeArguments(command, given, { rule: { operands: 'text' }, judging });
  // Without a plus sign it sets the clock.
  if (!given.operands.every((word) => startOf(word).startsWith('+')))
    judging.report('system_change', command.text);
};
const psOptions = parseOptions('-a -A -e -f -F -H -l -L -p: -u: --forest --pid= --ppid= --sort=');

/** Among the letters without a hyphen, `e` shows what other programs were told in confidence. */
const ps: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, psOptions);
  judgeArguments(command, given, { rule: { operands: 'text' }, judging });
  for (const word of given.operands) {
    if (!/^[afjluwx]+$/u.test(valueOf(word) ?? '')) judging.report('unknown_option', word.text);
  }
};

const plainStrings = toJudge({
  options: '-# -a -d -e: -f -n: -o -t: -w --all --bytes= --encoding= --print-file-name --radix=',
  surprises: 'contained',
});

/** It reads its arguments, and so the names of any files, from a file behind an at sign. */
const strings: ProgramJudge = (command, judging) => {
  plainStrings(command, judging);
  for (const word of command.words) {
    if (startOf(word).startsWith('@')) judging.report('unknown_value', command.text);
    else if (startOf(word) === '') judging.reportUnlessContained('unknown_value', command.text);
  }
};

const xxdOptions = parseOptions('-a -b -c: -C -d -e -E -g: -i -l: -o: -p -r -s: -u');

/** Behind its first file it knows no options; of several letters in a word it sees the first one alone. */
const xxd: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, xxdOptions, { stopAtOperand: true });
  judgeArguments(command, given, { rule: { operands: 'in_out' }, judging });
  for (const word of command.words) {
    if (/^-(?![cglos]\d+$)\w./u.test(startOf(word))) judging.report('unknown_option', command.text);
  }
};

/** Lookers that need a closer look. */
export const lookerJudges: Readonly<Record<string, ProgramJudge>> = { date, ps, strings, xxd };
