import { describe, expect, test } from 'vitest';
import { checkSchema } from './check-schema.ts';

function reasonsOf(schema: unknown, root: 'object' | 'any' = 'any'): string[] {
  return checkSchema(schema, { root }).map(({ path, reason }) => `${reason} ${path}`.trim());
}

describe('checkSchema', () => {
  test('finds nothing wrong with the parameters of an ordinary tool', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      description: 'Find files',
      properties: {
        pattern: { type: 'string', pattern: '^[^\\0]+$', examples: ['*.ts'] },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
        filter: { anyOf: [{ $ref: '#/definitions/filter' }, { type: 'null' }] },
      },
      required: ['pattern'],
      additionalProperties: false,
      definitions: { filter: { enum: ['a', 'b'] } },
    };
    expect(checkSchema(schema)).toEqual([]);
  });

  test('the root of parameters must say that it is an object', () => {
    expect(reasonsOf({ type: 'string' }, 'object')).toEqual(['not_an_object_root']);
    expect(reasonsOf({ properties: {} }, 'object')).toEqual(['not_an_object_root']);
    expect(reasonsOf(true, 'object')).toEqual(['not_an_object_root']);
    expect(reasonsOf({ type: 'string' })).toEqual([]);
  });

  test.each([
    ['not_a_schema', null],
    ['not_a_schema', 'text'],
    ['not_a_schema /items', { items: 3 }],
    ['not_a_schema /properties/a', { properties: { a: null } }],
    ['invalid_keyword /properties', { properties: [] }],
    ['invalid_keyword /type', { type: 'text' }],
    ['invalid_keyword /type', { type: [] }],
    ['invalid_keyword /required', { required: 'a' }],
    ['invalid_keyword /required', { required: [1] }],
    ['invalid_keyword /minimum', { minimum: '1' }],
    ['invalid_keyword /exclusiveMinimum', { exclusiveMinimum: true }],
    ['invalid_keyword /minLength', { minLength: -1 }],
    ['invalid_keyword /multipleOf', { multipleOf: 0 }],
    ['invalid_keyword /enum', { enum: 'a' }],
    ['invalid_keyword /uniqueItems', { uniqueItems: 1 }],
    ['invalid_keyword /allOf', { allOf: {} }],
    ['invalid_keyword /pattern', { pattern: 1 }],
    ['invalid_keyword /$ref', { $ref: 1 }],
    ['invalid_keyword /description', { description: () => 1 }],
    ['invalid_keyword /default', { default: { a: 1n } }],
    ['invalid_keyword /properties/a~1b~0/type', { properties: { 'a/b~': { type: 1 } } }],
    ['unresolved_reference /$ref', { $ref: '#/$defs/none' }],
    [
      'dynamic_reference /$defs/list/items/$dynamicRef',
      {
        $ref: '#/$defs/list',
        $defs: {
          strings: { $dynamicAnchor: 'item', type: 'string' },
          list: { items: { $dynamicRef: '#item' }, $defs: { any: { $dynamicAnchor: 'item' } } },
        },
      },
    ],
    [
      'dynamic_reference /properties/child/$recursiveRef',
      {
        $recursiveAnchor: true,
        properties: { child: { $recursiveRef: '#' } },
        $defs: { other: { $id: 'other', $recursiveAnchor: true } },
      },
    ],
    ['unresolved_reference /$ref', { $ref: '#none' }],
    ['unresolved_reference', { $ref: '#' }],
    [
      'unresolved_reference',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    ],
    ['unresolved_reference /$ref', { $ref: '#/__proto__' }],
    ['remote_reference /items/$ref', { items: { $ref: 'https://example.com/x.json' } }],
    ['remote_reference /items/$ref', { items: { $ref: 'file:///etc/passwd' } }],
    ['remote_reference /items/$ref', { items: { $ref: 'other.json#/a' } }],
    ['unsupported_dialect /$schema', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['unsupported_dialect /$schema', { $schema: 1 }],
    ['unsafe_pattern /pattern', { pattern: '(?=a)' }],
    ['unsafe_pattern /patternProperties/(a)\\1', { patternProperties: { '(a)\\1': true } }],
    ['unsafe_pattern /pattern', { pattern: '(a{1000}){1000}' }],
    ['invalid_keyword /$ref/type', { x: { type: 'text' }, $ref: '#/x' }],
  ])('reports %s', (fault, schema) => {
    expect(reasonsOf(schema)).toEqual([fault]);
  });

  test.each([
    undefined,
    'https://json-schema.org/draft/2020-12/schema',
    'https://json-schema.org/draft/2019-09/schema',
    'http://json-schema.org/draft-06/schema#',
  ])('the dialect %s is understood', ($schema) => {
    expect(reasonsOf({ $schema })).toEqual([]);
  });

  test('all faults are found, up to twenty', () => {
    expect(reasonsOf({ properties: { a: { type: 1 }, b: { minimum: 'x' } } })).toHaveLength(2);
    expect(reasonsOf({ allOf: Array.from({ length: 100 }, () => 1) })).toHaveLength(20);
  });

  test('a schema as large as 23,000 tokens passes', () => {
    const operation = {
      type: 'object',
      description: 'word '.repeat(40),
      properties: { id: { type: 'string' }, on: { type: 'boolean' } },
    };
    const schema = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 350 }, (_, index) => [`p${index}`, operation])),
    };
    expect(JSON.stringify(schema).length).toBeGreaterThan(100_000);
    expect(checkSchema(schema)).toEqual([]);
  });

  test('what is too deep, too large or too many ends the check', () => {
    let deep: object = {};
    for (let level = 0; level < 100; level += 1) deep = { not: deep };
    expect(checkSchema(deep, { root: 'any' })).toMatchObject([{ reason: 'too_deep' }]);
    let data: unknown[] = [];
    for (let level = 0; level < 100_000; level += 1) data = [data];
    expect(checkSchema({ default: data }, { root: 'any' })).toMatchObject([
      { reason: 'too_deep', path: '/default' },
    ]);
    expect(reasonsOf({ description: 'x'.repeat(600_000) })).toEqual(['too_large /description']);
    expect(reasonsOf({ enum: Array.from({ length: 1_000_000 }, (_, index) => index) })).toEqual([
      'too_large /enum',
    ]);
    const wide = { allOf: Array.from({ length: 6_000 }, () => ({})) };
    expect(checkSchema(wide, { root: 'any' })).toMatchObject([{ reason: 'too_many_subschemas' }]);
    expect(checkSchema(wide, { root: 'any', limits: { maxSubschemas: 10_000 } })).toEqual([]);
  });

  test('a schema that contains itself is too deep', () => {
    const schema: { not?: unknown } = {};
    schema.not = schema;
    expect(checkSchema(schema, { root: 'any' })).toMatchObject([{ reason: 'too_deep' }]);
  });
});
