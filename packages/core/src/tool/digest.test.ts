import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { digestLater, digestOf } from './digest.ts';

test('the order of keys makes no difference, the order of a list does', () => {
  expect(digestOf({ a: 1, b: { c: [1, 2], d: null } })).toBe(digestOf({ b: { d: null, c: [1, 2] }, a: 1 }));
  expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]));
  expect(canonicalJson({ b: 1, a: 'ü' })).toBe('{"a":"ü","b":1}');
});

test('worked out later it is the same', async () => {
  for (const value of [null, 'ü😀\ud800', { b: [1, 2], a: { c: 'x' } }, 'long'.repeat(50_000)]) {
    expect(await digestLater(value)).toBe(digestOf(value));
  }
});
