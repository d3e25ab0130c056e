import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ToolIndex } from './tool-index.ts';
import type { IndexedTool } from './tool-text.ts';

function tool(name: string, description: string, more: Partial<IndexedTool> = {}): IndexedTool {
  return { name, description, parameters: { type: 'object' }, ...more };
}

const tools = [
  tool('get_weather', 'Current weather conditions of a city.'),
  tool('searchFlights', 'Find flights between two airports on a date.'),
  tool('sendEmail', 'Send an electronic letter to a recipient.'),
  tool('delete_file', 'Remove a file from disk.'),
  tool('create_file', 'Make a new file on disk.'),
  tool('translate_text', 'Translate a text into another language.'),
  tool('stock_price', 'Latest price of a share on the market.'),
  tool('记账', '记录一笔收入或支出。'),
];

function indexOf(given: readonly IndexedTool[]): ToolIndex {
  const index = new ToolIndex();
  for (const one of given) index.add(one);
  return index;
}

function first(index: ToolIndex, text: string): string | undefined {
  return index.search(text)[0]?.name;
}

describe('search', () => {
  const index = indexOf(tools);

  test.each([
    ['What is the weather like in Vienna?', 'get_weather'],
    ['book me flights to Paris', 'searchFlights'],
    ['write a mail to Ann', 'sendEmail'],
    ['please erase that document', 'delete_file'],
    ['make a new document', 'create_file'],
    ['how much is a share of Apple?', 'stock_price'],
    ['FLIGHTS!!!', 'searchFlights'],
  ])('%s', (text, name) => {
    expect(first(index, text)).toBe(name);
  });

  test.each([
    ['明天维也纳天气怎么样？', 'get_weather'],
    ['帮我把这段文字翻译成英文', 'translate_text'],
    ['给张三发送邮件', 'sendEmail'],
    ['查询苹果股票的最新价格', 'stock_price'],
    ['帮我记一笔支出', '记账'],
  ])('a Chinese request finds tools that are described in either language: %s', (text, name) => {
    expect(first(index, text)).toBe(name);
  });

  test.each(['what is 12% of 250?', '6 * 7', '250 的 12% 是多少，再算 3 + 4'])(
    'a sum asks for its result: %s',
    (text) => {
      const one = indexOf([...tools, tool('calculator', 'Calculate a mathematical expression.')]);
      expect(first(one, text)).toBe('calculator');
      for (const no of ['2026-11-16', 'src/1/2', '5 %']) expect(first(one, no)).not.toBe('calculator');
    },
  );

  test('an English request finds a tool that is described in Chinese', () => {
    expect(first(index, 'record an income')).toBe('记账');
  });

  test.each([
    ['wheather in Graz', 'get_weather'],
    ['search fligths', 'searchFlights'],
    ['translte this', 'translate_text'],
  ])('a slip of the pen is understood: %s', (text, name) => {
    expect(first(index, text)).toBe(name);
  });

  test('an identifier is taken apart where its case changes, also after a single capital', () => {
    const charts = indexOf([...tools, tool('setXAxis', 'Sets it.'), tool('listURLs', 'Lists them.')]);
    expect(first(charts, 'the axis')).toBe('setXAxis');
    expect(first(charts, 'urls')).toBe('listURLs');
  });

  test('a request of several parts finds a tool for each', () => {
    const names = index
      .search('Translate the letter into German, then send it by email. Also tell me the weather in Graz.', {
        limit: 3,
      })
      .map(({ name }) => name);
    expect(names.toSorted()).toEqual(['get_weather', 'sendEmail', 'translate_text']);
  });

  test('a hit tells the words that it was found by', () => {
    expect(index.search('weather of a city')[0]?.matched).toEqual(['weather', 'city']);
  });

  test('nothing in common finds nothing, and so does nothing at all', () => {
    for (const text of ['xyzzy plugh', '', '   ', '!?', '的了吗']) expect(index.search(text)).toEqual([]);
  });

  test('only the tools in question are found', () => {
    const hits = index.search('a file', { among: (name) => name !== 'delete_file' });
    expect(hits.map(({ name }) => name)).toContain('create_file');
    expect(hits.map(({ name }) => name)).not.toContain('delete_file');
  });

  test('repeating a keyword buys no rank', () => {
    const spam = tool('spam', 'weather '.repeat(500));
    const both = indexOf([...tools, spam]);
    expect(first(both, 'weather conditions in a city')).toBe('get_weather');
    expect(first(both, 'current weather')).toBe('get_weather');
  });

  test('names, aliases, tags, examples and parameters are found too', () => {
    const one = indexOf([
      ...tools,
      tool('run', 'Runs.', {
        aliases: ['gradleBuild'],
        tags: ['kotlin'],
        examples: [{ description: 'Bake a cake', arguments: {} }],
        parameters: {
          type: 'object',
          properties: {
            jvmArgs: {
              type: 'array',
              items: { type: 'object', properties: { heapSize: { type: 'number' } } },
            },
          },
        },
      }),
    ]);
    for (const text of ['gradle', 'kotlin', 'bake', 'heap size', 'jvm']) expect(first(one, text)).toBe('run');
  });
});

