import type { Effect, ParsedCommand } from '@toolcrib/core';
import { createFindings } from './findings.ts';
import { judgeScript } from './judge-script.ts';
import { isInside } from './places.ts';
import type { AllowedCommand } from './programs/operator-list.ts';
import { createPrograms } from './programs/programs.ts';
import type { CommandReason } from './reasons.ts';

/** What the guard says about one command line, all of it. */
export type CommandVerdict = RuleSubject &
  (
    | {
        readonly decision: 'allow';
        readonly programs: readonly string[];
        readonly effects: readonly Effect[];
      }
    /** Could be meant well, but a person must look. */
    | {
        readonly decision: 'ask';
        readonly programs: readonly string[];
        readonly effects: readonly Effect[];
        /** Why, as stable words and what they are about, such as `recursive_delete rm -rf build`. */
        readonly reasons: readonly CommandReason[];
      }
    | { readonly decision: 'block'; readonly program: string; readonly reasons: readonly CommandReason[] }
  );

/** What rules about commands are held against. */
interface RuleSubject {
  readonly commands: readonly ParsedCommand[];
  /** It may do what its words do not show: an allow rule with a pattern must not lift that. */
  readonly needsExactRule: boolean;
}

interface CommandSurroundings {
  /** Where the command starts, absolute. */
  readonly directory: string;
  /** Whether the operating system contains what runs: code of the project may run unasked only then. */
  readonly contained: boolean;
}

/** Judges a command line for bash. Pure: looks at the text and at nothing else. */
export interface CommandGuard {
  judge(command: string, surroundings: CommandSurroundings): CommandVerdict;
}

export interface CommandGuardOptions {
  /** The project directory, absolute, links resolved. */
  readonly root: string;
  /** What the operator allows beside the programs that are known. @default nothing */
  readonly allowCommands?: readonly AllowedCommand[] | undefined;
}

/**
 * Judges command lines by a strict part of the shell's grammar and by what each program may be told.
 *
 * ```ts
 * const guard = createCommandGuard({ root: '/home/me/project', allowCommands: ['terraform'] });
 * guard.judge('rm -rf build', { directory: '/home/me/project', contained: true }).decision; // 'ask'
 * ```
 */
export function createCommandGuard({ root, allowCommands = [] }: CommandGuardOptions): CommandGuard {
  const judgeOf = createPrograms(allowCommands);
  return {
    judge(command, { directory, contained }) {
      const findings = createFindings();
      if (!isInside(root, directory)) findings.report('leaves_project', directory);
      judgeScript(command, { findings, root, contained, depth: 0, judgeOf }, [directory]);
      const { answer, reasons, effects, commands, needsExactRule } = findings;
      const subject = { commands, needsExactRule };
      const programs = [...findings.programs];
      if (answer === 'block')
        return { decision: 'block', program: findings.blocked ?? '', reasons, ...subject };
      return answer === 'ask'
        ? { decision: 'ask', programs, effects, reasons, ...subject }
        : { decision: 'allow', programs, effects, ...subject };
    },
  };
}
