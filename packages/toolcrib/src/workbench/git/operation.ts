import type { GitDanger } from './danger.ts';
import type { GitRun } from './run-git.ts';

export const operationNames = [
  'status',
  'diff',
  'log',
  'show',
  'blame',
  'branch',
  'add',
  'commit',
  'switch',
  'checkout',
  'restore',
  'stash',
  'tag',
  'fetch',
  'pull',
  'push',
] as const;

export type OperationName = (typeof operationNames)[number];

/** The arguments of a call, as the schema has let them through. */
export interface GitInput {
  readonly operation: OperationName;
  readonly repository: string;
  readonly paths?: readonly string[] | undefined;
  readonly ref?: string | undefined;
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  readonly action: 'list' | 'push' | 'pop' | 'apply' | 'drop';
  readonly staged: boolean;
  readonly create: boolean;
  readonly remove: boolean;
  readonly all: boolean;
  readonly force: boolean;
  readonly limit: number;
  readonly from_line?: number | undefined;
  readonly to_line?: number | undefined;
  readonly remote: string;
}

/** What an operation does to the repository, and so what an agent must hold and whether a person is asked. */
export interface Operation {
  readonly touches: 'reads' | 'writes' | 'network';
  /** The parameter that is missing in these arguments. */
  readonly missing?: (input: GitInput) => string | undefined;
  /** What these arguments name that must be there already, as git writes it in full. */
  readonly ref?: (input: GitInput) => string | undefined;
  /** With these arguments it only lists. */
  readonly lists?: (input: GitInput) => boolean;
  /** The danger of these arguments; undefined when there is none. */
  readonly danger?: (input: GitInput) => GitDanger | undefined;
  /** With these arguments it puts files back as git has them: what they hold now is lost where it is not staged. */
  readonly putsBack?: (input: GitInput) => boolean;
  /** It writes these paths themselves, and not only what git keeps of them. */
  readonly writesPaths?: boolean;
  /** With these arguments it changes or sends more of the repository than the project, where that is only a part of it. */
  readonly concernsAll?: (input: GitInput) => boolean;
  readonly run: (input: GitInput, git: GitRun) => Promise<unknown>;
}

/** The last options git reads: what comes after is a name or a path, whatever it looks like. */
export const names = '--end-of-options';
