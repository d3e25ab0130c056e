import type { ProgramJudge } from '../judging.ts';
import { startOf, valueOf } from '../shell/shell-word.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeArguments } from './rule.ts';

const dateOptions = parseOptions(
  '-d: -I? -R -u --date= --iso-8601? --rfc-2822 --rfc-3339= --rfc-email --universal --utc',
);

const date: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, dateOptions);
  judgeArguments(command, given, { rule: { operands: 'text', surprises: 'harmless' }, judging });
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

/** Lookers that need a closer look. */
export const lookerJudges: Readonly<Record<string, ProgramJudge>> = { date, ps };
