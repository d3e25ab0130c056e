import { defineTool, type Tool } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { cutList } from '../cut-list.ts';
import { failure } from '../failure.ts';
import { listFiles } from '../list-files.ts';
import { createNewestFirst } from '../newest-first.ts';
import { pathOfEffect } from '../path-of-effect.ts';
import { startOf } from '../search-start.ts';

/** Finds files by their names. */
export function createGlobTool(bench: Bench): Tool {
  return defineTool({
    type: 'builtin',
    name: 'Glob',
    aliases: ['glob'],
    description: [
      'Find files by a pattern of their names, newest first.',
      '`*` stands for anything but `/`, `**` for any folders, `?` for one character, `{ts,tsx}` for either, `[a-z]` for one of these.',
      'A pattern without `/` matches names at any depth. What .gitignore excludes is left out unless asked for.',
    ].join('\n'),
    shortDescription: 'Find files by name pattern, newest first.',
    whenToUse: 'When you know what a file is called, or what its name ends with. For contents use Grep.',
    category: 'search',
    tier: 'low',
    tags: ['files', 'find', 'pattern', 'names', 'list'],
    annotations: { readOnly: true, idempotent: true },
    source: 'workbench',
    parameters: {
      type: 'object',
      properties: {
        pattern: {
          type: 'string',
          description: 'Such as `**/*.ts`, `src/**/test_*.py` or `package.json`',
          minLength: 1,
          maxLength: 1000,
        },
        path: { type: 'string', description: 'The folder to look in', default: '.' },
        limit: {
          type: 'integer',
          description: 'How many paths at most',
          minimum: 1,
          maximum: 2000,
          default: 500,
        },
        include_ignored: {
          type: 'boolean',
          description: 'Also look into what .gitignore and the like exclude',
          default: false,
        },
      },
      required: ['pattern'],
      additionalProperties: false,
    },
    returns: {
      type: 'object',
      properties: {
        files: {
          type: 'array',
          items: { type: 'string' },
          description: 'Paths from the project directory, the last changed first',
        },
        total: { type: 'integer', description: 'How many there are in all' },
        rest: { type: 'string', description: 'When not all are listed: how to get the others' },
      },
      required: ['files', 'total'],
    },
    examples: [
      {
        description: 'All TypeScript files',
        arguments: { pattern: '**/*.ts' },
        output: { files: ['src/main.ts', 'src/greet.ts'], total: 2 },
      },
      {
        description: 'One name, wherever it is',
        arguments: { pattern: 'greet.*' },
        output: { files: ['src/greet.ts'], total: 1 },
      },
      {
        description: 'The five newest files of a folder',
        arguments: { pattern: '*', path: 'src', limit: 5 },
      },
      {
        description: 'Generated files, which .gitignore hides',
        arguments: { pattern: '*.log', include_ignored: true },
        output: { files: ['debug.log'], total: 1 },
      },
    ],
    cautions: [
      'Links are listed nowhere and followed nowhere: a link could lead out of the project.',
      'The folder .git is never searched. The search ends when 200,000 files have been found.',
    ],
    effects: ({ path }) => [{ kind: 'read', path: pathOfEffect(bench, path, 'read') }],
    run: async ({ pattern, path, limit, include_ignored }, context) => {
      const { directory, file, fromRoot } = startOf('Glob', path, bench);
      const newestFirst = createNewestFirst(directory);
      const found = await listFiles(
        {
          directory,
          file,
          pattern: fromHere(pattern, directory),
          includeIgnored: include_ignored,
          signal: context.signal,
          onUsage: context.usage,
          onPath: (each) => newestFirst.add(each),
        },
        bench,
      );
      if (found === undefined) throw failure('Glob', 'bad_pattern', { pattern }, bench);
      if (found.cut) context.note('search_ended_early', true);
      return cutList('files', newestFirst.paths().map(fromRoot), limit, bench);
    },
  });
}

/** A pattern that begins with the folder itself means what is in it. */
function fromHere(pattern: string, directory: string): string {
  return pattern.startsWith(`${directory}/`) ? pattern.slice(directory.length) : pattern;
}
