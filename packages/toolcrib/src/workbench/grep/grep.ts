import { defineTool, type Tool, type ToolContext } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { cutList } from '../cut-list.ts';
import { failure } from '../failure.ts';
import { listFiles } from '../list-files.ts';
import { pathOfEffect } from '../path-of-effect.ts';
import { ripgrep } from '../ripgrep.ts';
import { startOf, type SearchStart } from '../search-start.ts';
import { workbenchNotes } from '../notes.ts';
import { createCountReader, createMatchReader, createPathReader, type EntryReader } from './entries.ts';

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
      'Of a line longer than 500 characters only the part around the match is shown.',
      'Binary files are not searched; one that is named as `path` is told, not shown.',
      'Links are not followed: one could lead out of the project. The folder .git is never searched.',
      'The search ends when 20,000 lines have been found.',
    ],
    effects: ({ path }) => [{ kind: 'read', path: pathOfEffect(bench, path, 'read') }],
    run: async ({ limit, ...search }, context) => {
      const start = startOf('Grep', search.path, bench);
      const found = await searchIn(start, search, context, bench);
      if (found.length >= maxMatches) context.note('search_ended_early', true);
      return cutList('matches', found, limit, bench);
    },
  });
}

const maxMatches = 20_000;

type Running = Pick<ToolContext, 'signal' | 'usage'>;

interface Search {
  readonly pattern: string;
  readonly output_mode: 'content' | 'files_with_matches' | 'count';
  readonly glob?: string | undefined;
  readonly type?: string | undefined;
  readonly context: number;
  readonly case_insensitive: boolean;
  readonly multiline: boolean;
  readonly include_ignored: boolean;
}

async function searchIn(
  start: SearchStart,
  search: Search,
  running: Running,
  bench: Bench,
): Promise<string[]> {
  const { pattern, output_mode: mode } = search;
  const paths = await chooseFiles(start, search, running, bench);
  if (paths.length === 0) return [];
  const reader = createReader(mode, start.fromRoot, bench);
  const { complaint } = await ripgrep(
    {
      options: [...modes[mode], ...filters(search), '-e', pattern],
      directory: start.directory,
      paths,
      separator: mode === 'content' ? '\n' : '\0',
      signal: running.signal,
      onUsage: running.usage,
      onEntry: (entry) => {
        reader.take(entry);
        return reader.count < maxMatches;
      },
    },
    bench,
  );
  if (complaint !== '') throw refusal(search, complaint, bench);
  return reader.entries().slice(0, maxMatches);
}

const modes = {
  content: ['--json'],
  files_with_matches: ['--files-with-matches', '--null'],
  count: ['--count-matches', '--with-filename', '--null'],
} as const;

function createReader(
  mode: Search['output_mode'],
  fromRoot: SearchStart['fromRoot'],
  { files, locale }: Bench,
): EntryReader {
  if (mode === 'content') {
    const { binaryMatches: binary, hugeLineMatches: tooLong } = workbenchNotes(locale);
    return createMatchReader({ fromRoot, binary, tooLong });
  }
  return mode === 'count' ? createCountReader(fromRoot) : createPathReader(fromRoot, files.root);
}

/** With a pattern of names, the files are chosen first: ripgrep's own would bring back what .gitignore excludes. */
async function chooseFiles(
  { directory, file }: SearchStart,
  { glob, type, include_ignored }: Search,
  { signal, usage: onUsage }: Running,
  bench: Bench,
): Promise<readonly string[]> {
  if (file !== undefined || glob === undefined) return [file ?? ''];
  const found = await listFiles(
    { directory, pattern: glob, type, includeIgnored: include_ignored, signal, onUsage },
    bench,
  );
  if (found === undefined) throw failure('Grep', 'bad_pattern', { pattern: glob }, bench);
  if (found.complaint !== '') throw refusal({ pattern: '', type }, found.complaint, bench);
  return found.paths;
}

/** What ripgrep says is said about the type or about the expression: nothing else comes from the model. */
function refusal({ pattern, type }: Pick<Search, 'pattern' | 'type'>, words: string, bench: Bench): Error {
  if (type !== undefined && words.includes('unrecognized file type'))
    return failure('Grep', 'unknown_type', { type }, bench);
  // The expression is shown again above the line that says what is wrong with it.
  const [, complaint = words] = /^(?:error|rg): (?!regex parse error)(.+)$/mu.exec(words) ?? [];
  return failure('Grep', 'bad_expression', { pattern, complaint }, bench);
}

function filters({ type, context, case_insensitive, multiline, include_ignored }: Search): string[] {
  return [
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...(context === 0 ? [] : [`--context=${context}`]),
    ...(case_insensitive ? ['--ignore-case'] : []),
    ...(multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...(include_ignored ? ['--no-ignore'] : []),
  ];
}
