import { expect, test } from 'vitest';
import { defineTool } from '../tool/define-tool.ts';
import { restoreArguments } from './restore-arguments.ts';

const tool = defineTool({
  name: 'search',
  description: 'Search.',
  parameters: {
    type: 'object',
    properties: {
      '$filter[]': { type: 'string' },
      limit: { type: 'integer' },
      cursor: { type: ['string', 'null'] },
      must: { type: 'string' },
      anything: {},
      range: { anyOf: [{ $ref: '#/$defs/range' }, { type: 'string' }] },
      list: { type: 'array', items: { $ref: '#/$defs/range' } },
    },
    required: ['must'],
    $defs: {
      range: { type: 'object', properties: { from: { type: 'string' }, next: { $ref: '#/$defs/range' } } },
    },
  },
  run: () => undefined,
});

test('a null that stands for a property left out is left out, at any depth', () => {
  const given = { limit: null, range: { from: null, next: { from: null } }, list: [{ from: null }, null] };
  expect(restoreArguments(tool, given)).toEqual({ range: { next: {} }, list: [{}, null] });
});

test('a null that the schema welcomes, requires or does not know stays', () => {
  const given = { cursor: null, anything: null, must: null, unknown: null };
  expect(restoreArguments(tool, given)).toEqual(given);
});

test('a parameter that was offered under another name gets its own back', () => {
  expect(restoreArguments(tool, { _filter__: 'x' })).toEqual({ '$filter[]': 'x' });
});

test('what is not an object is returned as it is', () => {
  for (const given of [undefined, null, 'text', 5, [null]]) expect(restoreArguments(tool, given)).toBe(given);
});

test('hostile arguments do no harm', () => {
  const deep = JSON.parse(`${'{"next":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
  expect(() => restoreArguments(tool, { range: deep })).not.toThrow();
  const named = JSON.parse('{"__proto__":{"polluted":true},"must":"x"}');
  expect(JSON.stringify(restoreArguments(tool, named))).toBe('{"__proto__":{"polluted":true},"must":"x"}');
});
