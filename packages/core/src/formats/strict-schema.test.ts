import { expect, test } from 'vitest';
import { createChangeLog } from './change-log.ts';
import { openAiStrict } from './openai-strict.ts';
import type { SchemaNode } from './schema-node.ts';
import { toStrictSchema } from './strict-schema.ts';

function strict(schema: SchemaNode) {
  const log = createChangeLog('tool');
  return {
    schema: toStrictSchema(schema, openAiStrict, log),
    changes: log.changes.map(({ path, change, lossy }) => [path, change, lossy]),
  };
}

test('objects are closed, and what may be left out may be null instead', () => {
  expect(
    strict({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'object', properties: { c: { type: 'number' } } } },
      required: ['a'],
    }),
  ).toEqual({
    schema: {
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: {
          anyOf: [
            {
              type: 'object',
              properties: { c: { type: ['number', 'null'] } },
              required: ['c'],
              additionalProperties: false,
            },
            { type: 'null' },
          ],
        },
      },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    changes: [
      ['', 'closed_object', false],
      ['/properties/b', 'closed_object', false],
      ['/properties/b/properties/c', 'optional_to_nullable', false],
      ['/properties/b', 'optional_to_nullable', false],
    ],
  });
});

test('keywords that strict mode lacks are told in the description', () => {
  expect(
    strict({
      type: 'object',
      properties: { a: { type: 'string', description: 'A', minLength: 2, pattern: '^x', default: 'xx' } },
      required: ['a'],
      additionalProperties: false,
    }),
  ).toEqual({
    schema: {
      type: 'object',
      properties: { a: { type: 'string', description: 'A (minLength: 2, default: "xx")', pattern: '^x' } },
      required: ['a'],
      additionalProperties: false,
    },
    changes: [
      ['/properties/a/minLength', 'dropped_keyword', true],
      ['/properties/a/default', 'dropped_keyword', false],
    ],
  });
});

test('a schema that refers to itself keeps doing so', () => {
  const { schema } = strict({
    type: 'object',
    properties: { root: { $ref: '#/$defs/node' } },
    required: ['root'],
    additionalProperties: false,
    $defs: {
      node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, additionalProperties: false },
    },
  });
  const node = {
    type: 'object',
    properties: { next: { anyOf: [{ $ref: '#/$defs/shape_1' }, { type: 'null' }] } },
    required: ['next'],
    additionalProperties: false,
  };
  expect(schema).toMatchObject({ properties: { root: node }, $defs: { shape_1: node } });
});

test('a tool that could no longer be given what it takes is not made strict', () => {
  const schemas: SchemaNode[] = [
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'object' },
    {},
    { type: 'array' },
    { type: 'array', prefixItems: [{ type: 'string' }], items: false },
    { enum: [{ a: 1 }] },
    { type: 'object', properties: {}, required: ['a'] },
    { $ref: 'https://example.com' },
  ];
  for (const schema of schemas) {
    expect(strict({ type: 'object', properties: { a: schema } })).toEqual({
      schema: undefined,
      changes: [['', 'not_strict', false]],
    });
  }
});
