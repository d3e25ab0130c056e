import { expect, test } from 'vitest';
import { defineTool } from '../tool/define-tool.ts';
import { anthropic } from './anthropic.ts';
import { restoreArguments } from './restore-arguments.ts';

const list = defineTool({
  name: 'list',
  description: 'List things.',
  parameters: {
    type: 'object',
    properties: {
      'filter[name]': { type: 'string' },
      page: { type: 'object', properties: { $top: { type: 'integer' } } },
    },
    required: ['filter[name]'],
  },
  examples: [{ description: 'By name', arguments: { 'filter[name]': 'x' } }],
  run: () => [],
});

test('a parameter whose name Anthropic refuses gets another one, and its own back in the arguments', () => {
  const { tools, changes } = anthropic.toTools([list]);
  expect(tools[0]?.input_schema).toEqual({
    type: 'object',
    properties: {
      filter_name_: { type: 'string' },
      page: { type: 'object', properties: { $top: { type: 'integer' } } },
    },
    required: ['filter_name_'],
  });
  expect(changes).toEqual([
    {
      tool: 'list',
      path: '/properties/filter[name]',
      change: 'renamed_parameter',
      detail: 'offered as filter_name_',
      lossy: false,
    },
  ]);
  const message = { content: [{ type: 'tool_use', id: 't', name: 'list', input: { filter_name_: 'a' } }] };
  const [call] = anthropic.fromResponse(message);
  expect(restoreArguments(list, call?.arguments)).toEqual({ 'filter[name]': 'a' });
});

test('examples go along only when they are asked for', () => {
  expect(anthropic.toTools([list]).tools[0]).not.toHaveProperty('input_examples');
  expect(anthropic.toTools([list], { examples: true }).tools[0]?.input_examples).toEqual([
    { filter_name_: 'x' },
  ]);
});

test('a tool that cannot be strict is offered without it, and that is reported', () => {
  const map = defineTool({
    name: 'map',
    description: 'Takes any names.',
    parameters: { type: 'object', additionalProperties: { type: 'string' } },
    run: () => undefined,
  });
  const { tools, changes } = anthropic.toTools([map], { strict: true });
  expect(tools[0]).toEqual({
    name: 'map',
    description: 'Takes any names.',
    input_schema: { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
  });
  expect(changes).toMatchObject([{ change: 'not_strict', lossy: false }]);
});
