import { expect, test } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import type { JsonSchema } from './json-schema.ts';

/** Each definition asks the next one twice: 2^40 visits. */
function doubling(keyword: 'allOf' | 'anyOf' | 'oneOf'): JsonSchema {
  const $defs: { [name: string]: JsonSchema } = { d40: { type: 'string', minLength: 3 } };
  for (let level = 0; level < 40; level += 1) {
    $defs[`d${level}`] = {
      [keyword]: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }],
    };
  }
  return { $ref: '#/$defs/d0', $defs };
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function keyed(count: number): { [key: string]: number } {
  return Object.fromEntries(many(count, (index) => [`k${index}`, index]));
}

function unevaluatedTower(): JsonSchema {
  let schema: JsonSchema = { properties: { k0: true } };
  for (let level = 0; level < 60; level += 1) {
    schema = {
      anyOf: [schema],
      unevaluatedProperties: { type: 'number' },
      properties: { [`k${level}`]: true },
    };
  }
  return schema;
}

const letters = many(50_000, (index) => ((index * 7919) % 13 > 6 ? 'a' : 'b')).join('');

const bombs: Record<string, readonly [schema: JsonSchema, value: () => unknown, endings: readonly string[]]> =
  {
    'allOf that doubles': [doubling('allOf'), () => 'abc', ['budget']],
    'anyOf that doubles': [doubling('anyOf'), () => 'a', ['budget']],
    'oneOf that doubles': [doubling('oneOf'), () => 'abc', ['budget']],
    'recursion over 100,000 nested arrays': [{ items: { $ref: '#' } }, () => nested(100_000), ['depth']],
    'recursion in place': [{ allOf: [{ $ref: '#' }] }, () => 1, ['budget']],
    'recursion in place through not': [{ not: { not: { $ref: '#' } } }, () => 1, ['budget']],
    'two recursions at each level': [
      {
        anyOf: [
          { items: { $ref: '#' }, not: { maxItems: 9 } },
          { items: { $ref: '#' }, not: { maxItems: 9 } },
        ],
      },
      () => nested(300),
      ['budget'],
    ],
    'a tower of unevaluatedProperties': [unevaluatedTower(), () => keyed(20_000), ['budget']],
    'many contains over a long array': [
      { allOf: many(2_000, () => ({ contains: { const: 'x' } })) },
      () => many(100_000, () => 1),
      ['budget', 'contains'],
    ],
    'a huge enum of objects': [
      { items: { enum: many(20_000, (index) => ({ a: [index] })) } },
      () => many(1_000, () => ({ a: [-1] })),
      ['budget', 'enum'],
    ],
    'a wide required over many objects': [
      { items: { required: many(20_000, (index) => `n${index}`) } },
      () => many(1_000, () => keyed(2)),
      ['required'],
    ],
    'uniqueItems over many objects': [
      { uniqueItems: true },
      () => many(300_000, (index) => ({ index })),
      ['budget'],
    ],
    'uniqueItems over long texts of one hash': [
      { uniqueItems: true },
      () => many(2_000, (index) => 'x'.repeat(20_000) + String(index).padStart(5)),
      ['budget'],
    ],
    'uniqueItems over deep values': [{ uniqueItems: true }, () => [nested(10_000)], ['depth']],
    'nested repeats over a long text': [{ pattern: '^(a+)+$' }, () => `${'a'.repeat(100_000)}b`, ['budget']],
    'a pattern with many states': [{ pattern: '(a|b)*a[ab]{60}\\b' }, () => letters, ['budget']],
    'hundreds of patterns': [
      { allOf: many(400, (index) => ({ pattern: `(a|b)+${index}|c` })) },
      () => 'abab',
      ['budget', 'pattern'],
    ],
    'a thousand patterns': [
      { allOf: many(1000, (index) => ({ pattern: `(a|b)+${index}|c` })) },
      () => 'abab',
      ['schema'],
    ],
    'patternProperties over many keys': [
      { patternProperties: Object.fromEntries(many(300, (index) => [`^[a-z]${index}x$`, true])) },
      () => keyed(20_000),
      ['budget'],
    ],
    'multipleOf with huge exponents': [
      { items: { multipleOf: 1e-300 } },
      () => many(100_000, (index) => 1.5e300 + index),
      ['budget'],
    ],
    'formats over long texts': [
      { items: { format: 'uri' } },
      () => many(100, () => `http://${'a'.repeat(100_000)}`),
      ['budget'],
    ],
    'lengths of a long text': [
      { allOf: many(1_000, () => ({ maxLength: 3_000_000 })) },
      () => '😀'.repeat(1_600_000),
      ['budget'],
    ],
    'large defaults in many places': [
      { items: { properties: { a: { default: many(20_000, () => ({})) } } } },
      () => many(1_000, () => ({})),
      ['budget'],
    ],
    'const over a deep value': [
      { const: 1, items: { const: [[]] }, uniqueItems: true },
      () => [nested(100_000)],
      ['const'],
    ],
    'propertyNames with many options': [
      { propertyNames: { anyOf: many(1_000, (index) => ({ const: `z${index}` })) } },
      () => keyed(20_000),
      ['budget', 'propertyNames'],
    ],
    'a cyclic value': [
      { items: { $ref: '#' } },
      () => {
        const value: unknown[] = [];
        value.push(value);
        return value;
      },
      ['depth'],
    ],
  };

test.each(Object.entries(bombs))('%s ends in a coded problem', (_, [schema, make, endings]) => {
  const problems = compileSchema(schema).validate(make());
  expect(endings).toContain(problems?.[0]?.keyword);
  if (problems?.[0]?.keyword === 'budget')
    expect(problems).toEqual([expect.objectContaining({ path: '', keyword: 'budget' })]);
});

const honest: Record<string, readonly [schema: JsonSchema, value: () => unknown]> = {
  'a text of 5 MB': [{ type: 'string', minLength: 1, maxLength: 10_000_000 }, () => 'x'.repeat(5_000_000)],
  '5 MB of base64': [{ type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' }, () => 'QUJD'.repeat(1_250_000)],
  '100,000 numbers': [
    { type: 'array', items: { type: 'number', minimum: 0 } },
    () => many(100_000, (index) => index),
  ],
  '100,000 different numbers': [{ type: 'array', uniqueItems: true }, () => many(100_000, (index) => index)],
  '10,000 objects': [
    {
      items: {
        type: 'object',
        properties: { id: { type: 'integer' }, tags: { items: { type: 'string' } } },
        required: ['id'],
      },
    },
    () => many(10_000, (id) => ({ id, tags: ['a', 'b'] })),
  ],
};

test.each(Object.entries(honest))('%s is within the budget', (_, [schema, make]) => {
  expect(compileSchema(schema).validate(make())).toBeUndefined();
});

test('a smaller budget ends sooner', () => {
  const schema = { items: { type: 'number' } } as const;
  const value = many(1_000, (index) => index);
  expect(compileSchema(schema).validate(value)).toBeUndefined();
  expect(compileSchema(schema, { budget: 100 }).validate(value)).toEqual([
    { path: '', keyword: 'budget', expected: 100, received: 'array' },
  ]);
});
