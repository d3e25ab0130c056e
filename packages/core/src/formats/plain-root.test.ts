import { expect, test } from 'vitest';
import { createChangeLog } from './change-log.ts';
import { plainRoot } from './plain-root.ts';
import type { SchemaNode } from './schema-node.ts';

function plain(schema: SchemaNode) {
  const log = createChangeLog('tool');
  return {
    schema: plainRoot(schema, log),
    changes: log.changes.map(({ path, change, lossy }) => [path, change, lossy]),
  };
}

test('a plain root stays as it is', () => {
  const schema: SchemaNode = {
    type: 'object',
    properties: { a: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/b' }] } },
    additionalProperties: false,
    $defs: { b: { type: 'number' } },
  };
  expect(plain(schema)).toEqual({ schema, changes: [] });
});

test('conditions on what is required are told in words', () => {
  const { schema, changes } = plain({
    type: 'object',
    properties: { id: { type: 'string' }, name: { type: 'string' } },
    anyOf: [{ required: ['id'] }, { required: ['name'] }],
  });
  expect(schema).toEqual({
    type: 'object',
    properties: { id: { type: 'string' }, name: { type: 'string' } },
    description: '(give one of: id; name)',
  });
  expect(changes).toEqual([['/anyOf', 'folded_union', true]]);
});

test('alternatives become one object with the properties of all and what all require', () => {
  const { schema } = plain({
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'a' }, x: { type: 'number' } },
        required: ['kind', 'x'],
      },
      { $ref: '#/$defs/b' },
    ],
    $defs: { b: { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] } },
  });
  expect(schema).toMatchObject({
    type: 'object',
    properties: { kind: { anyOf: [{ const: 'a' }, { const: 'b' }] }, x: { type: 'number' } },
    required: ['kind'],
    description: '(give one of: kind and x; kind)',
  });
  expect(schema).not.toHaveProperty('oneOf');
});

test('parts of an allOf and a reference at the root are merged', () => {
  const { schema, changes } = plain({
    $ref: '#/$defs/base',
    allOf: [{ properties: { b: { type: 'number' } }, required: ['b'] }],
    $defs: { base: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
  });
  expect(schema).toMatchObject({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'number' } },
    required: ['a', 'b'],
  });
  expect(changes.every(([, , lossy]) => lossy === false)).toBe(true);
});

test('a root that refers to itself comes to an end', () => {
  const many = Array.from({ length: 20 }, () => ({ $ref: '#' }));
  expect(plain({ type: 'object', allOf: many, anyOf: many }).schema).toMatchObject({ type: 'object' });
  expect(plain({ $ref: '#', type: 'object' }).schema).toEqual({ type: 'object', properties: {} });
});

test('what may not be is told in words', () => {
  expect(plain({ type: 'object', not: { required: ['a'] } }).schema).toEqual({
    type: 'object',
    properties: {},
    description: '(not: {"required":["a"]})',
  });
});
