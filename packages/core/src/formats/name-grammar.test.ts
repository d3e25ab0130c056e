import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../tool/sha256.ts';
import { legalNames, plainNames } from './name-grammar.ts';

test('a legal name stays as it is', () => {
  expect(legalNames(new Set(['get_weather', 'a-b']), plainNames)).toEqual(
    new Map([
      ['get_weather', 'get_weather'],
      ['a-b', 'a-b'],
    ]),
  );
});

test('an illegal character becomes an underscore', () => {
  expect(legalNames(new Set(['fs.read']), plainNames).get('fs.read')).toBe('fs_read');
});

test('a name that is too long is cut and carries a hash of the whole', () => {
  const name = `${'very_'.repeat(20)}long`;
  const legal = legalNames(new Set([name]), plainNames).get(name);
  expect(legal).toHaveLength(64);
  expect(legal).toBe(`${name.slice(0, 55)}_${sha256(name).slice(0, 8)}`);
});

test('names that would become the same all stay, each with a hash', () => {
  const legal = legalNames(new Set(['a.b', 'a b', 'a_b']), plainNames);
  expect(legal.get('a_b')).toBe('a_b');
  expect(new Set(legal.values()).size).toBe(3);
});

test('a name that is the hashed form of another takes nothing away from it', () => {
  const squatter = `a_b_${sha256('a.b').slice(0, 8)}`;
  const legal = legalNames(new Set(['a.b', 'a_b', squatter]), plainNames);
  expect(legal.get(squatter)).toBe(squatter);
  expect(new Set(legal.values()).size).toBe(3);
});

test('any names become legal and distinct, whatever their order', () => {
  const name = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[ab._]{1,4}$/u),
    fc.string({ minLength: 60, maxLength: 90 }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
      const legal = legalNames(new Set(names), plainNames);
      expect(new Set(legal.values()).size).toBe(names.length);
      for (const outward of legal.values()) expect(outward).toMatch(plainNames.legal);
      const reversed = legalNames(new Set(names.toReversed()), plainNames);
      for (const given of names) expect(reversed.get(given)).toBe(legal.get(given));
    }),
  );
});
