import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importedNames } from './imported-names.ts';

test('a tool is called by its source and its own name', () => {
  expect(Object.fromEntries(importedNames('github', ['create_issue', 'list-issues']))).toEqual({
    create_issue: 'github__create_issue',
    'list-issues': 'github__list-issues',
  });
});

test('names that would become one keep apart, whatever their order; the one that was right already stays', () => {
  const names = ['a.b', 'a_b', 'a/b'];
  const forwards = importedNames('s', names);
  expect(forwards.get('a_b')).toBe('s__a_b');
  expect(new Set(forwards.values()).size).toBe(3);
  expect(importedNames('s', names.toReversed())).toEqual(forwards);
});

test('every name is one that providers take, and no two are the same', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 90 })),
      (source, names) => {
        const outward = [...importedNames(source, names).values()];
        expect(new Set(outward).size).toBe(names.length);
        for (const name of outward) expect(name).toMatch(/^[\w-]{1,64}$/u);
      },
    ),
    { numRuns: 500, seed: 7 },
  );
});
