import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../schema/json-schema.ts';
import { copyJson, deepFreeze } from './json.ts';

const limits = { maxDepth: 5, maxValues: 10, maxText: 10 };

describe('copyJson', () => {
  test('gives an own copy: a later change of the original is not seen', () => {
    const original = { list: [1, { deep: 'x' }], nothing: null, left: undefined };
    const copy = copyJson(original);
    (original.list[1] as { deep: string }).deep = 'changed';
    expect(copy).toEqual({ ok: true, value: { list: [1, { deep: 'x' }], nothing: null } });
  });

  test('keeps __proto__ and constructor as plain data', () => {
    const hostile = JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    ) as object;
    const copy = copyJson(hostile);
    expect(copy.ok && JSON.stringify(copy.value)).toBe(JSON.stringify(hostile));
    expect(copy.ok && Object.getPrototypeOf(copy.value)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each([
    ['a function', { a: { b: () => 1 } }, 'a.b', 'function'],
    ['a bigint in a list', { a: [1, 2n] }, 'a[1]', 'bigint'],
    ['a symbol', { 'odd key': Symbol('x') }, '["odd key"]', 'symbol'],
    ['NaN', { n: Number.NaN }, 'n', 'NaN'],
    ['a Date', { at: new Date(0) }, 'at', 'Date'],
    ['a Map', { m: new Map() }, 'm', 'Map'],
  ])('refuses %s and names its place', (_, value, path, received) => {
    expect(copyJson(value)).toMatchObject({ ok: false, fault: { path, keyword: 'json', received } });
  });

  test('ends at the limits of depth and size instead of walking on', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(copyJson(deep, limits)).toMatchObject({ ok: false, fault: { keyword: 'depth', expected: 5 } });
    expect(copyJson(Array.from({ length: 11 }), limits)).toMatchObject({
      ok: false,
      fault: { keyword: 'size', expected: 10 },
    });
    const ring: unknown[] = [];
    ring.push(ring);
    expect(copyJson(ring, limits)).toMatchObject({ ok: false, fault: { keyword: 'depth' } });
  });

  test.each([
    ['a text', { a: 'x'.repeat(11) }],
    ['texts together', { a: ['xxxxx', 'xxxxx'] }],
    ['a key', { [`k${'x'.repeat(10)}`]: 1 }],
  ])('ends at the limit of text: %s', (_, value) => {
    expect(copyJson(value, limits)).toEqual({
      ok: false,
      fault: { path: '', keyword: 'text', expected: 10, received: 'string' },
    });
  });

  test('an object with too many keys is not read', () => {
    let reads = 0;
    const many = new Proxy(Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, 1])), {
      get: () => reads++,
    });
    expect(copyJson(many, limits)).toMatchObject({ ok: false, fault: { path: '', keyword: 'size' } });
    expect(reads).toBe(0);
  });

  test('what replaces a text counts like the rest, and is not looked through again', () => {
    const value = { a: ['list', 'no'] };
    const leaf = (text: string): JsonValue => (text === 'list' ? [1, 2, 'list'] : 'put');
    expect(copyJson(value, limits, leaf)).toMatchObject({ value: { a: [[1, 2, 'list'], 'put'] } });
    expect(copyJson(value, { ...limits, maxValues: 6 }, leaf)).toMatchObject({ fault: { keyword: 'size' } });
    expect(copyJson(value, { ...limits, maxText: 7 }, leaf)).toMatchObject({ fault: { keyword: 'text' } });
  });

  test('leaves symbols out', () => {
    const secret = Symbol('secret');
    const copy = copyJson({ a: 1, [secret]: 2, inside: { [secret]: 3 } });
    expect(copy).toEqual({ ok: true, value: { a: 1, inside: {} } });
    expect(copy.ok && Object.getOwnPropertySymbols(copy.value)).toEqual([]);
  });

  test('a getter or proxy that throws is unreadable, not a crash', () => {
    const throwing = {
      get trap(): never {
        throw new Error('no');
      },
    };
    expect(copyJson(throwing)).toMatchObject({ ok: false, fault: { received: 'unreadable' } });
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(copyJson(proxy).ok).toBe(false);
  });

  test('takes plain objects of another realm', () => {
    expect(copyJson(runInContext('({ a: [1] })', createContext({})))).toEqual({
      ok: true,
      value: { a: [1] },
    });
  });
});

test('deepFreeze freezes every level', () => {
  const value = deepFreeze({ a: [{ b: 1 }] });
  expect(Object.isFrozen(value) && Object.isFrozen(value.a) && Object.isFrozen(value.a[0])).toBe(true);
});
