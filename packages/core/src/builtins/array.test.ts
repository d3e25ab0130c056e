import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { array } from './array.ts';
import { endingOf, resultOf } from './call-builtin.test-support.ts';

type Input = { readonly [name: string]: unknown };

const people = [
  { name: 'Cy', age: 30, tags: ['a'] },
  { name: 'Al', age: 25, tags: ['a', 'b'] },
  { name: 'Bo', age: 30 },
];
const [cy, al, bo] = people;

describe('array', () => {
  test.each<[string, Input, unknown]>([
    ['length', { items: [1, 2] }, 2],
    ['first', { items: [3, 4] }, 3],
    ['last', { items: [3, 4] }, 4],
    ['first', { items: [] }, null],
    ['sort', { items: [10, 9, 1] }, [1, 9, 10]],
    ['sort', { items: ['b', 'a', 'B'] }, ['B', 'a', 'b']],
    ['sort', { items: [2, null, 1], descending: true }, [2, 1, null]],
    ['sort', { items: people, path: 'age' }, [al, cy, bo]],
    ['sort', { items: people, path: 'name', descending: true }, [cy, bo, al]],
    ['sort', { items: people, path: 'tags[1]' }, [al, cy, bo]],
    ['unique', { items: [1, '1', 1, { a: 1, b: 2 }, { b: 2, a: 1 }] }, [1, '1', { a: 1, b: 2 }]],
    ['unique', { items: people, path: 'age' }, [cy, al]],
    ['reverse', { items: [1, 2, 3] }, [3, 2, 1]],
    ['slice', { items: [1, 2, 3, 4], start: 1, end: -1 }, [2, 3]],
    ['chunk', { items: [1, 2, 3], size: 2 }, [[1, 2], [3]]],
    ['flatten', { items: [1, [2, [3]]] }, [1, 2, [3]]],
    ['flatten', { items: [1, [2, [3]]], depth: 9 }, [1, 2, 3]],
    ['concat', { items: [1], other: [1, 2] }, [1, 1, 2]],
    [
      'zip',
      { items: ['a', 'b', 'c'], other: [1, 2] },
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    ['range', { end: 3 }, [0, 1, 2]],
    ['range', { start: 3, end: 0, step: -1 }, [3, 2, 1]],
    ['range', { end: 0.5, step: 0.1 }, [0, 0.1, 0.2, 0.3, 0.4]],
    ['range', { start: 1, end: 1.1, step: 0.1 }, [1]],
    ['range', { start: 0.3, end: -0.1, step: -0.1 }, [0.3, 0.2, 0.1, 0]],
    [
      'range',
      { start: 123456789012.345, end: 123456789013, step: 0.5 },
      [123456789012.345, 123456789012.845],
    ],
    ['range', { start: 1e-7, end: 4e-7, step: 1e-7 }, [1e-7, 2e-7, 3e-7]],
    ['range', { start: 3, end: 0 }, []],
    ['filter', { items: people, path: 'age', value: 30 }, [cy, bo]],
    ['filter', { items: people, path: 'age', operator: 'ne', value: 30 }, [al]],
    ['filter', { items: people, path: 'age', operator: 'lt', value: 30 }, [al]],
    ['filter', { items: people, path: 'age', operator: 'gte', value: 30 }, [cy, bo]],
    ['filter', { items: [1, 2, '3', null], operator: 'gt', value: 1 }, [2]],
    ['filter', { items: [1, 2, 3], operator: 'lte', value: 2 }, [1, 2]],
    ['filter', { items: people, path: 'tags', operator: 'contains', value: 'b' }, [al]],
    ['filter', { items: ['abc', 'xyz', 5], operator: 'contains', value: 'b' }, ['abc']],
    ['filter', { items: ['abc', 'xyz', 5], operator: 'starts_with', value: 'x' }, ['xyz']],
    ['filter', { items: ['abc', 'xyz', 5], operator: 'ends_with', value: 'c' }, ['abc']],
    ['filter', { items: people, path: 'name', operator: 'in', value: ['Al', 'Bo'] }, [al, bo]],
    ['filter', { items: people, path: 'tags', operator: 'exists' }, [cy, al]],
    ['filter', { items: people, path: 'tags', operator: 'not_exists' }, [bo]],
    ['filter', { items: people, path: 'tags', value: ['a'] }, [cy]],
    ['filter', { items: [{}], path: '__proto__', operator: 'exists' }, []],
    ['filter', { items: [{}], path: 'constructor.name', operator: 'exists' }, []],
    ['pluck', { items: people, path: 'tags[0]' }, ['a', 'a', null]],
    [
      'group_by',
      { items: people, path: 'age' },
      [
        { key: 30, items: [cy, bo] },
        { key: 25, items: [al] },
      ],
    ],
    [
      'count_by',
      { items: [1, '1', 1, '__proto__'] },
      [
        { key: 1, count: 2 },
        { key: '1', count: 1 },
        { key: '__proto__', count: 1 },
      ],
    ],
    ['sum', { items: [0.1, 0.2] }, 0.3],
    ['sum', { items: [] }, 0],
    ['sum', { items: [1e308, 1, -1e308] }, 1],
    ['sum', { items: [5e-324, 1.7976931348623157e308, -1.7976931348623157e308] }, 5e-324],
    ['sum', { items: [-1.5e-7, 1e-7, 12345.678] }, 12345.67799995],
    ['sum', { items: [9007199254740992, 1e21, 1, -1e21] }, 9007199254740992],
    ['average', { items: [0.1, 0.2] }, 0.15],
    ['average', { items: [-1, -2, -2] }, -5 / 3],
    ['average', { items: people, path: 'age' }, 85 / 3],
    ['average', { items: [] }, null],
    ['average', { items: [-5e-324, 0, 0] }, 0],
    ['min', { items: [-0] }, 0],
    ['min', { items: [3, 1, 2] }, 1],
    ['max', { items: ['2026-01-01', '2026-12-25'] }, '2026-12-25'],
    ['max', { items: [] }, null],
    ['includes', { items: [{ a: [1] }], value: { a: [1] } }, true],
    ['includes', { items: [1], value: '1' }, false],
    ['index_of', { items: people, path: 'name', value: 'Bo' }, 2],
    ['index_of', { items: [1], value: null }, -1],
    ['union', { items: [1, 2], other: [2, 3] }, [1, 2, 3]],
    ['intersect', { items: [1, 2, 2], other: [2, 3] }, [2]],
    ['difference', { items: [1, 2, 1], other: [2, 3] }, [1]],
  ])('%s of %j is %j', async (operation, input, expected) => {
    expect(await resultOf(array, { operation, ...input })).toEqual(expected);
  });

  test.each<[string, Input, string]>([
    ['length', {}, 'Operation "length" needs "items"'],
    ['concat', { items: [] }, 'needs "other"'],
    ['chunk', { items: [] }, 'needs "size"'],
    ['chunk', { items: [], size: 0 }, 'refused by the schema'],
    ['pluck', { items: [] }, 'needs "path"'],
    ['sort', { items: [1, 'a'] }, 'Item 1 is of type text'],
    ['sort', { items: [{ a: 1 }] }, 'Give a "path"'],
    ['max', { items: [[1]] }, 'Item 0 is of type list'],
    ['sum', { items: [1, '2'] }, 'Item 1 has no number'],
    ['sum', { items: [1e308, 1e308] }, 'larger than a number can be'],
    ['range', { end: 1, step: 0 }, 'not 0'],
    ['range', { end: 1e300 }, 'more than 25,000 values'],
    ['range', { end: 1, step: 1e-300 }, 'more than 25,000 values'],
    ['range', {}, 'needs "end"'],
    ['filter', { items: [1] }, 'The operator "eq" needs "value"'],
    ['filter', { items: [1], operator: 'in', value: 1 }, 'needs a list'],
    ['filter', { items: [1], operator: 'gt', value: [1] }, 'needs a number, a text or a boolean'],
    ['filter', { items: [1], path: 'a..b', value: 1 }, 'Cannot read the path'],
  ])('%s of %j fails and says: %s', async (operation, input, message) => {
    await expect(resultOf(array, { operation, ...input })).rejects.toThrow(message);
  });

  const numbers = Array.from({ length: 25_000 }, (_, index) => (index * 7919) % 100_003);
  const rows = Array.from({ length: 3500 }, (_, index) => ({
    key: `k${index % 500}`,
    list: [index, index + 1],
  }));
  let nested: unknown = [1];
  for (let level = 0; level < 150; level++) nested = [nested];

  test.each<[string, string, Input]>([
    ['sort', 'list of 25000', { items: numbers }],
    ['unique', 'list of 25000', { items: numbers }],
    ['sum', '125', { items: numbers.map((number) => number / 10) }],
    ['group_by', 'list of 500', { items: rows, path: 'key' }],
    ['unique', 'list of 3500', { items: rows }],
    ['difference', 'list of 0', { items: rows.slice(0, 1500), other: rows.slice(0, 1500) }],
    ['flatten', 'list of 20001', { items: [nested, ...numbers.slice(0, 20_000)], depth: 100 }],
    ['pluck', 'list of 25000', { items: numbers, path: `a${'.a'.repeat(199)}` }],
    ['filter', 'list of 2', { items: rows, path: 'list', operator: 'contains', value: 3499 }],
    [
      'filter',
      'list of 0',
      { items: ['a'.repeat(400_000)], operator: 'contains', value: `${'a'.repeat(5e4)}b${'a'.repeat(5e4)}` },
    ],
    ['sort', 'refused by the schema', { items: [...numbers, ...numbers] }],
    ['sort', 'more than 25,000 values and keys', { items: [...rows, ...rows], path: 'key' }],
    ['length', 'more than 25,000 values and keys', { items: [numbers] }],
    ['concat', 'more than 25,000 values and keys', { items: numbers, other: numbers }],
    ['unique', 'more than 1,000,000 characters', { items: ['é'.repeat(600_000), 'é'.repeat(600_000)] }],
    ['first', 'more than 1,000,000 characters', { items: [{ ['k'.repeat(1_000_001)]: 1 }] }],
  ])('a large %s ends with %s', async (operation, ending, input) => {
    expect(await endingOf(array, { operation, ...input })).toContain(ending);
  });

  test('sorting gives the same items in order', async () => {
    const property = fc.asyncProperty(fc.array(fc.integer()), async (items) => {
      expect(await resultOf(array, { operation: 'sort', items })).toEqual(items.toSorted((a, b) => a - b));
    });
    await fc.assert(property);
  });

  test('what two lists share and what they do not is the whole first list', async () => {
    const json = fc.array(fc.jsonValue({ maxDepth: 2 }));
    const property = fc.asyncProperty(json, json, async (items, other) => {
      const shared = (await resultOf(array, { operation: 'intersect', items, other })) as unknown[];
      const rest = (await resultOf(array, { operation: 'difference', items, other })) as unknown[];
      const all = (await resultOf(array, { operation: 'unique', items })) as unknown[];
      expect(shared.length + rest.length).toBe(all.length);
    });
    await fc.assert(property);
  });

  test('the prototype of nothing is touched, whatever the path and the items', async () => {
    const operation = fc.constantFrom('sort', 'unique', 'pluck', 'group_by', 'count_by', 'filter', 'min');
    const path = fc.constantFrom('__proto__', 'constructor.prototype', '__proto__.x', 'a["__proto__"]');
    const item = fc.constantFrom('{"__proto__": {"polluted": 1}}', '{"constructor": {"prototype": 1}}', '{}');
    const property = fc.asyncProperty(operation, path, fc.array(item), async (name, at, texts) => {
      const items = texts.map((text) => JSON.parse(text) as unknown);
      await resultOf(array, { operation: name, items, path: at, value: 1 }).catch(() => undefined);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      expect(Object.keys(Object.prototype)).toEqual([]);
    });
    await fc.assert(property);
  });
});
