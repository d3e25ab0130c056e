import type { Effect } from '@toolcrib/core';

/** What the guard says about one command line, all of it. */
export type CommandVerdict =
  | { readonly decision: 'allow'; readonly programs: readonly string[]; readonly effects: readonly Effect[] }
  /** Could be meant well, but a person must look. */
  | {
      readonly decision: 'ask';
      readonly programs: readonly string[];
      readonly effects: readonly Effect[];
      /** Why, as stable words and what they are about, such as `recursive_delete rm -rf build`. */
      readonly reasons: readonly CommandReason[];
    }
  | { readonly decision: 'block'; readonly program: string; readonly reasons: readonly CommandReason[] };

export interface CommandReason {
  /** A stable word, such as `recursive_delete`, `unknown_program`, `unusual_syntax`. */
  readonly word: string;
  /** The part of the command line that it is about. */
  readonly part: string;
}

export interface CommandSurroundings {
  /** Where the command starts, absolute. */
  readonly directory: string;
  /** Whether the operating system contains what runs: code of the project may run unasked only then. */
  readonly contained: boolean;
}

/** Judges a command line for bash. Pure: looks at the text and at nothing else. */
export interface CommandGuard {
  judge(command: string, surroundings: CommandSurroundings): CommandVerdict;
}
