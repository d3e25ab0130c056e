import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { ToolService } from '../call/tool-service.ts';
import { defineTool } from './define-tool.ts';
import { unwrap, type ToolResult } from './result.ts';
import type { Tool } from './tool.ts';

const forecast = defineTool({
  name: 'forecast',
  description: 'Weather forecast for a city.',
  annotations: { readOnly: true },
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', default: 3 } },
    required: ['city', 'days'],
  },
  run: async ({ city, days }) => {
    expectTypeOf(days).toEqualTypeOf<number>();
    return { city, highs: Array.from({ length: days }, () => 20) };
  },
});

const shout = defineTool({
  name: 'shout',
  description: 'Shout a text.',
  parameters: z.object({ text: z.string(), marks: z.string().default('1').transform(Number) }),
  run: ({ text, marks }) => text.toUpperCase() + '!'.repeat(marks),
});

const service = new ToolService();
service.registerTool(forecast);
service.registerTool(shout);

describe('a tool carries its types', () => {
  test('from a JSON Schema: what has a default may be left out, also where it is required', async () => {
    expectTypeOf(forecast).toEqualTypeOf<
      Tool<{ city: string; days?: number }, { city: string; highs: number[] }>
    >();
    const result = await service.execute(forecast, { city: 'Vienna' });
    expectTypeOf(result).toEqualTypeOf<ToolResult<{ city: string; highs: number[] }>>();
    expect(unwrap(result).highs).toEqual([20, 20, 20]);
  });

  test('from a Standard Schema: what is given differs from what is received', async () => {
    expectTypeOf(shout).toEqualTypeOf<Tool<{ text: string; marks?: string | undefined }, string>>();
    expect(unwrap(await service.execute(shout, { text: 'hey', marks: '2' })).length).toBe(5);
  });

  test('what registering gives back has the same types, and any tool is a tool', () => {
    const again = new ToolService().registerTool(forecast);
    expectTypeOf(again).toEqualTypeOf<typeof forecast>();
    expectTypeOf(forecast).toExtend<Tool>();
    expectTypeOf(service.getTool('forecast')).toEqualTypeOf<Tool | undefined>();
  });

  test('by name everything is open', async () => {
    expectTypeOf(await service.execute('forecast', { city: 1 })).toEqualTypeOf<ToolResult>();
  });
});

test('the code of a failure tells its facts', async () => {
  const result = await service.execute('forecast', { city: 1 });
  if (result.status === 'success' || result.errorCode !== 'invalid_arguments') throw new Error('not refused');
  expect(result.data.problems.map(({ path }) => path)).toEqual(['city']);
});

test('a tool calls the version that it is, and one that is not registered here calls nothing', async () => {
  const newer = defineTool({
    name: 'forecast',
    version: '2.0.0',
    description: 'A newer one.',
    parameters: { type: 'object' },
    run: () => 'newer',
  });
  service.registerTool(newer);
  expect(await service.execute('forecast', { city: 'Vienna' })).toMatchObject({ output: 'newer' });
  expect(await service.execute(forecast, { city: 'Vienna' })).toMatchObject({ output: { city: 'Vienna' } });
  const other = defineTool({
    name: 'forecast',
    description: 'Another one.',
    parameters: { type: 'object' },
    run: () => 1,
  });
  expect(await service.execute(other, {})).toMatchObject({ status: 'error', errorCode: 'tool_not_found' });
});
