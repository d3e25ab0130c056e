import { defineTool, type Tool } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { cutList } from '../cut-list.ts';
import { failure } from '../failure.ts';
import { listFiles } from '../list-files.ts';
import { newestFirst } from '../newest-first.ts';
import { ripgrep } from '../ripgrep.ts';
import { startOf, type SearchStart } from '../search-start.ts';
import { readEntry } from './entries.ts';

/** Finds text in files. */
export function createGrepTool(bench: Bench): Tool {
  return defineTool({
    type: 'builtin',
    name: 'Grep',
    aliases: ['grep'],
    description: [
      'Find lines in files by a regular expression, with path and line number.',
      'The expression is that of ripgrep: `\\b`, `\\d`, `(?i)`, `a|b`, no look-around, no back-references.',
      'output_mode: `content` gives the lines, `files_with_matches` the paths, newest first, `count` the matches of each file.',
      'What .gitignore excludes is left out unless asked for.',
    ].join('\n'),
    shortDescription: 'Find lines in files by a regular expression.',
    whenToUse:
      'When you know a word or a pattern of the text. For names of files use Glob, for ideas use Search.',
    category: 'search',
    tier: 'low',
    tags: ['text', 'find', 'regex', 'content', 'code'],
    annotations: { readOnly: true, idempotent: true },
    source: 'workbench',
    parameters: {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'The regular expression', minLength: 1, maxLength: 10_000 },
        path: { type: 'string', description: 'The folder or file to look in', default: '.' },
        output_mode: {
          type: 'string',
          enum: ['content', 'files_with_matches', 'count'],
          description: 'What to give',
          default: 'content',
        },
        glob: {
          type: 'string',
          description: 'Only files whose names match, such as `*.{ts,tsx}`',
          maxLength: 1000,
        },
        type: {
          type: 'string',
          description: 'Only files of a kind that ripgrep knows, such as `ts`, `py`, `rust`',
          pattern: '^[a-z0-9+_-]{1,32}$',
        },
        context: {
          type: 'integer',
          description: 'Lines before and after each match',
          minimum: 0,
          maximum: 50,
          default: 0,
        },
        case_insensitive: {
          type: 'boolean',
          description: 'Whether large and small letters are the same',
          default: false,
        },
        multiline: {
          type: 'boolean',
          description: 'Whether `.` and `\\n` match over the end of a line',
          default: false,
        },
        limit: {
          type: 'integer',
          description: 'How many lines or paths at most',
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
        matches: {
          type: 'array',
          items: { type: 'string' },
          description:
            '`path:line:text` for a match and `path-line-text` for its surroundings; a path, or `path:count`, in the other modes',
        },
        total: {
          type: 'integer',
          description: 'How many entries there are in all; at least, when `rest` is there',
        },
        rest: { type: 'string', description: 'When not all are listed: how to get the others' },
      },
      required: ['matches', 'total'],
    },
    examples: [
      {
        description: 'Comments that were left for later',
        arguments: { pattern: 'TODO:', path: 'src/' },
        output: { matches: ['src/main.ts:4:// TODO: ask for the name'], total: 1 },
      },
      {
        description: 'Which files speak of it',
        arguments: { pattern: 'greet', output_mode: 'files_with_matches', type: 'ts' },
        output: { matches: ['src/main.ts', 'src/greet.ts'], total: 2 },
      },
      {
        description: 'How often, by file, however it is written',
        arguments: { pattern: 'hello', output_mode: 'count', case_insensitive: true, glob: '*.ts' },
        output: { matches: ['src/greet.ts:1'], total: 1 },
      },
      { description: 'With two lines around each', arguments: { pattern: 'export', context: 2, limit: 50 } },
    ],
    cautions: [
      'Lines longer than 500 characters are shortened.',
      'Binary files are told, not shown. Links are not followed: one could lead out of the project.',
      'The search ends when 20,000 lines have been found.',
    ],
    effects: ({ path }) => [{ kind: 'read', path }],
    run: async ({ pattern, path, output_mode, limit, ...rest }, context) => {
      const start = startOf('Grep', path, bench);
      const paths = await chooseFiles(start, rest, context.signal);
      if (paths === undefined) throw failure('Grep', 'bad_pattern', { pattern: rest.glob ?? '' }, bench);
      const matches: string[] = [];
      const { complaint } = await ripgrep({
        options: [...modes[output_mode], ...filters(rest), '-e', pattern],
        directory: start.directory,
        paths,
        separator: output_mode === 'files_with_matches' ? '\0' : '\n',
        signal: context.signal,
        onEntry: (entry) => matches.push(readEntry(entry, start.fromRoot)) < maxMatches,
      });
      if (matches.length === 0 && isAboutPattern(complaint)) {
        throw failure('Grep', 'bad_expression', { pattern, complaint }, bench);
      }
      if (matches.length === maxMatches) context.note('search_ended_early', true);
      const newest = output_mode === 'files_with_matches';
      return cutList('matches', newest ? newestFirst(matches, bench.files.root) : matches, limit, bench);
    },
  });
}

const maxMatches = 20_000;

const modes = {
  content: [
    '--line-number',
    '--no-heading',
    '--with-filename',
    '--null',
    '--max-columns=500',
    '--max-columns-preview',
  ],
  files_with_matches: ['--files-with-matches', '--null'],
  count: ['--count-matches', '--with-filename', '--null'],
} as const;

/** With a pattern of names, the files are chosen first: ripgrep's own would bring back what .gitignore excludes. */
async function chooseFiles(
  { directory, file }: SearchStart,
  { glob, include_ignored }: Pick<Filters, 'glob' | 'include_ignored'>,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  if (file !== undefined || glob === undefined) return [file ?? ''];
  return (await listFiles({ directory, pattern: glob, includeIgnored: include_ignored, signal }))?.paths;
}

/** A file that cannot be read is no reason to give up; an expression that cannot be read is. */
function isAboutPattern(complaint: string): boolean {
  return /^rg: (?:regex|the literal|unrecognized file type|error)/u.test(complaint);
}

interface Filters {
  readonly glob?: string | undefined;
  readonly type?: string | undefined;
  readonly context: number;
  readonly case_insensitive: boolean;
  readonly multiline: boolean;
  readonly include_ignored: boolean;
}

function filters({ type, context, case_insensitive, multiline, include_ignored }: Filters): string[] {
  return [
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...(context === 0 ? [] : [`--context=${context}`]),
    ...(case_insensitive ? ['--ignore-case'] : []),
    ...(multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...(include_ignored ? ['--no-ignore'] : []),
  ];
}
