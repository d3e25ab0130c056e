import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, digestOf, sha256 } from './digest.ts';

test('the digest is the SHA-256 that everybody else computes', () => {
  const examples = fc.string({ unit: 'grapheme', maxLength: 300 });
  const property = fc.property(examples, (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  });
  fc.assert(property, { numRuns: 300, seed: 1 });
  const long = 'x'.repeat(200_000);
  expect(sha256(long)).toBe(createHash('sha256').update(long).digest('hex'));
});

test('the order of keys makes no difference, the order of a list does', () => {
  expect(digestOf({ a: 1, b: { c: [1, 2], d: null } })).toBe(digestOf({ b: { d: null, c: [1, 2] }, a: 1 }));
  expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]));
  expect(canonicalJson({ b: 1, a: 'ü' })).toBe('{"a":"ü","b":1}');
});
