import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentOf, Postings, valueOf } from './postings.ts';

/** What a list should hold, as pairs of a document and a value. */
function entriesOf(postings: Postings, list: number): number[][] {
  return Array.from(postings.entries(list), (entry) => [documentOf(entry), valueOf(entry)]);
}

/** Lists of these lengths, which grow in turns. */
function postingsOf(lengths: readonly number[]): Postings {
  const postings = new Postings();
  for (const _ of lengths) postings.create();
  for (let document = 0; document < Math.max(...lengths); document++)
    for (const [list, length] of lengths.entries())
      if (document < length) postings.push(list, document, (document + list) % 200);
  return postings;
}

const lengths = [3, 70_000, 1, 150_000, 40_000, 9, 65_536];

test.each([
  ['grow in turns', postingsOf(lengths)],
  ['are read', Postings.from(postingsOf(lengths).pack(Uint32Array.from({ length: 150_000 }, (_, at) => at)))],
  ['begin with the longest', postingsOf([150_000, ...lengths.slice(1)])],
])('no list writes over another, however long they are: they %s', (_, postings) => {
  for (const list of lengths.keys()) {
    const entries = entriesOf(postings, list);
    expect(entries.length).toBe(postings.lengthOf(list));
    expect(entries.findIndex(([document, value]) => value !== ((document ?? 0) + list) % 200)).toBe(-1);
    expect(entries.findIndex(([document], at) => document !== at)).toBe(-1);
  }
});

test('places that lists have left serve others, after any adding and removing', () => {
  const step = fc.record({ list: fc.nat(20), remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 3000, minLength: 1000, size: 'max' }), (steps) => {
      const postings = new Postings();
      const expected = Array.from({ length: 21 }, (): number[] => []);
      for (const _ of expected) postings.create();
      for (const [document, { list, remove }] of steps.entries()) {
        const own = expected[list] ?? [];
        if (remove && own.length > 0) {
          const [gone = 0] = own.splice(document % own.length, 1);
          postings.remove(list, gone);
        } else {
          postings.push(list, document, 7);
          own.push(document);
        }
      }
      for (const [list, documents] of expected.entries())
        expect(entriesOf(postings, list)).toEqual(documents.map((document) => [document, 7]));
    }),
    { numRuns: 20, seed: 3 },
  );
});
