import type { Effect, ParsedCommand } from '@toolcrib/core';
import { createFindings, type Replacement } from './findings.ts';
import { judgeScript } from './judge-script.ts';
import type { Loss } from './losses.ts';
import { isInside } from './places.ts';
import type { OwnProgram, OwnPrograms } from '../processes/own-programs.ts';
import { programOf, type AllowedCommand } from './programs/operator-list.ts';
import { createPrograms } from './programs/programs.ts';
import type { CommandReason } from './reasons.ts';

/** What the guard says about one command line, all of it. */
export type CommandVerdict = RuleSubject &
  (
    | (Foreseen & {
        readonly decision: 'allow';
        /** What to run in its place, with `noglob`: names stand where patterns stood. @default the command itself */
        readonly line?: string;
      })
    /** Could be meant well, but a person must look. */
    | (Foreseen & {
        readonly decision: 'ask';
        /** Why, as stable words and what they are about, such as `recursive_delete rm -rf build`. */
        readonly reasons: readonly CommandReason[];
      })
    | { readonly decision: 'block'; readonly program: string; readonly reasons: readonly CommandReason[] }
  );

/** What rules about commands are held against. */
interface RuleSubject {
  readonly commands: readonly ParsedCommand[];
  /** It may do what its words do not show: an allow rule with a pattern must not lift that. */
  readonly needsExactRule: boolean;
}

interface Foreseen {
  readonly programs: readonly string[];
  /** Programs outside the folders of the system that it may start. */
  readonly ownPrograms: readonly OwnProgram[];
  readonly effects: readonly Effect[];
  /** Nothing in it does more than look or wait. */
  readonly onlyReads: boolean;
  /** Content of files that it destroys, when it is there. */
  readonly losses: readonly Loss[];
  /** Git shows what its repository holds: a person should look when some of that lies outside the project. */
  readonly showsRepository: boolean;
}

interface CommandSurroundings {
  /** Where the command starts, absolute. */
  readonly directory: string;
  /** Whether the operating system contains what runs: code of the project may run unasked only then. */
  readonly contained: boolean;
}

/**
 * Judges a command line for bash by its text. Where nothing contains what runs, it also looks up what patterns match and
 * whether folders that are moved hold links.
 */
export interface CommandGuard {
  /** Whether nothing runs but what the operator has listed. */
  readonly isExact: boolean;
  /** What the user has installed for themselves and the operator has listed. */
  readonly listedOwn: readonly OwnProgram[];
  judge(command: string, surroundings: CommandSurroundings): CommandVerdict;
}

export interface CommandGuardOptions {
  /** The project directory, absolute, links resolved. */
  readonly root: string;
  /** What the operator allows beside the programs that are known. @default nothing */
  readonly allowCommands?: readonly AllowedCommand[] | undefined;
  /** All that may run: this list and nothing else. @default what is known, and `allowCommands` */
  readonly onlyCommands?: readonly AllowedCommand[] | undefined;
  /** Finds programs that the user has installed for themselves. @default none */
  readonly findOwn?: OwnPrograms | undefined;
}

/**
 * Judges command lines by a strict part of the shell's grammar and by what each program may be told.
 *
 * ```ts
 * const guard = createCommandGuard({ root: '/home/me/project', allowCommands: ['terraform'] });
 * guard.judge('rm -rf build', { directory: '/home/me/project', contained: true }).decision; // 'ask'
 * ```
 */
export function createCommandGuard(options: CommandGuardOptions): CommandGuard {
  const { root, allowCommands = [], onlyCommands, findOwn = () => undefined } = options;
  const judgeOf = createPrograms({ allowed: allowCommands, only: onlyCommands, findOwn });
  const listedOwn = (onlyCommands ?? allowCommands).flatMap((command) => findOwn(programOf(command)) ?? []);
  return {
    isExact: onlyCommands !== undefined,
    listedOwn,
    judge(command, { directory, contained }) {
      const findings = createFindings();
      if (!isInside(root, directory)) findings.report('leaves_project', directory);
      judgeScript(command, { findings, root, contained, depth: 0, judgeOf }, [directory]);
      if (onlyCommands !== undefined && findings.isUnclear) findings.report('unknown_program', command);
      const { answer, reasons, effects, commands, needsExactRule } = findings;
      const subject = { commands, needsExactRule };
      const programs = [...findings.programs];
      if (answer === 'block')
        return { decision: 'block', program: findings.blocked ?? '', reasons, ...subject };
      const { losses, onlyReads, showsRepository } = findings;
      // What is listed may also be started by another program, such as `make`.
      const ownPrograms = [...new Set([...findings.ownPrograms, ...listedOwn])];
      const foreseen = { programs, ownPrograms, effects, onlyReads, losses, showsRepository, ...subject };
      if (answer === 'ask') return { decision: 'ask', ...foreseen, reasons };
      const line = withNames(command, findings.replacements);
      return { decision: 'allow', ...foreseen, ...(!contained && { line }) };
    },
  };
}

/** The line with names in place of patterns, each in quotes. */
function withNames(command: string, replacements: readonly Replacement[]): string {
  let line = command;
  for (const { pos, end, names } of replacements.toSorted((one, other) => other.pos - one.pos)) {
    const quoted = names.map((name) => `'${name.replaceAll("'", String.raw`'\''`)}'`);
    line = line.slice(0, pos) + quoted.join(' ') + line.slice(end);
  }
  return line;
}
