import type { ProgramJudge } from '../judging.ts';
import { valueOf } from '../shell/shell-word.ts';
import { isStream } from './inline-code.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeOptions } from './rule.ts';

const options = parseOptions('-c -e -l~unknown_option -u -x -o: --norc --noprofile --posix --version');
const settings = /^(?:errexit|nounset|pipefail|xtrace)$/u;

/** A text for a shell is judged like the line itself; a file for a shell is code of the project. */
const shell: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, options, { stopAtOperand: true });
  judgeOptions(command, given, { judging });
  for (const { name, value } of given.options) {
    if (name === '-o' && !settings.test(valueOf(value) ?? '')) judging.report('unknown_option', command.text);
  }
  const [first] = given.operands;
  const source = valueOf(first);
  if (given.options.some(({ name }) => name === '--version')) return;
  if (first === undefined || source === undefined || source === '-') {
    judging.report('runs_inline_code', command.text);
  } else if (given.options.some(({ name }) => name === '-c')) {
    judging.script(source);
  } else if (isStream(source)) {
    judging.report('runs_inline_code', command.text);
  } else {
    judging.reportUnlessContained('runs_project_code', command.text);
    judging.touch('read', first);
  }
};

export const shellJudges: Readonly<Record<string, ProgramJudge>> = { bash: shell, sh: shell, dash: shell };
