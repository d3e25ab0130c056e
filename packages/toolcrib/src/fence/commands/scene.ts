import type { Findings } from './findings.ts';
import type { ProgramJudge } from './judging.ts';

/** What stays the same while a command line is judged, inner commands and scripts included. */
export interface Scene {
  readonly findings: Findings;
  /** The project directory. */
  readonly root: string;
  readonly contained: boolean;
  /** How many commands are wrapped around what is judged now. */
  readonly depth: number;
  judgeOf(program: string): ProgramJudge;
}

/** Deeper than this nobody wraps commands who means well. */
export const maxDepth = 8;
