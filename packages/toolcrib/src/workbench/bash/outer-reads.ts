import { basename } from 'node:path';
import type { CommandVerdict } from '../../fence/commands/command-guard.ts';
import type { Bench } from '../bench.ts';
import { outerRepository } from '../repository-of.ts';

/** What a command in the sandbox may read of a repository that lies outside the project. */
export interface OuterReads {
  readonly reads: readonly string[];
  /** It holds files of others: a person must know before git shows them. */
  readonly shows: boolean;
}

const nothing: OuterReads = { reads: [], shows: false };

/**
 * In a sandbox git finds the repository of a linked work tree, to read. One above the project it finds when a person has agreed:
 * with its whole work tree, or git would take everything outside the project for deleted.
 */
export function outerReads(verdict: CommandVerdict, { files, processes }: Bench): OuterReads {
  if (verdict.decision === 'block' || processes.layer() === 'checks') return nothing;
  const outer = outerRepository(files.root);
  if (outer?.kind === 'linked') return { reads: [outer.common], shows: false };
  const startsGit = verdict.programs.some((program) => basename(program) === 'git');
  // Code of the project in the same line would read it, too.
  if (outer === undefined || !startsGit || !verdict.onlyReads) return nothing;
  return { reads: [outer.workTree, outer.gitDirectory, outer.common], shows: true };
}
