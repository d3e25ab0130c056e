import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

test('is the SHA-256 that everybody else computes', () => {
  const property = fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  });
  fc.assert(property, { numRuns: 300, seed: 1 });
  const long = 'x'.repeat(200_000);
  expect(sha256(long)).toBe(createHash('sha256').update(long).digest('hex'));
});