describe('the best of many', () => {
  /** Words as languages have them: few that are everywhere, many that are rare. */
  const syllables = ['bar', 'dom', 'gul', 'kem', 'lir', 'nat', 'pov', 'zed'];
  const names = syllables.flatMap((one) => syllables.map((other) => `${one}${other}`));
  const word = fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((at) => names[Math.floor(at ** 3 * (names.length - 1))] ?? '');
  // Their names have no words, so that nothing but the texts counts.
  const many = fc
    .sample(fc.array(word, { minLength: 1, maxLength: 12 }), { numRuns: 3000, seed: 5 })
    .map((words, at) => tool(`${at}`, words.join(' ')));
  const index = indexOf(many);

  test('a search among all finds what searches among parts of them find together', () => {
    const request = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(request, (text) => {
        const parts = Array.from({ length: many.length / 50 }, (_, part) =>
          index.search(text, { limit: 50, among: (name) => Math.floor(Number(name) / 50) === part }),
        );
        const best = parts
          .flat()
          .map(({ name, score }) => ({ name, score }))
          .toSorted((one, other) => other.score - one.score || Number(one.name) - Number(other.name));
        const found = index.search(text, { limit: 60 }).map(({ name, score }) => ({ name, score }));
        expect(found).toEqual(best.slice(0, 60));
      }),
      { numRuns: 40, seed: 7 },
    );
  });

  test('a limit is a limit, whatever it is', () => {
    const [only = ''] = names;
    expect(index.search(only, { limit: 3 })).toHaveLength(3);
    for (const limit of [0, -1, Number.NaN]) expect(index.search(only, { limit })).toEqual([]);
    const having = many.filter(({ description }) => description.split(' ').includes(only));
    expect(having.length).toBeGreaterThan(100);
    expect(index.search(only, { limit: Infinity })).toHaveLength(having.length);
  });
});

