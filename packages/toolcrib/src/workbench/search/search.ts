import { join } from 'node:path';
import { defineTool, type Tool } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { workbenchWords } from '../texts.ts';
import { ProjectIndex } from './project-index.ts';
import { snippetsOf, type Snippet } from './snippets.ts';
import { wordsOf } from './words.ts';

/** How long a question waits for an index that is not complete yet. */
const patience = 7000;

/** Text of one file that is searched for the lines to show. */
const maxShownBytes = 1_000_000;

/** Finds files by what they are about. The index is opened by the first question and closed with the bench. */
export function createSearchTool(bench: Bench): Tool {
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
      { description: 'Where greetings are made', arguments: { query: 'greeting' } },
      {
        description: 'Several words, in one folder',
        arguments: { query: 'ask name', path: 'src', limit: 3 },
      },
      { description: '用中文查找', arguments: { query: '配置 说明' } },
    ],
    cautions: [
      'What .gitignore excludes, binary files and text over 1 MB are not searched by content.',
      'When no file holds all of the words, files that hold some of them are given.',
      'A project of many thousands of files may need more than one question before its index is complete; `note` tells.',
    ],
    effects: ({ path }) => [{ kind: 'read', path }],
    run: async ({ query, path, limit }, context) => {
      const words = wordsOf(query);
      if (words.length === 0) throw failure('Search', 'no_words', { query }, bench);
      const folder = bench.files.locate(path, 'read').relative;
      index ??= new ProjectIndex(bench, join(bench.stateFolder, 'search.db'));
      const complete = await waitFor(index, context.signal, (done) => context.progress({ ...done }));
      const results = [];
      for (const { path: found, score } of index.search(words, folder, limit)) {
        const lines = await linesOf(found, words, bench);
        results.push({ path: found, score: Math.round(score * 1000) / 1000, lines });
      }
      const { indexed, of } = index.progress;
      return {
        results,
        ...((!complete || indexed < of) && { note: workbenchWords(bench.locale).indexing(indexed, of) }),
      };
    },
  });
}

/** Waits until the index is up to date, or as long as a question may wait; tells how far it is meanwhile. */
async function waitFor(
  index: ProjectIndex,
  signal: AbortSignal,
  tell: (progress: ProjectIndex['progress']) => void,
): Promise<boolean> {
  const ticking = setInterval(() => tell(index.progress), 250);
  let timer: NodeJS.Timeout | undefined;
  const patienceEnds = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
  try {
    return await Promise.race([index.update().then(() => true), patienceEnds]);
  } finally {
    clearInterval(ticking);
    clearTimeout(timer);
  }
}

/** Read through the guard, like everything that is shown: the index knows only words. */
async function linesOf(path: string, words: readonly string[], { files }: Bench): Promise<Snippet[]> {
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
