import type { Judging, ProgramJudge } from '../judging.ts';
import { answerTo, type ReasonWord } from '../reasons.ts';
import { startOf, valueOf } from '../shell/shell-word.ts';

/**
 * A command that the operator allows. A name alone is the program with its safe arguments: those that its own rules let
 * pass, and of a program that is not known only those that make it tell about itself. With `subcommands` or `flags`, what
 * they list passes without a question; with `args` everything does.
 */
export type AllowedCommand = string | AllowedProgram;

interface AllowedProgram {
  readonly program: string;
  readonly args?: 'any' | undefined;
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
  const { args, subcommands, flags } = toEntry(command);
  const lists = subcommands !== undefined || flags !== undefined;
  if (args === 'any') {
    return others === undefined
      ? whole(danger)
      : (given, judging) => {
          others(given, unquestioned(judging));
        };
  }
  if (!lists) return others ?? bare(danger);
  return (given, judging) => {
    const wrong = missing(given.words, { subcommands, flags });
    if (wrong === undefined) whole(danger)(given, judging);
    else if (others !== undefined) others(given, judging);
    else judging.report(wrong, given.text);
  };
}

/** Whether all arguments of the program pass. */
export function allowsAll(command: AllowedCommand): boolean {
  return toEntry(command).args === 'any';
}

export function programOf(command: AllowedCommand): string {
  return toEntry(command).program;
}

function toEntry(command: AllowedCommand): AllowedProgram {
  return typeof command === 'string' ? { program: command } : command;
}

/** What it would be asked about is allowed; what it touches is declared, and what is forbidden stays forbidden. */
function unquestioned(judging: Judging): Judging {
  return {
    ...judging,
    report: (word, part) =>
      answerTo(word) === 'block' ? judging.report(word, part) : judging.passOver(word, part),
    reportUnlessContained: (word, part) =>
      answerTo(word) === 'block' ? judging.reportUnlessContained(word, part) : judging.passOver(word, part),
    from: (directory) => unquestioned(judging.from(directory)),
  };
}

/** Of a program that nobody knows, these alone are surely harmless. */
const tells = /^(?:--version|--help|-h|-V|version|help)$/u;

function bare(danger: ReasonWord | undefined): ProgramJudge {
  return (given, judging) => {
    whole(danger)(given, judging);
    const [only, ...more] = given.words;
    if (more.length > 0 || !tells.test(valueOf(only) ?? '')) judging.report('unlisted_arguments', given.text);
  };
}

/** Even a listed program asks when it can take the machine apart. */
function whole(danger: ReasonWord | undefined): ProgramJudge {
  return ({ text }, judging) => {
    if (danger !== undefined && danger !== 'network_program') judging.report('listed_danger', text);
  };
}

function missing(
  words: Parameters<ProgramJudge>[0]['words'],
  { subcommands, flags }: Pick<AllowedProgram, 'subcommands' | 'flags'>,
): ReasonWord | undefined {
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
