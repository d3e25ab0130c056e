import type { ProgramJudge } from '../judging.ts';
import { literal, valueOf, type ShellWord } from '../shell/shell-word.ts';
import { isHarmlessAwk } from './awk-program.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeArguments } from './rule.ts';
import { isHarmlessSed } from './sed-script.ts';

const sedOptions = parseOptions(
  `-e: -E -i? -l: -n -r -s -u -z --debug --expression= --in-place? --line-length= --null-data --posix --quiet
   --regexp-extended --sandbox --separate --silent --unbuffered`,
);

const sed: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, sedOptions);
  const scripts = given.options.filter(({ name }) => name === '-e' || name === '--expression');
  const inPlace = given.options.find(({ name }) => name === '-i' || name === '--in-place');
  const script = scripts.length === 0 ? given.operands.slice(0, 1) : scripts.map(({ value }) => value);
  const files = scripts.length === 0 ? given.operands.slice(1) : given.operands;
  judgeInner(script, isHarmlessSed, () => judging.report('runs_inline_code', command.text));
  const operands = inPlace === undefined ? 'read' : 'write';
  const surprises = inPlace === undefined ? ({ surprises: 'contained' } as const) : {};
  judgeArguments(command, { ...given, operands: files }, { rule: { operands, ...surprises }, judging });
  if (inPlace?.value === undefined) return;
  // Copies are kept under the same name with a suffix, which may even hold a path.
  const suffix = valueOf(inPlace.value);
  if (suffix === undefined || /[/*]/u.test(suffix)) judging.report('unknown_option', command.text);
  for (const word of files) {
    const path = valueOf(word);
    if (path === undefined) judging.reportUnlessContained('unknown_value', word.text);
    else judging.touch('write', literal(path + (suffix ?? ''), word.text));
  }
};

const awkOptions = parseOptions('-F: -v:');

const awk: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, awkOptions, { stopAtOperand: true });
  const [program, ...files] = given.operands;
  judgeInner([program], isHarmlessAwk, () => judging.report('runs_inline_code', command.text));
  // Behind the program there are no options any more.
  judgeArguments(command, { ...given, operands: files }, { rule: { surprises: 'harmless_names' }, judging });
};

const jqOptions = parseOptions(
  `-a -c -C -e -j -M -n -r -s -S -R --arg= --argjson= --ascii-output --color-output --compact-output --exit-status
   --join-output --monochrome-output --null-input --raw-input --raw-output --slurp --sort-keys --stream --tab
   --unbuffered`,
);

const jq: ProgramJudge = (command, judging) => {
  const given = readArguments(separated(command.words), jqOptions);
  const [filter, ...files] = given.operands;
  judgeInner(
    [filter],
    (text) => !/\b(?:import|include)\b/u.test(text),
    () => {
      judging.report('runs_inline_code', command.text);
    },
  );
  judgeArguments(command, { ...given, operands: files }, { rule: { surprises: 'contained' }, judging });
};

/** `--arg name value`: two words belong to the option. */
function separated(words: readonly ShellWord[]): readonly ShellWord[] {
  const kept: ShellWord[] = [];
  for (let at = 0; at < words.length; at++) {
    kept.push(words[at] as ShellWord);
    if (!/^--arg(?:json)?$/u.test(valueOf(words[at]) ?? '')) continue;
    const [name, value] = words.slice(at + 1, at + 3);
    if (name === undefined || value === undefined) continue;
    const several = value.kind === 'pattern' || (value.kind === 'dynamic' && value.splits);
    kept.push(name, ...(several ? [value] : []));
    at += 2;
  }
  return kept;
}

/** All pieces of a program of another language together, when they are known. */
function judgeInner(
  pieces: readonly (ShellWord | undefined)[],
  isHarmless: (text: string) => boolean,
  refuse: () => void,
): void {
  const texts = pieces.map((piece) => valueOf(piece));
  if (texts.length === 0 || texts.includes(undefined) || !isHarmless(texts.join('\n'))) refuse();
}

/** Programs whose first argument is a program of its own. */
export const scriptJudges: Readonly<Record<string, ProgramJudge>> = {
  sed,
  awk,
  gawk: awk,
  mawk: awk,
  jq,
};
