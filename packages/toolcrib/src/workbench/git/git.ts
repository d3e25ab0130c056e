import { isAbsolute, join, resolve } from 'node:path';
import { defineTool, type Effect, type Tool } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import type { Loss } from '../../fence/commands/losses.ts';
import { lossEffects, withLosses } from '../losses/loss-effects.ts';
import { pathOfEffect } from '../path-of-effect.ts';
import { workbenchNotes } from '../notes.ts';
import { KnownRepositories } from './known-repositories.ts';
import { operationNames, type GitInput } from './operation.ts';
import { operations } from './operations.ts';
import { needs } from './paths.ts';
import { findRepository } from './repository.ts';
import { addressOf, checkRemote, foreseeHost } from './remote.ts';
import { runGit, type GitRun } from './run-git.ts';
import { Turns } from '../turns.ts';

/** Lines of text: no other control characters. */
const messagePattern = String.raw`^[^\x00-\x08\x0b-\x1f\x7f]*$`;

/** Not a flag, no control characters, nothing that git reads as more than a name. */
const refPattern = String.raw`^[\p{L}\p{N}_@][^\s\p{C}:?*\[\\]*$`;

export interface GitOptions {
  /** A file with the certificates that a server's must be signed by. @default those of the system */
  readonly certificates?: string | undefined;
}

/** Works with the project's repository. A hostile one executes nothing: see `safe-git.ts`. */
export function createGitTool(bench: Bench, { certificates }: GitOptions = {}): Tool {
  // Git locks what it changes, and fails when it finds a lock.
  const turns = new Turns();
  const repositories = new KnownRepositories();
  return defineTool({
    type: 'builtin',
    name: 'Git',
    aliases: ['git'],
    description: [
      "Work with the project's git repository: status, diff, log, show, blame, branch, add, commit, switch, checkout, restore, stash, tag, fetch, pull, push.",
      'Answers are structured. Hooks, filters, aliases, pagers, editors and credential helpers of the repository are never run.',
      'Looking needs no more than reading; add, commit, switch and the like need read_write; fetch, pull and push need execute.',
    ].join('\n'),
    shortDescription: "Work with the project's git repository.",
    whenToUse: 'For everything about versions of the project. Safer and easier to read than git in Bash.',
    category: 'git',
    tier: 'medium',
    tags: ['version control', 'commit', 'branch', 'history', 'diff'],
    annotations: { readOnly: false, destructive: true },
    permission: 'read_only',
    approval: 'safe',
    source: 'workbench',
    riskFrom: 'effects',
    parameters: {
      type: 'object',
      properties: {
        operation: {
          type: 'string',
          enum: operationNames,
          description: 'What to do',
        },
        repository: { type: 'string', description: 'The folder that holds .git', default: '.' },
        paths: {
          type: 'array',
          items: { type: 'string', minLength: 1, maxLength: 4096 },
          description:
            'Files or folders, from the repository: for diff, log, show (one), blame (one), add, commit, checkout, restore, stash',
          maxItems: 1000,
        },
        ref: {
          type: 'string',
          description: 'A commit, branch, tag or range, such as HEAD~2 or main..topic',
          maxLength: 256,
          pattern: refPattern,
        },
        name: {
          type: 'string',
          description: 'A branch (branch, switch, pull, push) or a tag (tag)',
          maxLength: 256,
          pattern: refPattern,
        },
        message: {
          type: 'string',
          description: 'For commit, stash push and annotated tags',
          minLength: 1,
          maxLength: 20_000,
          pattern: messagePattern,
        },
        action: {
          type: 'string',
          enum: ['list', 'push', 'pop', 'apply', 'drop'],
          description: 'For stash',
          default: 'list',
        },
        staged: { type: 'boolean', description: 'diff: what is staged; restore: unstage', default: false },
        create: { type: 'boolean', description: 'switch, checkout: make the branch', default: false },
        remove: { type: 'boolean', description: 'branch, tag: delete it', default: false },
        all: {
          type: 'boolean',
          description: 'add: everything; commit: every changed file that git knows',
          default: false,
        },
        force: {
          type: 'boolean',
          description: 'branch: also when not merged; push: over what is there',
          default: false,
        },
        limit: {
          type: 'integer',
          description: 'log: commits; blame: lines',
          minimum: 1,
          maximum: 1000,
          default: 50,
        },
        from_line: { type: 'integer', description: 'blame: first line', minimum: 1 },
        to_line: { type: 'integer', description: 'blame: last line', minimum: 1 },
        remote: {
          type: 'string',
          description: 'fetch, pull, push',
          maxLength: 256,
          pattern: refPattern,
          default: 'origin',
        },
      },
      required: ['operation'],
      additionalProperties: false,
    },
    returns: { type: 'object', description: 'Depends on the operation; see the examples' },
    examples: [
      { description: 'What has changed', arguments: { operation: 'status' } },
      {
        description: 'The last three commits of one file',
        arguments: { operation: 'log', paths: ['src/main.ts'], limit: 3 },
      },
      { description: 'What is not staged yet', arguments: { operation: 'diff' } },
      {
        description: 'Stage two files',
        arguments: { operation: 'add', paths: ['src/main.ts', 'README.md'] },
      },
      { description: 'A new branch', arguments: { operation: 'switch', name: 'topic', create: true } },
    ],
    cautions: [
      'Only https remotes, and only to hosts on the network allow-list; credentials are not asked for.',
      'pull goes forward only; a merge or a rebase is left to a person.',
      'Deletions and every push ask a person first; restore and checkout of paths where changes are lost, once in a session.',
      'Files that go through a filter, such as those of git-lfs, are not added, and come out of the repository unfiltered.',
      'Submodules are left alone: only which commit they are at is looked at.',
      'A repository outside the project is used where the project is a work tree of it, and, once a person has agreed, where the project is a folder of it: then only what is in the project is shown and changed.',
      'A repository that leads elsewhere, belongs to another user, or takes configuration from other files is not used.',
    ],
    timeout: 60_000,
    effects: (input) => effectsOf(input as GitInput, bench),
    preflight: async (given, { signal }) => {
      const input = given as GitInput;
      const { touches, ref } = operations[input.operation];
      requireParameters(input, bench);
      // Nothing of a repository above the project is looked at before a person has agreed.
      if (isAbove(input.repository, bench)) return requireOwnPart(input, bench);
      const waiting = [AbortSignal.timeout(patience), ...(signal === undefined ? [] : [signal])];
      const git = await repositories.open(input.repository, { bench, signal: AbortSignal.any(waiting) });
      if (touches === 'network') addressOf(input.remote, git);
      const wanted = ref?.(input);
      if (wanted !== undefined) await requireRef(wanted, git);
    },
    run: async (given, context) => {
      const input = given as GitInput;
      const { touches, lists, run } = operations[input.operation];
      requireParameters(input, bench);
      const work = async (): Promise<unknown> => {
        const git = await repositories.open(input.repository, {
          bench,
          signal: context.signal,
          onUsage: context.usage,
          certificates,
        });
        if (git.repository.isAbove) {
          requireOwnPart(input, bench);
          requireJudged(context.effects, bench);
        }
        if (touches === 'network') await checkRemote(input.remote, git, context);
        return run(input, git);
      };
      return touches === 'reads' || lists?.(input) ? work() : turns.take(work);
    },
  });
}

