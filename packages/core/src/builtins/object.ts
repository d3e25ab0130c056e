import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { runObjectOperation } from './object-operations.ts';
import { objectParameters } from './object-parameters.ts';

/** Object operations: read, change, merge and compare JSON objects. The given object is never changed. */
export const object: Tool = defineTool({
  type: 'builtin',
  name: 'object',
  description: [
    'Work on a JSON object: read or change what stands at a path, merge, compare or reshape it. Gives a new object.',
    '- get: the value at `path` (found is false and result null when there is none); has: whether there is one',
    '- set: `value` at `path`, making what is missing on the way; delete: what stands at `path`',
    '- keys, values, entries ([key, value] pairs), size; from_entries: `entries` → object',
    '- pick, omit: only or all but `keys`; rename: by `names` { old: new }; invert: values become keys',
    '- merge: `other` over the object, `deep` or not; equals: the same as `other`, whatever the order of keys',
    '- diff: list of { path, change: added | removed | changed, before, after } that lead to `other`',
    '- flatten: to one level with paths as keys; unflatten: back',
  ].join('\n'),
  shortDescription: 'Read, change, merge, compare or reshape a JSON object.',
  whenToUse:
    'When JSON must be read or changed exactly: one deep field, a merge, a comparison of two versions.',
  category: 'data',
  tier: 'low',
  tags: ['object', 'json', 'path', 'merge', 'diff', 'compare', 'pick', 'rename'],
  annotations: { readOnly: true, idempotent: true },
  source: 'builtin',
  parameters: objectParameters,
  returns: {
    type: 'object',
    properties: {
      result: {
        description: 'An object for most operations; otherwise a list, a number, a yes or no, or any value',
      },
      found: { type: 'boolean', description: 'Of get: whether there is a value at the path' },
    },
    required: ['result'],
  },
  examples: [
    {
      description: 'Read one field',
      arguments: { operation: 'get', object: { user: { tags: ['admin'] } }, path: 'user.tags[0]' },
      output: { result: 'admin', found: true },
    },
    {
      description: 'Change one field',
      arguments: { operation: 'set', object: { port: 80 }, path: 'server.host', value: 'localhost' },
      output: { result: { port: 80, server: { host: 'localhost' } } },
    },
    {
      description: 'Put settings over defaults',
      arguments: {
        operation: 'merge',
        object: { log: { level: 'info', json: true } },
        other: { log: { level: 'debug' } },
      },
      output: { result: { log: { level: 'debug', json: true } } },
    },
    {
      description: 'What has changed between two versions',
      arguments: { operation: 'diff', object: { a: 1, b: 2 }, other: { a: 1, b: 3, c: 4 } },
      output: {
        result: [
          { path: 'b', change: 'changed', before: 2, after: 3 },
          { path: 'c', change: 'added', after: 4 },
        ],
      },
    },
  ],
  cautions: [
    'A key with a dot, a bracket or a quotation mark is written in brackets: headers["content.type"].',
    'set puts into lists only at an existing place or at the next one.',
    'invert keeps the last of equal values; diff compares lists place by place.',
    'A call takes at most 25,000 values and keys, counted through all levels, and 1,000,000 characters.',
  ],
  run: (input) => runObjectOperation(input),
});
