import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../schema/json-schema.ts';
import { parsePath, pathInto, valueAt, withoutValueAt, withValueAt } from './value-path.ts';

const step = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'a.b', '"', '[0]', '', '0'),
  fc.nat(1000),
);
const paths = fc.array(step, { minLength: 1, maxLength: 20 });
const keyPaths = fc.array(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'length')), {
  minLength: 1,
  maxLength: 10,
});

describe('a path', () => {
  test.each([
    ['name', ['name']],
    ['user.tags[0].name', ['user', 'tags', 0, 'name']],
    ['[0][1]', [0, 1]],
    ['items[-1]', ['items', -1]],
    ['headers["content.type"].x', ['headers', 'content.type', 'x']],
    ['["say \\"hi\\""]', ['say "hi"']],
    ['first name.größe', ['first name', 'größe']],
    ['__proto__.constructor', ['__proto__', 'constructor']],
  ])('%s is read as %j', (text, steps) => {
    expect(parsePath(text)).toEqual(steps);
  });

  test.each(['.a', 'a.', 'a..b', 'a[', 'a[]', 'a[x]', 'a[01]', 'a]', '[0]a', 'a["b', 'a["\\x"]', ''])(
    '%j is refused with advice',
    (text) => {
      expect(() => parsePath(text)).toThrow(/user\.tags\[0\]\.name/u);
    },
  );

  test('of too many steps is refused', () => {
    expect(() => parsePath('a.'.repeat(4000))).toThrow('more than 200 steps');
  });

  test('is read back as it was written', () => {
    const property = fc.property(paths, (path) => {
      expect(parsePath(path.reduce(pathInto, ''))).toEqual(path);
    });
    fc.assert(property);
  });

  test('finds own properties only', () => {
    for (const path of [
      '__proto__',
      'constructor',
      'constructor.name',
      'toString',
      'list.length',
      'text.length',
    ]) {
      expect(valueAt({ list: [1], text: 'abc' }, parsePath(path))).toBeUndefined();
    }
    expect(valueAt(JSON.parse('{"__proto__": {"x": 1}}') as JsonValue, parsePath('__proto__.x'))).toBe(1);
  });

  test('finds places in lists from both ends, also when written with a dot', () => {
    const list = { list: ['a', 'b', 'c'] };
    expect(valueAt(list, parsePath('list[1]'))).toBe('b');
    expect(valueAt(list, parsePath('list[-1]'))).toBe('c');
    expect(valueAt(list, parsePath('list.0'))).toBe('a');
    expect(valueAt(list, parsePath('list[-4]'))).toBeUndefined();
    expect(valueAt(list, parsePath('list[3]'))).toBeUndefined();
  });

  test('set and then read gives the value, and the original stays as it was', () => {
    const property = fc.property(fc.jsonValue(), keyPaths, fc.jsonValue(), (root, path, value) => {
      const target = { root: root as JsonValue };
      const before = JSON.stringify(target);
      const changed = withValueAt(target, ['free', ...path], value as JsonValue);
      expect(valueAt(changed, ['free', ...path])).toEqual(value);
      expect(JSON.stringify(target)).toBe(before);
      expect(valueAt(withoutValueAt(changed, ['free', ...path]), ['free', ...path])).toBeUndefined();
    });
    fc.assert(property);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('lets a list grow by one and never leaves a gap', () => {
    expect(withValueAt({ a: [1] }, ['a', 1], 2)).toEqual({ a: [1, 2] });
    expect(withValueAt({}, ['a', 0, 'b'], 1)).toEqual({ a: [{ b: 1 }] });
    expect(() => withValueAt({ a: [1] }, ['a', 999_999_999], 2)).toThrow('The list has 1 items');
    expect(() => withValueAt({ a: 'text' }, ['a', 'b'], 1)).toThrow('neither object nor list');
  });
});
