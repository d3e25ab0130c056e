import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defineTool, type Tool } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { pathOfEffect } from '../path-of-effect.ts';
import { workbenchNotes } from '../notes.ts';
import { ProjectIndex, type Progress } from './project-index.ts';
import { snippetsOf, type Snippet } from './snippets.ts';
import { wordsOf, type Word } from './words.ts';

export interface SearchOptions {
  /** Milliseconds that a question waits for an index that is not complete yet. @default 7,000 */
  readonly patience?: number | undefined;
}

/** Text of one file that is searched for the lines to show. */
const maxShownBytes = 1_000_000;

/** Finds files by what they are about. The index is opened by the first question and closed with the bench. */
export function createSearchTool(bench: Bench, { patience = 7000 }: SearchOptions = {}): Tool {
  let index: ProjectIndex | undefined;
  bench.onClose(async () => index?.close());
  return defineTool({
    type: 'builtin',
    name: 'Search',
    aliases: ['search'],
    description: [
      'Find the files of the project that a few words are about, best first, with the lines that show it.',
      'Searches names and contents by whole words, beginnings of words and parts of names such as getUserName; 中文也可以.',
      'The first search of a large project builds an index; later ones take milliseconds.',
    ].join('\n'),
    shortDescription: 'Find files by what they are about, best first.',
    whenToUse: 'When you know what you look for but not how it is written. For exact text use Grep.',
    category: 'search',
    tier: 'medium',
    tags: ['project', 'find', 'ranked', 'full text', 'words'],
    annotations: { readOnly: true, idempotent: true },
    source: 'workbench',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words, in any order', minLength: 1, maxLength: 500 },
        path: { type: 'string', description: 'Only below this folder', default: '.' },
        limit: {
          type: 'integer',
          description: 'How many files at most',
          minimum: 1,
          maximum: 100,
          default: 10,
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    returns: {
      type: 'object',
      properties: {
        results: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              path: { type: 'string' },
              score: { type: 'number', description: 'Higher is better; only to compare within one answer' },
              lines: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: { line: { type: 'integer' }, text: { type: 'string' } },
                  required: ['line', 'text'],
                },
              },
            },
            required: ['path', 'score', 'lines'],
          },
        },
        note: { type: 'string', description: 'When the index is not complete yet: how far it is' },
      },
      required: ['results'],
    },
    examples: [
      { description: 'Where greetings are made', arguments: { query: 'greet' } },
      {
        description: 'Several words, in one folder',
        arguments: { query: 'ask name', path: 'src', limit: 3 },
      },
      { description: '用中文查找', arguments: { query: '配置 说明' } },
    ],
    cautions: [
      'What .gitignore excludes is not searched; binary files and those over 1 MB only by their names.',
      'Of a text over 200,000 characters only the beginning is searched.',
      'When no file holds all of the words, files that hold some of them are given.',
      'A change is seen by the very next question; one that is made only through mapped memory, or under another name of the file outside the project, when all of the project is next looked at.',
      'A project of many thousands of files may need more than one question before its index is complete; `note` tells.',
    ],
    effects: ({ path }) => [{ kind: 'read', path: pathOfEffect(bench, path, 'read') }],
    run: async ({ query, path, limit }, context) => {
      const words = wordsOf(query);
      if (words.length === 0) throw failure('Search', 'no_words', { query }, bench);
      const { relative, kind } = bench.files.locate(path, 'read');
      if (kind === 'missing') throw failure('Search', 'path_not_found', { path }, bench);
      index ??= new ProjectIndex(bench, join(bench.stateFolder, indexName(bench.files.root)));
      const { signal } = context;
      await waitFor(index, { patience, signal, tell: (done) => context.progress({ ...done }) });
      const results = [];
      for (const { path: found, score } of index.search(words, relative, limit)) {
        signal.throwIfAborted();
        const lines = await linesOf(found, words, bench);
        results.push({ path: found, score: Math.round(score * 1000) / 1000, lines });
      }
      const { indexed, of, complete } = index.progress;
      return { results, ...(!complete && { note: workbenchNotes(bench.locale).indexing(indexed, of) }) };
    },
  });
}

/** Every project has its own, should several share the folder. */
function indexName(root: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return `search-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.db`;
}

interface Waiting {
  readonly patience: number;
  readonly signal: AbortSignal;
  readonly tell: (progress: Progress) => void;
}

/** Waits until the index is up to date, or as long as a question may wait; tells how far it is meanwhile. */
async function waitFor(index: ProjectIndex, { patience, signal, tell }: Waiting): Promise<void> {
  const ticking = setInterval(() => tell(index.progress), 250);
  const patienceEnds = new AbortController();
  signal.addEventListener('abort', () => patienceEnds.abort(), { once: true });
  try {
    const waiting = pause(patience, undefined, { signal: patienceEnds.signal }).catch(() => undefined);
    await Promise.race([index.update(), waiting]);
    if (!index.progress.complete) tell(index.progress);
  } finally {
    clearInterval(ticking);
    patienceEnds.abort();
  }
}

/** Read through the guard, like everything that is shown: the index knows only words. */
async function linesOf(path: string, words: readonly Word[], { files }: Bench): Promise<Snippet[]> {
  try {
    const { handle } = await files.open(path);
    try {
      const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(maxShownBytes), position: 0 });
      const bytes = buffer.subarray(0, bytesRead);
      return bytes.includes(0) ? [] : snippetsOf(bytes.toString('utf8'), words);
    } finally {
      await handle.close();
    }
  } catch {
    // It has gone since it was indexed.
    return [];
  }
}
