import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readLines, type NumberedLine } from './read-lines.ts';

const never = new AbortController().signal;

async function linesOf(
  chunks: readonly (string | Uint8Array)[],
  limit = 100,
): Promise<NumberedLine['text'][]> {
  const texts: NumberedLine['text'][] = [];
  for await (const { text, number } of readLines(Readable.from(chunks, { objectMode: false }), {
    limit,
    signal: never,
  })) {
    texts.push(text);
    expect(number).toBe(texts.length);
  }
  return texts;
}

test.each([
  [[], []],
  [['a\nb\n'], ['a', 'b']],
  [['a\nb'], ['a', 'b']],
  [['a\r\nb\r\n'], ['a', 'b']],
  [
    ['a\r', '\nb'],
    ['a', 'b'],
  ],
  [['a\rb\n'], ['a\rb']],
  [['\n\n'], ['', '']],
  [
    ['a', 'b', '\nc', 'd'],
    ['ab', 'cd'],
  ],
  [['\uFEFFa\n\uFEFFb'], ['a', '\uFEFFb']],
])('%j gives %j', async (chunks, expected) => {
  expect(await linesOf(chunks)).toEqual(expected);
});

test('a character whose bytes come in two pieces stays whole', async () => {
  const bytes = Buffer.from('工具🔧\n');
  for (let cut = 1; cut < bytes.length; cut++) {
    expect(await linesOf([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(['工具🔧']);
  }
});

test('a line longer than the limit is dropped, and the next one is read', async () => {
  expect(await linesOf(['12345\n123456\n', '123', '456', '789\nok\n', '1234567'], 5)).toEqual([
    '12345',
    undefined,
    undefined,
    'ok',
    undefined,
  ]);
});

test('the reading ends when it is told to, also while it waits', async () => {
  const input = new PassThrough();
  const controller = new AbortController();
  const lines = readLines(input, { limit: 100, signal: controller.signal });
  input.write('one\ntw');
  expect((await lines.next()).value).toEqual({ number: 1, text: 'one' });
  const waiting = lines.next();
  controller.abort();
  expect((await waiting).value).not.toMatchObject({ text: 'two' });
  expect((await lines.next()).done).toBe(true);
});

test('a stream that breaks is an error, not an end', async () => {
  const input = new PassThrough();
  const reading = readLines(input, { limit: 100, signal: never }).next();
  input.destroy(new Error('broken pipe'));
  await expect(reading).rejects.toThrow('broken pipe');
});
