import type { ProgramJudge } from '../judging.ts';
import type { ReasonWord } from '../reasons.ts';
import { startOf, valueOf } from '../shell/shell-word.ts';

/**
 * A command that the operator allows. A name alone brings in a program that is not known, with all arguments; a program
 * that is known keeps its own rules. With `subcommands` or `flags`, what they list passes without a question.
 */
export type AllowedCommand = string | AllowedProgram;

interface AllowedProgram {
  readonly program: string;
  /** Left out, any. Before it, only flags with their value behind `=` may stand. */
  readonly subcommands?: readonly string[] | undefined;
  /** Left out, any. A flag may have a value behind `=`. */
  readonly flags?: readonly string[] | undefined;
}

interface Known {
  readonly danger: ReasonWord | undefined;
  /** Who judges what the list does not hold. */
  readonly others: ProgramJudge | undefined;
}

export function listedJudge(command: AllowedCommand, { danger, others }: Known): ProgramJudge {
  if (typeof command === 'string') return others ?? whole(danger);
  return (given, judging) => {
    const wrong = missing(given.words, command);
    if (wrong === undefined) whole(danger)(given, judging);
    else if (others !== undefined) others(given, judging);
    else judging.report(wrong, given.text);
  };
}

/** Even a listed program asks when it can take the machine apart. */
function whole(danger: ReasonWord | undefined): ProgramJudge {
  return ({ text }, judging) => {
    if (danger !== undefined && danger !== 'network_program') judging.report('listed_danger', text);
  };
}

function missing(words: Parameters<ProgramJudge>[0]['words'], rule: AllowedProgram): ReasonWord | undefined {
  const { subcommands, flags } = rule;
  const options = words.filter((word) => startOf(word).startsWith('-') || startOf(word) === '');
  if (flags !== undefined) {
    const listed = options.every((word) => flags.includes((valueOf(word) ?? '').split('=', 1)[0] ?? ''));
    if (!listed) return 'unknown_option';
  }
  if (subcommands !== undefined) {
    // Before it no flag may stand whose value could be taken for it: `-n get delete`.
    const first = words.find((word) => !/^--?[\w-]+=/u.test(startOf(word)));
    if (!subcommands.includes(valueOf(first) ?? '')) return 'unknown_subcommand';
  }
  return undefined;
}
