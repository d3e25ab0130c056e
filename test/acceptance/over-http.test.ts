import type { ToolDescriptor } from '@toolcrib/core';
import type { Input } from 'toolcrib/client';
import { expect, onTestFinished, test } from 'vitest';
import { services } from '../../packages/toolcrib/src/http/service.test-support.ts';
import { parseCsv } from './csv.ts';
import { mockTool } from '../project.ts';

/** The same that library and command do, by number, through the HTTP service on a real socket. */
const { startService } = services(onTestFinished);

const workbench = ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'LSP', 'Git', 'Search', 'Terminal'];
const sum = (expression: string): Input<'execute_tool'> => ({
  tool_name: 'calculator',
  arguments: { expression },
});

test('A1.2 over HTTP a query gives every tool with name, description, parameters and type', async () => {
  const { client, toolcrib } = await startService({ tools: [mockTool('hello')] });
  const { items, total } = await (await client()).ask('list_tools', { limit: 1000 });
  const known = toolcrib.service
    .listTools({ agent: 'user' })
    .filter(({ category }) => category !== 'discovery');
  expect(items.map(({ name }) => name)).toEqual(known.map(({ name }) => name));
  expect([total, items.length]).toEqual([known.length, known.length]);
  for (const { name, description, parameters, type } of items)
    expect([name, description, parameters, type]).not.toContain(undefined);
});

test('B1.2 over HTTP list_tools gives name, description, schema, examples and permission of each', async () => {
  const { client } = await startService();
  const { items } = await (await client()).ask('list_tools', { limit: 1000 });
  const found = items.filter(({ name }) => workbench.includes(name));
  expect(found.map(({ name }) => name)).toEqual(workbench);
  for (const { description, parameters, examples, permission } of found) {
    expect([description, permission]).not.toContain('');
    expect(parameters).toMatchObject({ type: 'object' });
    expect(examples.length).toBeGreaterThanOrEqual(3);
  }
});

test.each(workbench)(
  'B1.3 over HTTP the descriptor of %s has parameters, return value, three examples, cautions',
  async (name) => {
    const { client } = await startService();
    const tool = await (await client()).ask('get_tool_descriptor', { name: name.toLowerCase() });
    expect(tool).toMatchObject({ name, returns: expect.any(Object) as object });
    expect(tool.parameter_list.length).toBeGreaterThan(0);
    expect(tool.examples.length).toBeGreaterThanOrEqual(3);
    expect(tool.cautions.length).toBeGreaterThan(0);
  },
);

test('B3.1 over HTTP a call takes {id, tool_name, arguments} and gives {call_id, status, output, metadata}', async () => {
  const { client } = await startService({ tools: [mockTool('Hello', { aliases: ['hello'] })] });
  const one = await client();
  const asked = await one.request('/calls', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'call_123', tool_name: 'hello', arguments: {} }),
  });
  expect([asked.status, await asked.json()]).toEqual([
    200,
    {
      call_id: 'call_123',
      status: 'success',
      output: 'Hello',
      metadata: expect.objectContaining({ tool_name: 'Hello', execution_time_ms: expect.any(Number) }),
    },
  ]);
});

test.each([
  ['zh-CN', '缺少必需参数: file_path'],
  ['en', 'Missing required parameter: file_path'],
])('B3.2 over HTTP a missing parameter is an error that names it, in %s', async (language, error) => {
  const { client } = await startService();
  const asked = await (await client()).request('/calls', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify({ tool_name: 'Read', arguments: {} }),
  });
  const wire = (await asked.json()) as { readonly error: string };
  expect([asked.status, wire]).toMatchObject([200, { status: 'error', error_code: 'invalid_arguments' }]);
  expect(wire.error).toContain(error.split(':')[0]);
});

test('B7.1 over HTTP a record tells time, caller, tool, arguments, status and duration', async () => {
  const { client } = await startService({ agents: { coder: { permission: 'read_only' } } });
  const coder = await client({ agent: 'coder', name: 'coder', scopes: ['call', 'read'] });
  await coder.ask('execute_tool', { id: 'c1', ...sum('1+1') });
  expect(await coder.ask('get_record', { call_id: 'c1' })).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/u) as string,
    agent: 'coder',
    tool: 'calculator',
    arguments: { expression: '1+1' },
    status: 'success',
    execution_time_ms: expect.any(Number) as number,
  });
});

test('B7.2 over HTTP the last ten of one tool come newest first, and filters hold', async () => {
  const { client } = await startService();
  const one = await client();
  for (let n = 0; n < 12; n++) await one.ask('execute_tool', { id: `c${n}`, ...sum(`${n}`) });
  await one.ask('execute_tool', { id: 'bad', ...sum('1/') });
  const { items, next } = await one.ask('list_history', { tool: 'calculator', status: 'success', limit: 10 });
  expect(items.map(({ given_id }) => given_id)).toEqual(Array.from({ length: 10 }, (_, n) => `c${11 - n}`));
  expect(next).not.toBeNull();
  const failed = await one.ask('list_history', { status: 'error', since: '2020-01-01', text: '1/' });
  expect(failed.items.map(({ given_id }) => given_id)).toEqual(['bad']);
  expect((await one.ask('list_history', { until: '2020-01-01' })).items).toEqual([]);
});

