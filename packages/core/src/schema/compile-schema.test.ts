import { describe, expect, test } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';

const draft07 = 'http://json-schema.org/draft-07/schema#';

type Case = readonly [
  schema: JsonSchemaObject | boolean,
  valid: readonly unknown[],
  invalid: readonly unknown[],
];

function keywordsOf(schema: JsonSchemaObject | boolean, value: unknown): string[] {
  return (compileSchema(schema).validate(structuredClone(value)) ?? []).map(({ keyword }) => keyword);
}

function expectCase([schema, valid, invalid]: Case): void {
  for (const value of valid)
    expect({ value, keywords: keywordsOf(schema, value) }).toEqual({ value, keywords: [] });
  for (const value of invalid)
    expect({ value, count: keywordsOf(schema, value).length > 0 }).toEqual({ value, count: true });
}

/** `if`, `then` and `else`; spelt out, an object with a `then` looks like a promise. */
function condition(...parts: readonly [JsonSchema, JsonSchema, JsonSchema]): JsonSchemaObject {
  return Object.fromEntries(['if', 'then', 'else'].map((keyword, index) => [keyword, parts[index]]));
}

const bothDialects: Record<string, Case> = {
  'boolean schemas': [{ properties: { yes: true, no: false } }, [{ yes: 1 }, {}], [{ no: 1 }]],
  type: [{ type: 'integer' }, [1, 1.0, -3, 1e300], [1.5, '1', null, true, Number.NaN]],
  'a list of types': [{ type: ['string', 'null'] }, ['', null], [0, [], {}]],
  'object is neither array nor null': [{ type: 'object' }, [{}], [[], null]],
  enum: [
    { enum: [1, 'a', null, { a: [1] }] },
    [1, 'a', null, { a: [1] }],
    ['1', { a: [2] }, { a: [1], b: 1 }, [1]],
  ],
  const: [{ const: { a: [1, { b: null }] } }, [{ a: [1, { b: null }] }], [{ a: [1, {}] }, { a: [1] }, 1]],
  'const false is not 0': [{ const: false }, [false], [0, null]],
  minimum: [{ minimum: 1.1 }, [1.1, 2, 'x'], [1]],
  maximum: [{ maximum: 3 }, [3, -1], [3.1]],
  exclusiveMinimum: [{ exclusiveMinimum: 1 }, [1.1], [1, 0]],
  exclusiveMaximum: [{ exclusiveMaximum: 1 }, [0.9], [1, 2]],
  multipleOf: [{ multipleOf: 0.1 }, [0.3, 1, 1.1, 'x'], [0.35]],
  'multipleOf of huge numbers': [{ multipleOf: 0.5 }, [1e308], [0.3]],
  minLength: [{ minLength: 2 }, ['ab', '😀😀', 1], ['a', '😀']],
  maxLength: [{ maxLength: 2 }, ['ab', '😀😀', ''], ['abc', '😀😀😀']],
  'pattern is not anchored': [{ pattern: 'a+' }, ['xaay', 1], ['b']],
  items: [{ items: { type: 'integer' } }, [[], [1, 2], 'x'], [[1, 'x']]],
  'a list of items with additionalItems': [
    { items: [{ type: 'integer' }, { type: 'string' }], additionalItems: { type: 'null' } },
    [[], [1], [1, 'a'], [1, 'a', null]],
    [['a'], [1, 'a', 1]],
  ],
  minItems: [{ minItems: 1 }, [[1], 'x'], [[]]],
  maxItems: [{ maxItems: 1 }, [[1], []], [[1, 2]]],
  uniqueItems: [
    { uniqueItems: true },
    [[1, '1', true, null, [1], { a: 1 }, '[1]', { a: '1' }], [], [1, 2]],
    [
      [1, 1.0],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      ['a', 'a'],
      [[1], [1]],
      [null, null],
      ['x'.repeat(17_000), 'x'.repeat(17_000)],
    ],
  ],
  contains: [{ contains: { minimum: 5 } }, [[1, 5], 'x'], [[1], []]],
  properties: [{ properties: { a: { type: 'string' } } }, [{ a: 'x' }, {}, { b: 1 }, []], [{ a: 1 }]],
  patternProperties: [
    { patternProperties: { '^x-': { type: 'string' } } },
    [{ 'x-a': 'a', y: 1 }],
    [{ 'x-a': 1 }],
  ],
  'additionalProperties false': [
    { properties: { a: {} }, patternProperties: { '^x': {} }, additionalProperties: false },
    [{ a: 1, xb: 1 }, {}],
    [{ b: 1 }],
  ],
  'additionalProperties schema': [
    { properties: { a: {} }, additionalProperties: { type: 'string' } },
    [{ a: 1, b: 'x' }],
    [{ b: 1 }],
  ],
  propertyNames: [{ propertyNames: { maxLength: 2 } }, [{ ab: 1 }, []], [{ abc: 1 }]],
  required: [{ required: ['a'] }, [{ a: null }, []], [{}, { a: undefined }]],
  minProperties: [{ minProperties: 1 }, [{ a: 1 }, []], [{}]],
  maxProperties: [{ maxProperties: 1 }, [{ a: 1 }], [{ a: 1, b: 2 }]],
  dependencies: [
    { dependencies: { a: ['b'], c: { required: ['d'] } } },
    [{}, { b: 1 }, { a: 1, b: 1 }, { c: 1, d: 1 }],
    [{ a: 1 }, { c: 1 }],
  ],
  allOf: [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, [2], [0, 4]],
  anyOf: [{ anyOf: [{ type: 'string' }, { minimum: 2 }] }, ['x', 3], [1]],
  oneOf: [{ oneOf: [{ minimum: 2 }, { type: 'integer' }] }, [1, 2.5], [3, 1.5]],
  not: [{ not: { type: 'string' } }, [1], ['x']],
  'if, then, else': [condition({ minimum: 10 }, { multipleOf: 10 }, { maximum: 5 }), [20, 5], [11, 6]],
  'a reference that recurses': [
    { type: 'object', properties: { next: { $ref: '#' }, n: { type: 'number' } }, required: ['n'] },
    [{ n: 1, next: { n: 2, next: { n: 3 } } }],
    [{ n: 1, next: { n: 2, next: {} } }],
  ],
  'a pointer with escapes': [
    {
      definitions: { 'a/b~c%': { type: 'string' } },
      properties: { x: { $ref: '#/definitions/a~1b~0c%25' } },
    },
    [{ x: '' }],
    [{ x: 1 }],
  ],
  'a reference to an unknown keyword': [
    { components: { schemas: { A: { type: 'string' } } }, items: { $ref: '#/components/schemas/A' } },
    [['a']],
    [[1]],
  ],
  '$id within the document': [
    {
      $id: 'https://example.com/root.json',
      properties: { a: { $ref: 'item.json' }, b: { $ref: 'item.json#/definitions/n' } },
      definitions: { item: { $id: 'item.json', type: 'string', definitions: { n: { type: 'number' } } } },
    },
    [{ a: 'x', b: 1 }],
    [{ a: 1 }, { b: 'x' }],
  ],
  'unknown keywords and nullable say nothing': [
    { type: 'string', nullable: true, made_up: 1 },
    ['x'],
    [null],
  ],
};

