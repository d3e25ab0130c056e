import { expect, test } from 'vitest';
import { compiledSchemaOf } from './compiled-schema.ts';
import { parseTool } from './parse-tool.ts';

const parameters = { type: 'object', properties: { n: { type: 'number', default: 3 } } };

test.each([
  ['a tool of our own', { kind: 'mock', response: null }, { n: 3 }],
  ['a tool of a server', { kind: 'mcp', server: 's', tool: 't' }, {}],
  ['a plugin', { kind: 'wasm', plugin: 'p', digest: '0' }, {}],
])('the defaults of a schema are filled in for what we answer for: %s', (_, implementation, filled) => {
  // The same schema object: what is compiled for one is not what the other gets.
  const tool = parseTool({ name: 't', description: 'T.', parameters, implementation });
  const given = {};
  expect(compiledSchemaOf(tool).validate(given)).toBeUndefined();
  expect(given).toEqual(filled);
});