test('B7.3 over HTTP every record is exported as JSON, JSON lines and CSV', async () => {
  const { client } = await startService();
  const one = await client();
  for (let n = 0; n < 120; n++) await one.ask('execute_tool', { id: `c${n}`, ...sum(`${n}`) });
  const ids = Array.from({ length: 120 }, (_, n) => `c${119 - n}`);
  expect((await one.ask('export_history', {})).map(({ given_id }) => given_id)).toEqual(ids);
  const lines = await (await one.request('/export?format=jsonl')).text();
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly given_id: string }).given_id),
  ).toEqual(ids);
  const csv = await one.request('/export?format=csv&tool=calculator');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="toolcrib-history.csv"');
  const [head = [], ...rows] = parseCsv(await csv.text());
  expect(rows.map((row) => row[head.indexOf('given_id')])).toEqual(ids);
});

test('B9.2 over HTTP statistics give calls, mean, maximum and failure rate of each tool, and calls over time', async () => {
  const { client } = await startService();
  const one = await client();
  for (const expression of ['1', '2', '3', '1/']) await one.ask('execute_tool', sum(expression));
  const { items } = await one.ask('get_statistics', { by: 'agent' });
  expect(items).toMatchObject([
    { tool: 'calculator', agent: 'user', calls: 4, errors: 1, failure_rate: 0.25 },
  ]);
  const [row] = items;
  expect(row?.mean_ms).toBeGreaterThan(0);
  expect(row?.max_ms).toBeGreaterThanOrEqual(row?.mean_ms ?? Infinity);
  expect(row?.calls_over_time.calls.reduce((all, calls) => all + calls, 0)).toBe(4);
  const metrics = await one.ask('get_metrics', {});
  expect(metrics).toContain('toolcrib_calls_total{tool="calculator",status="success"} 3\n');
  expect(metrics).toContain('toolcrib_calls_total{tool="calculator",status="error"} 1\n');
});

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const guided = {
  agents: { guide: { permission: 'read_only', tools: ['get_weather', 'find_hotel'] } },
  tools: [
    mockTool('get_weather', {
      description: 'Current weather of a city. Also gives the forecast.',
      parameters: city,
      annotations: { read_only: true },
    }),
    mockTool('find_hotel', {
      description: 'Hotels in a city.',
      parameters: city,
      defer_loading: true,
      annotations: { read_only: true },
    }),
    mockTool('flood_city', { description: 'Floods a city.', parameters: city }),
  ],
};

test('D4.1 over HTTP a search gives the short description of each tool, given or derived', async () => {
  const { client } = await startService(guided);
  const one = await client();
  for (const q of ['is it going to rain tomorrow?', '明天天气怎么样'])
    expect((await one.ask('search_tools', { q })).items[0]).toMatchObject({
      name: 'get_weather',
      short_description: 'Current weather of a city.',
    });
});

test('D4.2 over HTTP three tools find, describe and call the others, among those that the agent may call', async () => {
  const { client } = await startService(guided);
  const guide = await client({ agent: 'guide', name: 'guide', scopes: ['call', 'read'] });
  const found = await guide.ask('execute_tool', {
    tool_name: 'search_tools',
    arguments: { query: 'flood a city' },
  });
  const names = (found.output as { readonly tools: readonly ToolDescriptor[] }).tools.map(({ name }) => name);
  expect(names).not.toContain('flood_city');
  const call = (name: string): Promise<unknown> =>
    guide.ask('execute_tool', {
      tool_name: 'execute_tool',
      arguments: { name, tool_args: { city: 'Graz' } },
    });
  expect(await call('get_weather')).toMatchObject({ status: 'success', output: 'get_weather' });
  expect(await call('flood_city')).toMatchObject({ status: 'error', error_code: 'tool_not_found' });
  expect(
    (await guide.ask('search_tools', { q: 'flood a city' })).items.map(({ name }) => name),
  ).not.toContain('flood_city');
  await expect(guide.ask('get_tool_descriptor', { name: 'flood_city' })).rejects.toMatchObject({
    problem: { code: 'tool_not_found' },
  });
});

test('D4.3 D4.4 over HTTP a deferred tool is not in the first payload, and the flow is chosen per request', async () => {
  const { client } = await startService(guided);
  const guide = await client({ agent: 'guide', name: 'guide', scopes: ['call', 'read'] });
  const payload = async (
    more: object,
  ): Promise<{ names: string[]; cache_key: string; instructions: string | null }> => {
    const { tools, cache_key, instructions } = await guide.ask('format_tools', {
      provider: 'anthropic',
      ...more,
    });
    return { names: (tools as { readonly name: string }[]).map(({ name }) => name), cache_key, instructions };
  };
  const [first, search, named] = [
    await payload({}),
    await payload({ use_tool_search_flow: true }),
    await payload({ tools: ['find_hotel'] }),
  ];
  expect(first.names).toEqual(['get_weather', 'search_tools', 'describe_tool', 'execute_tool']);
  expect(search.names).toEqual(['search_tools', 'describe_tool', 'execute_tool']);
  expect(search.instructions).toContain('search_tools');
  expect(named.names).toEqual(['find_hotel']);
  expect(new Set([first.cache_key, search.cache_key, named.cache_key]).size).toBe(3);
  expect((await payload({})).cache_key).toBe(first.cache_key);
});
