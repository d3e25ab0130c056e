import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callBuiltin, endingOf, resultOf } from './call-builtin.test-support.ts';
import { object } from './object.ts';

type Input = { readonly [name: string]: unknown };

const parse = (text: string): unknown => JSON.parse(text);
const hostile = parse(
  '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
) as Input;

describe('object', () => {
  test.each<[string, Input, unknown]>([
    ['keys', { object: { b: 1, a: 2 } }, ['b', 'a']],
    ['values', { object: { b: 1, a: 2 } }, [1, 2]],
    [
      'entries',
      { object: { b: 1, a: 2 } },
      [
        ['b', 1],
        ['a', 2],
      ],
    ],
    [
      'from_entries',
      {
        entries: [
          ['b', 1],
          ['a', null],
        ],
      },
      { b: 1, a: null },
    ],
    ['size', { object: { b: 1, a: 2 } }, 2],
    ['has', { object: { a: { b: null } }, path: 'a.b' }, true],
    ['has', { object: { a: [] }, path: 'a[0]' }, false],
    ['has', { object: {}, path: '__proto__' }, false],
    ['has', { object: {}, path: 'constructor' }, false],
    ['has', { object: hostile, path: '__proto__.polluted' }, true],
    ['set', { object: { a: [1, 2] }, path: 'a[-1]', value: 3 }, { a: [1, 3] }],
    ['set', { object: { a: null }, path: 'a.b', value: null }, { a: { b: null } }],
    ['delete', { object: { a: { b: 1, c: 2 } }, path: 'a.b' }, { a: { c: 2 } }],
    ['delete', { object: { a: [1, 2, 3] }, path: 'a[1]' }, { a: [1, 3] }],
    ['delete', { object: { a: 1 }, path: 'b.c' }, { a: 1 }],
    ['pick', { object: { a: 1, b: 2 }, keys: ['b', 'toString'] }, { b: 2 }],
    ['omit', { object: { a: 1, b: 2 }, keys: ['b'] }, { a: 1 }],
    ['rename', { object: { a: 1, b: 2 }, names: { a: 'b', b: 'a' } }, { b: 1, a: 2 }],
    ['invert', { object: { a: 'x', b: 2, c: true } }, { x: 'a', 2: 'b', true: 'c' }],
    [
      'merge',
      { object: { a: { x: 1 }, l: [1, 2] }, other: { a: { y: 2 }, l: [3] } },
      { a: { x: 1, y: 2 }, l: [3] },
    ],
    ['merge', { object: { a: { x: 1 } }, other: { a: { y: 2 } }, deep: false }, { a: { y: 2 } }],
    ['equals', { object: { a: 1, b: [{ c: 2, d: 3 }] }, other: { b: [{ d: 3, c: 2 }], a: 1 } }, true],
    ['equals', { object: { a: [1, 2] }, other: { a: [2, 1] } }, false],
    ['diff', { object: { a: 1 }, other: { a: 1 } }, []],
    [
      'diff',
      { object: { a: { x: 1 }, l: [1, 2], 'k.y': 0, t: 1 }, other: { a: { x: 2 }, l: [1], 'k.y': 1, t: {} } },
      [
        { path: 'a.x', change: 'changed', before: 1, after: 2 },
        { path: 'l[1]', change: 'removed', before: 2 },
        { path: '["k.y"]', change: 'changed', before: 0, after: 1 },
        { path: 't', change: 'changed', before: 1, after: {} },
      ],
    ],
    [
      'flatten',
      { object: { a: { b: [1, { c: 2 }] }, e: {}, l: [] } },
      { 'a.b[0]': 1, 'a.b[1].c': 2, e: {}, l: [] },
    ],
    ['unflatten', { object: { 'a.b[1].c': 2, 'a.b[0]': 1 } }, { a: { b: [1, { c: 2 }] } }],
    ['unflatten', { object: {} }, {}],
  ])('%s of %j is %j', async (operation, input, expected) => {
    expect(await resultOf(object, { operation, ...input })).toEqual(expected);
  });

  test('get tells a missing value from null', async () => {
    const get = (path: string): Promise<unknown> =>
      callBuiltin(object, { operation: 'get', object: { a: null }, path });
    expect(await get('a')).toEqual({ result: null, found: true });
    expect(await get('b')).toEqual({ result: null, found: false });
    expect(await get('toString')).toEqual({ result: null, found: false });
  });

  test.each<[string, Input, string]>([
    ['keys', {}, 'Operation "keys" needs "object"'],
    ['keys', { object: [1] }, 'refused by the schema'],
    ['merge', { object: {} }, 'needs "other"'],
    ['get', { object: {} }, 'needs "path"'],
    ['get', { object: {}, path: 'a[' }, 'Cannot read the path "a[" at position 2'],
    ['set', { object: {}, path: 'a' }, 'needs "value"'],
    ['set', { object: { a: 1 }, path: 'a.b', value: 1 }, 'Cannot set "b" in 1'],
    ['set', { object: {}, path: 'a[99999999]', value: 1 }, 'The list has 0 items'],
    ['pick', { object: {} }, 'needs "keys"'],
    ['rename', { object: { a: 1, b: 2 }, names: { a: 'b' } }, 'Two keys would get the name "b"'],
    ['invert', { object: { a: {} } }, 'The value of "a" cannot become a key'],
    ['from_entries', { entries: [['a']] }, 'refused by the schema'],
    ['unflatten', { object: { a: 1, 'a.b': 2 } }, 'already put one'],
    ['unflatten', { object: { 'a.b': 1, a: 2 } }, 'already put one'],
    ['unflatten', { object: { 'x.a[1]': 1 } }, 'The list "a" has no item [0]'],
    ['unflatten', { object: { 'a[0]': 1, 'a.0': 2, 'a.b': 3 } }, 'already put one'],
    ['unflatten', { object: { '': 1 } }, 'Cannot read the path "" at position 1'],
    ['unflatten', { object: { 'a[999999999]': 1 } }, 'has no item [0]'],
  ])('%s of %j fails and says: %s', async (operation, input, message) => {
    await expect(resultOf(object, { operation, ...input })).rejects.toThrow(message);
  });

  const deep = (depth: number, key: string): Input => {
    let value: Input = { [key]: 1 };
    for (let level = 1; level < depth; level++) value = { [key]: value };
    return value;
  };
  const wide: Input = Object.fromEntries(
    Array.from({ length: 12_000 }, (_, index) => [`key${index}`, index]),
  );
  const half: Input = Object.fromEntries(Object.entries(wide).slice(0, 6000));
  const paths = (count: number, prefix: string, step?: number): Input =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        step === undefined ? `${prefix}${index}` : `${prefix}[${index * step}]`,
        index,
      ]),
    );
  // 190 levels of 1,000 characters over 1,000 leaves: 190 MB of paths.
  const tower = (leaf: unknown): Input => {
    let value: Input = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`leaf${index}`, leaf]));
    for (let level = 0; level < 190; level++) value = { ['k'.repeat(1000)]: value };
    return value;
  };

  test.each<[string, string, Input]>([
    ['flatten', 'more than 1,000,000 characters', { object: tower(1) }],
    ['diff', 'more than 1,000,000 characters', { object: tower(1), other: tower(2) }],
    ['diff', 'list of 1', { object: tower(1), other: deep(190, 'k'.repeat(1000)) }],
    ['flatten', 'object of 12000', { object: wide }],
    ['unflatten', 'object of 12000', { object: wide }],
    ['diff', 'list of 12000', { object: wide, other: {} }],
    ['merge', 'object of 6000', { object: half, other: half }],
    ['equals', 'true', { object: half, other: half }],
    ['equals', 'more than 25,000 values and keys', { object: wide, other: half }],
    ['keys', 'more than 1,000,000 characters', { object: { a: 'x'.repeat(1_000_001) } }],
    ['merge', 'object of 1', { object: deep(190, 'a'), other: deep(190, 'a') }],
    ['equals', 'true', { object: deep(190, 'a'), other: deep(190, 'a') }],
    ['set', 'object of 2', { object: deep(190, 'a'), path: `${'b.'.repeat(199)}c`, value: 1 }],
    ['unflatten', 'object of 1', { object: { ['a.'.repeat(199) + 'a']: 1 } }],
    ['unflatten', 'more than 25,000 values', { object: paths(200, `${'a.'.repeat(150)}b`) }],
    ['unflatten', 'has no item [1]', { object: paths(12_000, 'a', 65_536) }],
    ['unflatten', 'more than 200 steps', { object: { ['a.'.repeat(4999) + 'a']: 1 } }],
  ])('a large %s ends with %s', async (operation, ending, input) => {
    expect(await endingOf(object, { operation, ...input })).toContain(ending);
  });

  test('flatten and unflatten are each other’s inverse', async () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a.b', '0', '[0]', '"'));
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.integer(), fc.string(), fc.constant(null), tie('list'), tie('map')),
      list: fc.array(tie('any'), { maxLength: 4 }),
      map: fc.dictionary(key, tie('any'), { maxKeys: 4 }),
    })).map;
    const property = fc.asyncProperty(value, async (given) => {
      const flat = await resultOf(object, { operation: 'flatten', object: given });
      const back = await resultOf(object, { operation: 'unflatten', object: flat });
      expect(await resultOf(object, { operation: 'equals', object: given, other: back })).toBe(true);
    });
    await fc.assert(property);
  });

  test('diff is empty exactly when two objects are equal', async () => {
    const map = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.jsonValue({ maxDepth: 2 }));
    const property = fc.asyncProperty(map, map, async (one, other) => {
      const changes = (await resultOf(object, { operation: 'diff', object: one, other })) as unknown[];
      const equal = await resultOf(object, { operation: 'equals', object: one, other });
      expect(changes.length === 0).toBe(equal);
    });
    await fc.assert(property);
  });

  test('a key such as __proto__ is data in and data out, and the prototype of nothing is touched', async () => {
    const operation = fc.constantFrom(
      'merge',
      'set',
      'delete',
      'pick',
      'omit',
      'rename',
      'invert',
      'from_entries',
      'flatten',
      'unflatten',
      'diff',
    );
    const path = fc.constantFrom(
      '__proto__',
      '__proto__.polluted',
      'constructor.prototype.polluted',
      'a.__proto__.b',
    );
    const property = fc.asyncProperty(operation, path, async (name, at) => {
      const output = await resultOf(object, {
        operation: name,
        object: name === 'unflatten' ? { [at]: 1 } : hostile,
        other: hostile,
        path: at,
        value: 1,
        keys: ['__proto__', 'constructor'],
        names: parse('{"__proto__": "x", "constructor": "__proto__"}'),
        entries: [['__proto__', { polluted: 1 }]],
      }).catch(() => undefined);
      if (typeof output === 'object' && output !== null && !Array.isArray(output)) {
        expect(Object.getPrototypeOf(output)).toBe(Object.prototype);
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      expect(Object.keys(Object.prototype)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 300 });
    const merged = await resultOf(object, { operation: 'merge', object: {}, other: hostile });
    expect(JSON.stringify(merged)).toBe(JSON.stringify(hostile));
  });
});
