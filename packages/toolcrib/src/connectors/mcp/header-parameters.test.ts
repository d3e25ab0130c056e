import { expect, test } from 'vitest';
import { hasUsableHeaders } from './header-parameters.ts';

const text = { type: 'string' };
const inHeader = (name: unknown, type: unknown = 'string'): object => ({ type, 'x-mcp-header': name });
const object = (properties: object): object => ({ type: 'object', properties });

test.each([
  ['no headers at all', object({ a: text })],
  ['a plain parameter', object({ a: inHeader('Region'), b: inHeader('Count', 'integer') })],
  ['a parameter inside of another', object({ a: object({ b: inHeader('Tenant') }) })],
  ['a default that looks like one', object({ a: { type: 'object', default: { 'x-mcp-header': ' ' } } })],
  ['what is no schema', 'text'],
])('%s can be sent', (_, schema) => {
  expect(hasUsableHeaders(schema)).toBe(true);
});

test.each([
  ['an empty name', object({ a: inHeader('') })],
  ['a name with a blank', object({ a: inHeader('My Region') })],
  ['a name that ends the line', object({ a: inHeader('A\r\nB') })],
  ['a name that is none', object({ a: inHeader(7) })],
  ['one name twice', object({ a: inHeader('Region'), b: inHeader('region') })],
  ['a number', object({ a: inHeader('Count', 'number') })],
  ['an object', object({ a: inHeader('All', 'object') })],
  ['the whole of the arguments', { ...object({}), 'x-mcp-header': 'All' }],
  ['an item of a list', object({ a: { type: 'array', items: inHeader('Item') } })],
  ['one of several', { type: 'object', anyOf: [object({ a: inHeader('Either') })] }],
])('%s cannot', (_, schema) => {
  expect(hasUsableHeaders(schema)).toBe(false);
});
