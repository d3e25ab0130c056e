import { expect, test } from 'vitest';
import { clientKinds, connect, openGateway, textOf } from '../gateway/gateway.ts';
import { mockTool } from '../project.ts';

const weather = mockTool('get_weather', {
  description: 'Current weather of a city. Also gives the forecast for a week.',
  read_only: true,
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  examples: [{ description: 'Graz', arguments: { city: 'Graz' } }],
});
const hotels = mockTool('find_hotel', {
  description: 'Hotels in a city.',
  read_only: true,
  defer_loading: true,
});
const config = {
  tools: [weather, hotels, mockTool('flood_city')],
  agents: { guide: { permission: 'read_only', tools: ['get_weather', 'find_hotel'] } },
};

test.each(clientKinds)(
  'B1.2 over MCP (%s): name, description, schema, examples and permission',
  async (kind) => {
    const client = await connect(kind, await openGateway({ config, expose: 'all' }));
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'get_weather')).toMatchObject({
      description: 'Current weather of a city. Also gives the forecast for a week.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      annotations: { readOnlyHint: true },
      _meta: {
        'toolcrib/tool': {
          permission: 'read_only',
          examples: [{ description: 'Graz', arguments: { city: 'Graz' } }],
        },
      },
    });
  },
);

test.each(clientKinds)('B3.1 over MCP (%s): a call gives its id, status, output and time', async (kind) => {
  const gateway = await openGateway({ config });
  const client = await connect(kind, gateway);
  const result = await client.callTool({ name: 'get_weather', arguments: { city: 'Graz' } });
  expect(textOf(result)).toBe('get_weather');
  const told = result['_meta']?.['toolcrib/result'] as { readonly call_id: string };
  expect(told).toMatchObject({
    call_id: expect.any(String) as string,
    status: 'success',
    metadata: { tool_name: 'get_weather', execution_time_ms: expect.any(Number) as number },
  });
  const recorded = await gateway.toolcrib.store.history.get(told.call_id);
  expect(recorded).toMatchObject({ callId: told.call_id, agent: 'user', status: 'success' });
});

test.each(clientKinds)(
  'B3.2 over MCP (%s): bad arguments are an error that names the parameter',
  async (kind) => {
    const client = await connect(kind, await openGateway({ config }));
    const result = await client.callTool({ name: 'get_weather', arguments: {} });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('city');
  },
);

test.each(clientKinds)('D4.2 over MCP (%s): three tools find, describe and call the others', async (kind) => {
  const gateway = await openGateway({ config, expose: 'search' });
  const client = await connect(kind, gateway, { agent: 'guide' });
  const call = async (name: string, given: object): Promise<string> =>
    textOf(await client.callTool({ name, arguments: { ...given } }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'describe_tool',
    'execute_tool',
    'search_tools',
  ]);
  expect(client.getInstructions()).toContain('search_tools');
  const found = await call('search_tools', { query: 'will it rain?' });
  expect(found).toContain('get_weather');
  expect(found).not.toContain('flood_city');
  expect(await call('describe_tool', { name: 'get_weather' })).toContain('city');
  expect(await call('execute_tool', { name: 'get_weather', tool_args: { city: 'Graz' } })).toBe(
    'get_weather',
  );
  expect(await call('execute_tool', { name: 'flood_city' })).toContain('tool_not_found');
});

test('D4.1 over MCP: what is found comes with its short description', async () => {
  const client = await connect('2026 http', await openGateway({ config, expose: 'search' }));
  const { structuredContent } = await client.callTool({
    name: 'search_tools',
    arguments: { query: 'weather' },
  });
  expect(structuredContent).toMatchObject({
    tools: [{ name: 'get_weather', short_description: 'Current weather of a city.' }],
  });
});

test('D4.3 over MCP: a tool that is loaded on demand is not listed, and is found', async () => {
  const client = await connect('2026 http', await openGateway({ config, expose: 'all' }));
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('find_hotel');
  const found = await client.callTool({ name: 'search_tools', arguments: { query: 'hotel' } });
  expect(textOf(found)).toContain('find_hotel');
});

test('D4.4 over MCP: which of the two it is, the configuration and the door say', async () => {
  const names = async (expose: 'all' | 'search'): Promise<number> => {
    const client = await connect('2026 http', await openGateway({ config, expose }));
    return (await client.listTools()).tools.length;
  };
  expect(await names('search')).toBe(3);
  expect(await names('all')).toBeGreaterThan(10);
});