/** Milliseconds that looking ahead may take. */
const patience = 10_000;

function requireParameters(input: GitInput, bench: Bench): void {
  const { operation } = input;
  const missing = operations[operation].missing?.(input);
  if (missing !== undefined) throw needs(operation, missing, { bench });
}

async function requireRef(ref: string, git: GitRun): Promise<void> {
  const found = await runGit(git, ['rev-parse', '--verify', '--quiet', ref], { accepts: [0, 1] });
  if (found === '') throw failure('Git', 'ref_not_found', { ref }, git.bench);
}

async function effectsOf(input: GitInput, bench: Bench): Promise<Effect[]> {
  const effects = await effectsInProject(input, bench);
  if (!isAbove(input.repository, bench)) return effects;
  const path = pathOfEffect(bench, input.repository, 'read');
  const warning = workbenchNotes(bench.locale).gitShowsOutside;
  return [{ kind: 'read', path, risk: 'high', once: 'repository_outside', warning }, ...effects];
}

/** Whether the project is a part of a repository; what is none at all, the call itself tells. */
function isAbove(folder: string, bench: Bench): boolean {
  try {
    return findRepository(folder, bench).isAbove;
  } catch {
    return false;
  }
}

/** Of a repository above the project, only the part that is the project is worked with. */
function requireOwnPart(input: GitInput, bench: Bench): void {
  const { operation } = input;
  const { touches, concernsAll } = operations[operation];
  if (touches === 'network' || concernsAll?.(input))
    throw failure('Git', 'repository_above', { operation }, bench);
}

/** A `.git` of the project may be gone since the call was judged. */
function requireJudged(effects: readonly Effect[], bench: Bench): void {
  const { gitShowsOutside } = workbenchNotes(bench.locale);
  if (!effects.some(({ warning }) => warning === gitShowsOutside))
    throw failure('Git', 'settings_changed', {}, bench);
}

async function effectsInProject(input: GitInput, bench: Bench): Promise<Effect[]> {
  const { repository, remote, paths = [] } = input;
  const { touches, lists, danger: dangerOf, putsBack, writesPaths } = operations[input.operation];
  const danger = dangerOf?.(input);
  const raised =
    danger &&
    ({
      risk: 'high',
      once: danger === 'drops_stash' ? 'stash' : undefined,
      warning: workbenchNotes(bench.locale).gitDangers[danger],
    } as const);
  const from = (path: string): string => (isAbsolute(path) ? path : join(repository, path));
  if (touches === 'reads' || lists?.(input)) {
    const read = paths.length === 0 ? [repository] : paths.map(from);
    return read.map((path) => ({ kind: 'read', path: pathOfEffect(bench, path, 'read') }));
  }
  const written = writesPaths && paths.length > 0 ? paths.map(from) : [repository];
  const writes = written.map(
    (path) => ({ kind: 'write', path: pathOfEffect(bench, path, 'write') }) as const,
  );
  if (putsBack?.(input)) {
    const losses = writes.map(({ path }): Loss => {
      return { kind: 'overwrite', path: resolve(bench.files.root, path), putBack: 'index' };
    });
    return withLosses(writes, await lossEffects(losses, bench), bench.files.root);
  }
  if (touches === 'writes') return writes.map((effect) => ({ ...effect, ...raised }));
  const host = foreseeHost(repository, remote, bench);
  // Where nothing leads anywhere, the call itself says why; it still takes the same permission to ask.
  if (host === undefined) return writes.map((effect) => ({ ...effect, permission: 'execute' }));
  return [...writes, { kind: 'connect', host, permission: 'execute', ...raised }];
}