describe.each([
  ['2020-12', undefined],
  ['draft-07', draft07],
])('%s', (_, $schema) => {
  for (const [name, [schema, valid, invalid]] of Object.entries(bothDialects)) {
    test(`${name} accepts and rejects what the standard says`, () => {
      const dialectSchema =
        $schema === undefined || typeof schema === 'boolean' ? schema : { $schema, ...schema };
      expectCase([dialectSchema, valid, invalid]);
    });
  }
});

const newOnly: Record<string, Case> = {
  prefixItems: [
    { prefixItems: [{ type: 'integer' }], items: { type: 'string' } },
    [[], [1], [1, 'a']],
    [['a'], [1, 2]],
  ],
  'items false closes a tuple': [{ prefixItems: [true], items: false }, [[1], []], [[1, 2]]],
  'minContains and maxContains': [
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [
      [1, 1],
      [1, 0, 1, 1],
    ],
    [[1], [1, 1, 1, 1]],
  ],
  'minContains 0': [{ contains: { const: 1 }, minContains: 0 }, [[], [2]], []],
  dependentRequired: [{ dependentRequired: { a: ['b'] } }, [{ b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
  dependentSchemas: [{ dependentSchemas: { a: { maxProperties: 1 } } }, [{ a: 1 }], [{ a: 1, b: 1 }]],
  'keywords beside $ref': [
    { $defs: { s: { type: 'string' } }, $ref: '#/$defs/s', minLength: 2 },
    ['ab'],
    ['a', 1],
  ],
  $anchor: [{ $defs: { s: { $anchor: 'text', type: 'string' } }, items: { $ref: '#text' } }, [['a']], [[1]]],
  $dynamicRef: [
    { $dynamicAnchor: 'node', properties: { child: { $dynamicRef: '#node' }, n: { type: 'number' } } },
    [{ child: { child: { n: 1 } } }],
    [{ child: { child: { n: 'x' } } }],
  ],
  'unevaluatedProperties sees through allOf and $ref': [
    {
      $defs: { base: { properties: { a: true } } },
      allOf: [{ $ref: '#/$defs/base' }],
      properties: { b: true },
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1 }, {}],
    [{ c: 1 }],
  ],
  'unevaluatedProperties counts only options that match': [
    {
      anyOf: [{ properties: { a: { const: 1 } }, required: ['a'] }, { properties: { b: true } }],
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1 }, { b: 1 }],
    [{ a: 2 }, { b: 1, c: 1 }],
  ],
  'unevaluatedProperties does not see cousins': [
    { allOf: [{ properties: { a: true } }, { unevaluatedProperties: false }] },
    [{}],
    [{ a: 1 }],
  ],
  'unevaluatedProperties in if and then': [
    {
      ...condition(
        { properties: { kind: { const: 'a' } }, required: ['kind'] },
        { properties: { a: true } },
        true,
      ),
      unevaluatedProperties: false,
    },
    [{ kind: 'a', a: 1 }],
    [{ kind: 'b' }, { kind: 'a', b: 1 }],
  ],
  'unevaluatedItems after prefixItems and contains': [
    { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false },
    [
      [1, 'a'],
      [1, 'a', 'b'],
    ],
    [[1, 'a', 2]],
  ],
  'unevaluatedItems schema': [
    { prefixItems: [true], unevaluatedItems: { type: 'null' } },
    [[1, null]],
    [[1, 2]],
  ],
};

describe('2020-12', () => {
  for (const [name, oneCase] of Object.entries(newOnly)) {
    test(`${name} accepts and rejects what the standard says`, () => expectCase(oneCase));
  }
});

describe('draft-07', () => {
  test('a $ref hides its siblings', () => {
    const schema: JsonSchemaObject = {
      $schema: draft07,
      definitions: { s: { type: 'string' } },
      $ref: '#/definitions/s',
      minLength: 2,
    };
    expectCase([schema, ['a'], [1]]);
  });

  test('keywords of later drafts are unknown', () => {
    const schema = {
      $schema: draft07,
      prefixItems: [false],
      dependentRequired: { a: ['b'] },
      unevaluatedProperties: false,
    };
    expectCase([schema, [[1], { a: 1 }], []]);
  });

  test('an $id that is a fragment names a place', () => {
    const schema: JsonSchemaObject = {
      $schema: draft07,
      definitions: { s: { $id: '#s', type: 'string' } },
      items: { $ref: '#s' },
    };
    expectCase([schema, [['a']], [[1]]]);
  });
});

describe('problems', () => {
  test('all are reported with the place as a person names it', () => {
    const schema = {
      type: 'object',
      properties: {
        user: {
          type: 'object',
          properties: { tags: { type: 'array', items: { required: ['name'] } }, 'a b': { minimum: 3 } },
          additionalProperties: false,
        },
        mode: { enum: ['fast', 'slow'] },
      },
      required: ['path', 'user'],
    } as const;
    const value = { user: { tags: [{ name: 1 }, {}], 'a b': 1, other: true }, mode: 'x' };
    expect(compileSchema(schema).validate(value)).toEqual([
      { path: '', keyword: 'required', expected: 'path', received: 'object' },
      { path: 'user.tags[1]', keyword: 'required', expected: 'name', received: 'object' },
      { path: 'user["a b"]', keyword: 'minimum', expected: 3, received: 'integer' },
      { path: 'user', keyword: 'additionalProperties', expected: 'other', received: 'object' },
      { path: 'mode', keyword: 'enum', expected: ['fast', 'slow'], received: 'string' },
    ]);
  });

  test('what was received is named also when JSON has no word for it', () => {
    const { validate } = compileSchema({ type: 'string' });
    const received = [undefined, () => 1, Symbol('s'), 1n, 1.5, 1, null, [], {}].map(
      (value) => validate(value)?.[0]?.received,
    );
    expect(received).toEqual([
      'undefined',
      'function',
      'symbol',
      'bigint',
      'number',
      'integer',
      'null',
      'array',
      'object',
    ]);
  });

  test('anyOf with one option of the right type reports what that option misses', () => {
    const { validate } = compileSchema({ anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] });
    expect(validate('a')).toEqual([{ path: '', keyword: 'minLength', expected: 3, received: 'string' }]);
    expect(validate(1)).toEqual([
      { path: '', keyword: 'anyOf', expected: ['string', 'null'], received: 'integer' },
    ]);
  });

  test('are capped at fifty', () => {
    const { validate } = compileSchema({ items: { type: 'string' } });
    expect(validate(Array.from({ length: 1000 }, () => 1))).toHaveLength(50);
  });

  test('a long enum is cut in the report', () => {
    const { validate } = compileSchema({
      enum: Array.from({ length: 1000 }, (_, index) => `value ${index}`),
    });
    expect(validate('x')?.[0]?.expected).toHaveLength(21);
  });

  test('a schema that cannot be used accepts nothing and says why', () => {
    const problems = compileSchema({ properties: { a: { $ref: 'https://elsewhere.example/' } } }).validate(
      {},
    );
    expect(problems).toMatchObject([
      { path: '', keyword: 'schema', expected: expect.stringContaining('remote_reference') },
    ]);
  });
});
