import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDurations } from './add-durations.ts';

const read = (json: string): Map<number, number> => {
  const durations = new Map<number, number>();
  addDurations(durations, json);
  return durations;
};

test('what is written is what is read, however many stand in a row', () => {
  const histogram = fc.dictionary(fc.integer({ min: -200, max: 700 }).map(String), fc.nat(1_000_000));
  fc.assert(
    fc.property(fc.array(histogram, { maxLength: 5 }), (parts) => {
      const expected = new Map<number, number>();
      for (const part of parts)
        for (const [bucket, calls] of Object.entries(part))
          expected.set(Number(bucket), (expected.get(Number(bucket)) ?? 0) + calls);
      expect(read(parts.map((part) => JSON.stringify(part)).join(''))).toEqual(expected);
    }),
    { seed: 3 },
  );
});

test.each(['', '{}', '{}{}'])('%j is nothing', (json) => expect(read(json)).toEqual(new Map()));
