import { defineTool, type Effect, type Tool } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { workbenchNotes } from '../notes.ts';
import { operationNames, operations, type GitInput } from './operations.ts';
import { openRepository } from './repository.ts';
import { findDetour, remoteAddress } from './safe-git.ts';

/** Not a flag, no control characters, nothing that git reads as more than a name. */
const refPattern = String.raw`^[\p{L}\p{N}_@][^\s\p{C}:?*\[\\]*$`;

/** Works with the project's repository. A hostile one executes nothing: see `safe-git.ts`. */
export function createGitTool(bench: Bench): Tool {
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
        },
        action: {
          type: 'string',
          enum: ['list', 'push', 'pop', 'apply', 'drop'],
          description: 'For stash. Default: list',
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
      'restore, checkout of paths, deletions and every push ask a person first.',
      'A repository whose .git lies outside the project, or belongs to another user, is not used.',
    ],
    effects: (input) => effectsOf(input as GitInput, bench),
    run: async (given, { signal }) => {
      const input = given as GitInput;
      const repository = openRepository(input.repository, bench);
      const operation = operations[input.operation];
      if (operation.touches === 'network') hostOf(input, bench);
      return operation.run(input, { repository, bench, signal });
    },
  });
}

function effectsOf(input: GitInput, bench: Bench): Effect[] {
  const { operation, repository: path, name } = input;
  const { touches, danger: dangerOf } = operations[operation];
  const danger = dangerOf?.(input);
  const raised =
    danger && ({ risk: 'high', warning: workbenchNotes(bench.locale).gitDangers[danger] } as const);
  // Branch, tag and stash without a name only list.
  const onlyLists =
    ((operation === 'branch' || operation === 'tag') && name === undefined) ||
    (operation === 'stash' && (input.action ?? 'list') === 'list');
  if (touches === 'reads' || onlyLists) return [{ kind: 'read', path }];
  if (touches === 'writes') return [{ kind: 'write', path, ...raised }];
  return [
    { kind: 'write', path },
    { kind: 'connect', host: hostOf(input, bench), permission: 'execute', ...raised },
  ];
}

/** The host that a remote leads to; looked up again when the call is made. */
function hostOf({ repository, remote }: GitInput, bench: Bench): string {
  const { settings } = openRepository(repository, bench);
  const detour = findDetour(settings);
  if (detour !== undefined) throw failure('Git', 'remote_detour', { setting: detour.name }, bench);
  const address = remoteAddress(settings, remote);
  const url = address === undefined ? null : URL.parse(address);
  if (url?.protocol !== 'https:') throw failure('Git', 'remote_not_https', { remote }, bench);
  return url.host;
}
