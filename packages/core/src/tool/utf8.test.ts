import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode } from './utf8.ts';

test('without a host it gives the bytes that a host gives, U+FFFD for lone surrogates included', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit }),
    fc.constant('\ud83d\ude00\udc00\ud800'),
  );
  const property = fc.property(text, (given) => {
    expect([...encode(given)]).toEqual([...new TextEncoder().encode(given)]);
  });
  fc.assert(property, { numRuns: 500, seed: 1 });
});