describe('changes', () => {
  test('a tool of the same name takes the place of the other', () => {
    const index = indexOf(tools);
    index.add(tool('get_weather', 'Counts sheep.'));
    expect(index.size).toBe(tools.length);
    expect(first(index, 'sheep')).toBe('get_weather');
    expect(first(index, 'conditions')).toBeUndefined();
  });

  test('after any adding and removing it finds what a new index of the same tools finds', () => {
    const word = fc.constantFrom('file', 'mail', 'weather', 'price', '天气', 'getUser', 'zebra');
    const change = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      words: fc.array(word),
      remove: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change), word, (changes, asked) => {
        const index = new ToolIndex();
        const left = new Map<string, IndexedTool>();
        for (const { name, words, remove } of changes) {
          if (remove) expect(index.remove(name)).toBe(left.delete(name));
          else {
            const one = tool(name, words.join(' '));
            index.add(one);
            left.delete(name);
            left.set(name, one);
          }
        }
        expect(index.size).toBe(left.size);
        const found = (one: ToolIndex): unknown => one.search(asked).map(({ name, score }) => [name, score]);
        expect(found(index)).toEqual(found(indexOf([...left.values()])));
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  test('a misspelt word that no tool has any more is understood again', () => {
    const index = indexOf([...tools, tool('x', 'wheather')]);
    expect(first(index, 'wheather')).toBe('x');
    index.remove('x');
    expect(first(index, 'wheather')).toBe('get_weather');
  });

  test('hostile texts are only texts', () => {
    const index = indexOf([
      tool('__proto__', 'constructor toString'),
      tool('x', '\u0000\uD800'.repeat(1000)),
    ]);
    expect(first(index, 'constructor')).toBe('__proto__');
    for (const text of [
      'a'.repeat(100_000),
      'aA'.repeat(50_000),
      '天'.repeat(50_000),
      'and '.repeat(30_000),
      '.'.repeat(99_999),
    ])
      expect(index.search(text)).toEqual([]);
  });
});

describe('as bytes', () => {
  const found = (index: ToolIndex, text: string): unknown =>
    index.search(text).map(({ name, score, matched }) => ({ name, score, matched }));

  test('what is read finds what was written, wherever the bytes stand', () => {
    const index = indexOf(tools);
    index.add(tool('get_weather', 'Weather of tomorrow.'));
    const bytes = index.toBytes();
    const within = new Uint8Array(bytes.length + 1);
    within.set(bytes, 1);
    for (const given of [bytes, within.subarray(1)]) {
      const read = ToolIndex.fromBytes(given, [
        ...tools.slice(1),
        tool('get_weather', 'Weather of tomorrow.'),
      ]);
      expect(read.size).toBe(tools.length);
      for (const text of ['weather', 'wheather', 'a new file on disk. Then send a mail', '记录一笔收入'])
        expect(found(read, text)).toEqual(found(index, text));
    }
  });

  test('after any changes before and after it finds what a new index of the same tools finds', () => {
    const word = fc.constantFrom('file', 'mail', 'weather', 'price', '天气', 'getUser', 'zebra');
    const name = fc.constantFrom('one', 'two', 'three', 'four', 'five');
    const changes = fc.array(fc.record({ name, words: fc.array(word), remove: fc.boolean() }));
    fc.assert(
      fc.property(changes, changes, changes, word, (before, meanwhile, after, asked) => {
        const left = new Map<string, IndexedTool>();
        const change = (list: typeof before, index?: ToolIndex): void => {
          for (const one of list) {
            left.delete(one.name);
            if (!one.remove) left.set(one.name, tool(one.name, one.words.join(' ')));
            if (one.remove) index?.remove(one.name);
            else index?.add(left.get(one.name) as IndexedTool);
          }
        };
        const written = new ToolIndex();
        change(before, written);
        change(meanwhile);
        const index = ToolIndex.fromBytes(written.toBytes(), left.values());
        change(after, index);
        expect(index.size).toBe(left.size);
        // Of equals the first comes first, and what has changed meanwhile is not the first any more.
        const sorted = (one: ToolIndex): unknown =>
          one
            .search(asked)
            .map(({ name: each, score }) => `${score} ${each}`)
            .toSorted();
        expect(sorted(index)).toEqual(sorted(indexOf([...left.values()])));
        expect(sorted(ToolIndex.fromBytes(index.toBytes(), left.values()))).toEqual(sorted(index));
      }),
      { numRuns: 200, seed: 4 },
    );
  });

  test('damaged bytes are refused, whichever it is, and so are those of another version', () => {
    const bytes = indexOf(tools.slice(0, 2)).toBytes();
    const refusal = (given: Uint8Array): unknown => {
      try {
        return ToolIndex.fromBytes(given, tools);
      } catch (error) {
        return (error as { code: string; data: unknown }).data;
      }
    };
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed.set([255 - (bytes[at] ?? 0)], at);
      // The format and the lexicon are the second and third word.
      expect(refusal(changed)).toEqual({ fault: at >= 4 && at < 12 ? 'other_version' : 'damaged' });
    }
    for (const given of [bytes.subarray(0, -4), new Uint8Array(0), new Uint8Array(64)])
      expect(refusal(given)).toEqual({ fault: 'damaged' });
    expect(() => ToolIndex.fromBytes(new Uint8Array(0), tools)).toThrow(
      expect.objectContaining({ code: 'unusable_index' }),
    );
  });

  test('an index that would be another one has another format', () => {
    // When this fails, raise the number of the format in index-bytes.ts: what others have written is no longer right.
    const index = indexOf([tool('zorbSplug', 'Quibbed zorbs, vexly. 咩咩', { tags: ['plonkish'] })]);
    const header = 36;
    const written = createHash('sha256').update(index.toBytes().subarray(header)).digest('hex');
    expect([index.toBytes()[4], written.slice(0, 16)]).toEqual([1, '172ba93bc58a8200']);
  });
});

test.each(['github', 'GitHub', 'Github', 'git hub'])(
  'a brand is found however it is written: %s',
  (written) => {
    const index = indexOf([
      tool('list_tickets', 'Tickets of a tracker.'),
      tool('list_issues', 'Issues of a project on GitHub.'),
    ]);
    expect(first(index, `what is new on ${written}?`)).toBe('list_issues');
  },
);
