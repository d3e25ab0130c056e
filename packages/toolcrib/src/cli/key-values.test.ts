import { parseTool, type Tool } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { fromKeyValues } from './key-values.ts';

const toolWith = (properties: object): Tool =>
  parseTool({
    name: 'a',
    description: 'd',
    parameters: { type: 'object', properties },
    implementation: { type: 'mock', mock_response: null },
  });

const read = (pairs: readonly string[], tool?: Tool): Record<string, unknown> =>
  fromKeyValues(pairs, tool, { badPair: (pair) => `bad ${pair}`, twice: (name) => `${name} twice` });

test.each([
  [{ type: 'string' }, '5', '5'],
  [{ type: 'string' }, 'true', 'true'],
  [{ type: 'string' }, '"quoted"', '"quoted"'],
  [{ type: 'string' }, '', ''],
  [{ enum: ['1', '2'] }, '1', '1'],
  [{ type: 'number' }, '5', 5],
  [{ type: 'number' }, '-1.5e3', -1500],
  [{ type: 'number' }, 'five', 'five'],
  [{ type: 'boolean' }, 'true', true],
  [{ type: 'array' }, '[1,"a"]', [1, 'a']],
  [{ type: 'object' }, '{"a":1}', { a: 1 }],
  [{ type: 'null' }, 'null', null],
  [{ type: ['string', 'null'] }, '5', '5'],
  [{ type: ['string', 'null'] }, 'null', null],
  [{ type: ['string', 'integer'] }, '5', 5],
  [{ type: ['string', 'integer'] }, '5.5', '5.5'],
  [{ type: ['string', 'array'] }, '[1]', [1]],
  [{ type: ['string', 'object'] }, '[1]', '[1]'],
  [{ enum: ['a', 1] }, '1', 1],
  [true, '5', 5],
  [{}, 'plain text', 'plain text'],
])('with the schema %j, %s is read as %j', (schema, text, expected) => {
  expect(read([`value=${text}`], toolWith({ value: schema }))).toEqual({ value: expected });
});

test('what no schema knows is JSON, or else text; only the first = separates', () => {
  expect(read(['a=1', 'b=x=y', 'c='])).toEqual({ a: 1, b: 'x=y', c: '' });
});

test.each(['novalue', '=value', ''])('%j is not a pair', (pair) => {
  expect(() => read([pair])).toThrow(`bad ${pair}`);
});

test('a name that is given twice is refused: which one is meant?', () => {
  expect(() => read(['a=1', 'a=1'])).toThrow('a twice');
});

test('names such as __proto__ and constructor are only names', () => {
  const given = read(['__proto__={"a":1}', 'constructor=x'], toolWith({}));
  expect(Object.keys(given)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
});
