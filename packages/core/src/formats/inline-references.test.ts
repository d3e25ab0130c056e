import { expect, test } from 'vitest';
import { createChangeLog } from './change-log.ts';
import { inlineReferences } from './inline-references.ts';
import type { SchemaNode } from './schema-node.ts';

function inline(schema: SchemaNode, recursion: 'cut' | 'kept' = 'cut') {
  const log = createChangeLog('tool');
  return { schema: inlineReferences(schema, recursion, log), changes: log.changes };
}

const tree: SchemaNode = {
  type: 'object',
  properties: { root: { $ref: '#/$defs/node' } },
  $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
};

test('a reference is written out where it is used, and its definition goes away', () => {
  const { schema, changes } = inline({
    type: 'object',
    properties: { home: { $ref: '#/$defs/a~1b', description: 'Where' } },
    $defs: { 'a/b': { type: 'string', description: 'An address' } },
  });
  expect(schema).toEqual({ type: 'object', properties: { home: { type: 'string', description: 'Where' } } });
  expect(changes).toEqual([
    {
      tool: 'tool',
      path: '/properties/home',
      change: 'inlined_ref',
      detail: '#/$defs/a~1b is written out where it is used',
      lossy: false,
    },
  ]);
});

test('a reference by anchor is followed', () => {
  const { schema } = inline({
    properties: { a: { $ref: '#here' } },
    $defs: { x: { $anchor: 'here', type: 'string' } },
  });
  expect(schema).toEqual({ properties: { a: { type: 'string' } } });
});

test('a property named $ref is a property', () => {
  const schema: SchemaNode = { properties: { $ref: { type: 'string' } } };
  expect(inline(schema).schema).toEqual(schema);
});

test('a reference that leads back to itself is cut after a second round and reported', () => {
  const { schema, changes } = inline(tree);
  const deepest = { type: 'object', description: '(the same shape again)' };
  const node = { type: 'object', properties: { next: { type: 'object', properties: { next: deepest } } } };
  expect(schema).toEqual({ type: 'object', properties: { root: node } });
  expect(changes.some(({ change, lossy }) => change === 'cut_ref' && lossy)).toBe(true);
});

test('a reference that leads back to itself can be kept', () => {
  expect(inline(tree, 'kept').schema).toEqual({
    type: 'object',
    properties: { root: { type: 'object', properties: { next: { $ref: '#/$defs/shape_1' } } } },
    $defs: { shape_1: { type: 'object', properties: { next: { $ref: '#/$defs/shape_1' } } } },
  });
});

test('definitions that would double at every step stop growing', () => {
  const $defs: Record<string, SchemaNode> = { d40: { type: 'string' } };
  for (let i = 0; i < 40; i++) {
    const next = { $ref: `#/$defs/d${i + 1}` };
    $defs[`d${i}`] = { type: 'object', properties: { left: next, right: next } };
  }
  const { schema, changes } = inline({ type: 'object', properties: { bomb: { $ref: '#/$defs/d0' } }, $defs });
  expect(JSON.stringify(schema).length).toBeLessThan(1_000_000);
  expect(changes.some(({ change, lossy }) => change === 'cut_ref' && lossy)).toBe(true);
});

test('a reference that leads nowhere, outside or only to itself is reported', () => {
  for (const $ref of [
    '#/$defs/none',
    'https://example.com/schema',
    '#/%',
    '#/properties/a',
    '#/$defs/__proto__',
  ]) {
    const { changes } = inline({ type: 'object', properties: { a: { $ref } } });
    expect(changes.filter(({ lossy }) => lossy)).toMatchObject([
      { change: 'cut_ref', path: '/properties/a' },
    ]);
  }
});
