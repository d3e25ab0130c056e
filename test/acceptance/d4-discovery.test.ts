import { Discovery } from '@toolcrib/core/discovery';
import { ToolService, type ToolServiceOptions } from '@toolcrib/core';
import { expect, test } from 'vitest';

const parameters = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Which city.' } },
  required: ['city'],
};

function open(options: ToolServiceOptions = {}): { service: ToolService; discovery: Discovery } {
  const service = new ToolService({
    agents: { guide: { permission: 'read_only', tools: ['get_weather', 'find_hotel'] } },
    ...options,
  });
  const define = (name: string, description: string, more: object = {}): unknown =>
    service.registerTool({
      name,
      description,
      parameters,
      annotations: { readOnly: true },
      run: ({ city }: { city: string }) => `${name} ${city}`,
      ...more,
    });
  define('get_weather', 'Current weather of a city. Also gives the forecast for a week.');
  define('find_hotel', 'Hotels in a city.', { shortDescription: 'Hotels.', deferLoading: true });
  define('flood_city', 'Floods a city.', { annotations: { destructive: true } });
  return { service, discovery: new Discovery(service) };
}

async function found(service: ToolService, query: string, agent?: string): Promise<string[]> {
  const result = await service.execute('search_tools', { query }, { agent });
  const { tools } = (result.status === 'success' ? result.output : {}) as { tools: { name: string }[] };
  return tools.map(({ name }) => name);
}

test('D4.1 every tool has a short description, given or derived, and search_tools gives it', async () => {
  const { service } = open();
  expect(service.getTool('get_weather')?.shortDescription).toBe('Current weather of a city.');
  expect(await service.execute('search_tools', { query: 'hotels' })).toMatchObject({
    output: { tools: [{ name: 'find_hotel', short_description: 'Hotels.' }] },
  });
});

test('D4.2 three tools find, describe and call the others, in English and Chinese', async () => {
  const { service } = open();
  expect((await found(service, 'is it going to rain tomorrow?'))[0]).toBe('get_weather');
  expect((await found(service, '明天天气怎么样'))[0]).toBe('get_weather');
  expect((await found(service, '帮我预订酒店'))[0]).toBe('find_hotel');
  expect(await service.execute('describe_tool', { name: 'get_weather' })).toMatchObject({
    output: { parameters },
  });
  const call = { name: 'get_weather', tool_args: { city: 'Graz' } };
  expect(await service.execute('execute_tool', call)).toMatchObject({ output: 'get_weather Graz' });
});

test('D4.2 they are limited to what the agent may call, and come with instructions for the model', async () => {
  const { service, discovery } = open();
  const agent = 'guide';
  expect(await found(service, 'flood a city', agent)).not.toContain('flood_city');
  expect(await service.execute('describe_tool', { name: 'flood_city' }, { agent })).toMatchObject({
    errorCode: 'tool_not_found',
  });
  const call = { name: 'flood_city', tool_args: { city: 'Graz' } };
  expect(await service.execute('execute_tool', call, { agent })).toMatchObject({
    errorCode: 'tool_not_found',
  });
  for (const locale of ['en', 'zh-CN'] as const) {
    const { instructions = '' } = new Discovery(new ToolService(), { locale }).payload({
      useToolSearchFlow: true,
    });
    expect(instructions.match(/search_tools|describe_tool|execute_tool/gu)?.length).toBeGreaterThanOrEqual(3);
  }
  expect(discovery.payload({ agent, useToolSearchFlow: true }).tools.map(({ name }) => name)).toEqual([
    'search_tools',
    'describe_tool',
    'execute_tool',
  ]);
});

test('D4.3 a deferred tool is not in the first payload, and stays findable and callable', async () => {
  const { service, discovery } = open();
  const names = discovery.payload().tools.map(({ name }) => name);
  expect(names).toContain('get_weather');
  expect(names).not.toContain('find_hotel');
  expect(await found(service, 'a hotel in Graz')).toContain('find_hotel');
  expect(await service.execute('find_hotel', { city: 'Graz' })).toMatchObject({ output: 'find_hotel Graz' });
  expect(discovery.payload({ required: ['find_hotel'] }).tools.map(({ name }) => name)).toContain(
    'find_hotel',
  );
});

test('D4.4 the flow is chosen per request, and caches know the difference', () => {
  const { discovery } = open();
  const [all, search] = [false, true].map((useToolSearchFlow) => discovery.payload({ useToolSearchFlow }));
  expect(all?.tools.length).toBeGreaterThan(3);
  expect(search?.tools.length).toBe(3);
  expect(all?.cacheKey).not.toBe(search?.cacheKey);
  expect(discovery.payload({ useToolSearchFlow: true }).cacheKey).toBe(search?.cacheKey);
});
