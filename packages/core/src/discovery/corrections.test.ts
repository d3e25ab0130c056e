import { expect, test } from 'vitest';
import { Corrections } from './corrections.ts';

const hits = [
  { name: 'translate', score: 6, matched: [] },
  { name: 'dictionary', score: 5, matched: [] },
  { name: 'news', score: 1, matched: [] },
];

test('what was called goes up for such words, and what would have been called instead goes down', () => {
  const corrections = new Corrections();
  corrections.learn('what does serendipity mean?', 'dictionary', hits, () => true);
  const correction = corrections.of('what does zephyr mean?');
  expect(correction('dictionary')).toBeGreaterThan(0);
  expect(correction('translate')).toBeLessThan(0);
});

test('what is right already is hardly corrected', () => {
  const [wrong, right] = [new Corrections(), new Corrections()];
  wrong.learn('serendipity', 'news', hits, () => true);
  right.learn('serendipity', 'translate', hits, () => true);
  expect(right.of('serendipity')('translate')).toBeLessThan(wrong.of('serendipity')('news') / 2);
});

test('a tool that nobody has used is not corrected', () => {
  const corrections = new Corrections();
  corrections.learn('what does serendipity mean?', 'dictionary', hits, (name) => name !== 'translate');
  expect(corrections.of('what does serendipity mean?')('translate')).toBe(0);
});
