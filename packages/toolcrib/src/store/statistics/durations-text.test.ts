import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDurations, toDurationsText } from './durations-text.ts';

const read = (text: string): Map<number, number> => {
  const durations = new Map<number, number>();
  addDurations(durations, text);
  return durations;
};

test('what is written is what is read, however many stand in a row', () => {
  const entry = fc.tuple(fc.integer({ min: -200, max: 700 }), fc.integer({ min: 1, max: 1_000_000 }));
  const histogram = fc.array(entry).map((entries) => new Map(entries));
  fc.assert(
    fc.property(fc.array(histogram, { maxLength: 5 }), (parts) => {
      const expected = new Map<number, number>();
      for (const part of parts)
        for (const [bucket, calls] of part) expected.set(bucket, (expected.get(bucket) ?? 0) + calls);
      expect(read(parts.map(toDurationsText).join(' '))).toEqual(expected);
    }),
    { seed: 3 },
  );
});

test('runs of buckets are told by their first, and empty places in between by nothing', () => {
  const durations = new Map([
    [15, 7],
    [-4, 1],
    [12, 3],
    [14, 5],
    [20, 2],
  ]);
  expect(toDurationsText(durations)).toBe('-4:1 12:3,,5,7 20:2');
});

test.each(['', ' ', '  '])('%j is nothing', (text) => expect(read(text)).toEqual(new Map()));
