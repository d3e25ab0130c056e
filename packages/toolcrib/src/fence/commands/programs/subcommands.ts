import type { Judging, ProgramJudge, SimpleCommand } from '../judging.ts';
import type { ReasonWord } from '../reasons.ts';
import { valueOf, type ShellWord } from '../shell/shell-word.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeOptions } from './rule.ts';

/** What is said about a subcommand: by its own judge, or a reason why it asks. */
export type Subcommand = ProgramJudge | ReasonWord;

export interface SubcommandRule {
  /** Options that may stand before the subcommand. */
  readonly options: string;
  readonly subcommands: ReadonlyMap<string, Subcommand>;
  /** For a name that is not listed. @default 'unknown_subcommand' */
  readonly others?: Subcommand;
  /** For no name at all. @default nothing */
  readonly bare?: Subcommand;
}

/** The judge of a program whose first operand says what it does. */
export function bySubcommand(rule: SubcommandRule): ProgramJudge {
  const table = parseOptions(rule.options);
  return (command, judging) => {
    const given = readArguments(command.words, table, { stopAtOperand: true });
    judgeOptions(command, given, { judging });
    const [first, ...words] = given.operands;
    const next = first === undefined ? rule.bare : chosen(first, rule);
    if (next !== undefined) judgeNext(next, { ...command, words }, judging);
  };
}

function chosen(
  first: ShellWord,
  { subcommands, others = 'unknown_subcommand' }: SubcommandRule,
): Subcommand {
  const name = valueOf(first);
  if (name === undefined) return 'unknown_value';
  return subcommands.get(name) ?? others;
}

function judgeNext(next: Subcommand, command: SimpleCommand, judging: Judging): void {
  if (typeof next === 'string') judging.report(next, command.text);
  else next(command, judging);
}

/** Subcommands by what they have in common: `{ 'install add': 'downloads' }`. */
export function listed(
  groups: Readonly<Record<string, Subcommand | undefined>>,
): ReadonlyMap<string, Subcommand> {
  const entries = Object.entries(groups).flatMap(([names, judge]) =>
    judge === undefined ? [] : names.split(/\s+/u).map((name): [string, Subcommand] => [name, judge]),
  );
  return new Map(entries);
}
