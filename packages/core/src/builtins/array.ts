import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { runArrayOperation } from './array-operations.ts';
import { arrayParameters } from './array-parameters.ts';

/** List operations: order, choose, group, count and compare. */
export const array: Tool = defineTool({
  type: 'builtin',
  name: 'array',
  description: [
    'Work on a list: sort, filter, group, count, cut or compare it. Items are any JSON; equality is deep.',
    '- length; first, last (null when empty); reverse; slice: `start` up to `end`',
    '- sort: by `path`, `descending` or not; unique: first of each; chunk: parts of `size`; flatten: `depth` levels',
    '- filter: items whose value at `path` fits `operator` and `value`; pluck: the value at `path` of each item',
    '- group_by: list of { key, items }; count_by: list of { key, count }; both by the value at `path`',
    '- sum, average (exact in decimals), min, max: of the values at `path`',
    '- includes, index_of (-1 when absent): look for `value`',
    '- concat, zip (pairs, up to the shorter list), union, intersect, difference (not in `other`): with `other`',
    '- range: numbers from `start` up to `end` by `step`; needs no items',
  ].join('\n'),
  shortDescription: 'Sort, filter, group, count, cut or compare lists.',
  whenToUse: 'When a list is too long or too important to sort, count, filter or compare by hand.',
  category: 'data',
  tier: 'low',
  tags: ['array', 'list', 'sort', 'filter', 'group', 'count', 'unique', 'sum', 'average'],
  annotations: { readOnly: true, idempotent: true },
  source: 'builtin',
  parameters: arrayParameters,
  returns: {
    type: 'object',
    properties: {
      result: {
        description:
          'A list; one value for first, last, length, sum, average, min, max, includes and index_of',
      },
    },
    required: ['result'],
  },
  examples: [
    {
      description: 'The cheapest first',
      arguments: {
        operation: 'sort',
        items: [
          { name: 'saw', price: 30 },
          { name: 'nail', price: 0.1 },
        ],
        path: 'price',
      },
      output: {
        result: [
          { name: 'nail', price: 0.1 },
          { name: 'saw', price: 30 },
        ],
      },
    },
    {
      description: 'Only the open ones',
      arguments: {
        operation: 'filter',
        items: [
          { id: 1, state: 'open' },
          { id: 2, state: 'closed' },
        ],
        path: 'state',
        operator: 'eq',
        value: 'open',
      },
      output: { result: [{ id: 1, state: 'open' }] },
    },
    {
      description: 'How often each value occurs',
      arguments: { operation: 'count_by', items: ['a', 'b', 'a'] },
      output: {
        result: [
          { key: 'a', count: 2 },
          { key: 'b', count: 1 },
        ],
      },
    },
    {
      description: 'A sum of one field',
      arguments: { operation: 'sum', items: [{ price: 0.1 }, { price: 0.2 }], path: 'price' },
      output: { result: 0.3 },
    },
  ],
  cautions: [
    'sort, min and max need values of one type; null and missing values come last in a sort.',
    'Text is ordered by character code: "Z" before "a", "10" before "9".',
    'A call takes at most 25,000 values and keys, counted through all levels, and 1,000,000 characters.',
  ],
  run: (input) => ({ result: runArrayOperation(input) }),
});
