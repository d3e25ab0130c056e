import { expect, test } from 'vitest';
import { createChangeLog } from './change-log.ts';
import { toGeminiSchema } from './gemini-schema.ts';
import type { SchemaNode } from './schema-node.ts';

/** How Gemini gets one parameter, and what was changed. */
function parameter(schema: SchemaNode) {
  const log = createChangeLog('tool');
  const converted = toGeminiSchema({ type: 'object', properties: { p: schema } }, log);
  const properties = converted?.['properties'];
  return {
    schema:
      typeof properties === 'object' && properties !== null && 'p' in properties ? properties.p : undefined,
    changes: log.changes.map(({ path, change, lossy }) => [path.replace('/properties/p', ''), change, lossy]),
  };
}

test('what Gemini knows stays as it is', () => {
  const schemas: SchemaNode[] = [
    {
      type: 'string',
      description: 'x',
      minLength: 1,
      maxLength: 3,
      pattern: '^a',
      enum: ['a'],
      default: 'a',
    },
    { type: 'string', format: 'date-time' },
    { type: 'number', minimum: 0, maximum: 1, format: 'double' },
    { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 2 },
    { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], minProperties: 1 },
  ];
  for (const schema of schemas) expect(parameter(schema)).toEqual({ schema, changes: [] });
});

test('null among the alternatives becomes nullable', () => {
  expect(parameter({ anyOf: [{ type: 'string' }, { type: 'null' }], description: 'x' })).toEqual({
    schema: { type: 'string', description: 'x', nullable: true },
    changes: [['/anyOf', 'any_of_null_to_nullable', false]],
  });
});

test('a list of types becomes nullable or alternatives that hold their own keywords', () => {
  expect(parameter({ type: ['string', 'null'], enum: ['a', null] }).schema).toEqual({
    type: 'string',
    enum: ['a'],
    nullable: true,
  });
  expect(parameter({ type: ['array', 'string', 'null'], items: { type: 'string' }, maxLength: 5 })).toEqual({
    schema: {
      anyOf: [
        { type: 'array', items: { type: 'string' } },
        { type: 'string', maxLength: 5 },
      ],
      nullable: true,
    },
    changes: [['/type', 'type_list_to_any_of', false]],
  });
});

test('a constant text becomes a choice of one', () => {
  expect(parameter({ const: 'a' })).toEqual({
    schema: { type: 'string', enum: ['a'] },
    changes: [['/const', 'const_to_enum', false]],
  });
});

test('choices of numbers are told in the description, because Gemini would send texts', () => {
  expect(parameter({ type: 'integer', enum: [1, 2], description: 'Size' })).toEqual({
    schema: { type: 'integer', description: 'Size (enum: [1,2])' },
    changes: [['/enum', 'dropped_keyword', true]],
  });
});

test('an empty text cannot be a choice', () => {
  expect(parameter({ enum: ['', 'a'] })).toEqual({
    schema: { type: 'string', enum: ['a'] },
    changes: [['/enum', 'dropped_keyword', true]],
  });
});

test('an exclusive bound becomes an inclusive one for whole numbers and is told for others', () => {
  expect(parameter({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 }).schema).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 9,
  });
  expect(parameter({ type: 'number', exclusiveMinimum: 0.5 })).toEqual({
    schema: { type: 'number', minimum: 0.5, description: '(exclusiveMinimum: 0.5)' },
    changes: [['/exclusiveMinimum', 'dropped_keyword', true]],
  });
});

test('what Gemini does not know is told in the description', () => {
  expect(parameter({ type: 'string', format: 'uuid', not: { const: 'x' } })).toEqual({
    schema: { type: 'string', description: '(format: "uuid", not: {"const":"x"})' },
    changes: [
      ['/format', 'dropped_keyword', true],
      ['/not', 'dropped_keyword', true],
    ],
  });
});

test('oneOf becomes anyOf, and is lossy only when more than one could hold', () => {
  expect(parameter({ oneOf: [{ type: 'string' }, { type: 'number' }] }).changes).toEqual([
    ['/oneOf', 'one_of_to_any_of', false],
  ]);
  for (const more of [{ type: 'string', minLength: 2 }, { type: ['string', 'null'] }]) {
    const { changes } = parameter({ oneOf: [{ type: 'string' }, more] });
    expect(changes[0]).toEqual(['/oneOf', 'one_of_to_any_of', true]);
  }
  expect(parameter({ oneOf: [{ type: 'integer' }, { type: 'number' }] }).changes).toEqual([
    ['/oneOf', 'one_of_to_any_of', true],
  ]);
});

test('what stands beside alternatives goes into each of them', () => {
  const { schema } = parameter({
    type: 'object',
    properties: { a: { type: 'string' } },
    anyOf: [{ properties: { b: { type: 'string' } } }, { properties: { c: { type: 'string' } } }],
  });
  expect(schema).toEqual({
    anyOf: [
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
      { type: 'object', properties: { a: { type: 'string' }, c: { type: 'string' } } },
    ],
  });
});

test('alternatives within alternatives do not multiply without end', () => {
  let schema: SchemaNode = { type: 'string' };
  for (let i = 0; i < 20; i++) {
    const properties = { inner: schema };
    schema = {
      type: 'object',
      properties,
      anyOf: [{ properties: { x: true } }, { properties: { y: true } }],
    };
  }
  expect(JSON.stringify(parameter(schema)).length).toBeLessThan(5_000_000);
});

test('a value of any type is spelled out', () => {
  const { schema, changes } = parameter({ description: 'Anything' });
  expect(schema).toMatchObject({ description: 'Anything', nullable: true });
  expect(schema).toHaveProperty('anyOf');
  expect(changes).toEqual([['', 'any_value_spelled_out', true]]);
});

test('a tuple becomes a list of any of its items', () => {
  expect(
    parameter({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false }),
  ).toEqual({
    schema: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, maxItems: 2 },
    changes: [['/prefixItems', 'folded_union', true]],
  });
});

test('a required property that is not described is left out', () => {
  expect(parameter({ type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] })).toEqual({
    schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    changes: [['/required', 'dropped_property', true]],
  });
});

test('a property named like a piece of JavaScript stays a property', () => {
  const schema: SchemaNode = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"required":["__proto__"]}',
  );
  expect(JSON.stringify(parameter(schema).schema)).toBe(JSON.stringify(schema));
});

test('a tool without parameters has none', () => {
  expect(toGeminiSchema({ type: 'object', properties: {} }, createChangeLog('tool'))).toBeUndefined();
});
