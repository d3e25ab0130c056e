import { expect, test } from 'vitest';
import { mockTool } from '../project.ts';
import { clientKinds, connect, openGateway, textOf } from './gateway.ts';

const metaTools = ['describe_tool', 'execute_tool', 'search_tools'];
const many = Array.from({ length: 400 }, (_, index) =>
  mockTool(`tool_${String(index).padStart(3, '0')}`, { description: 'Answers. '.repeat(40) }),
);

test.each(clientKinds)('%s: search gives three tools that find and call all the others', async (kind) => {
  const gateway = await openGateway({ expose: 'search' });
  const client = await connect(kind, gateway);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(metaTools);
  expect(tools[2]?.description).toContain('calculator');
  expect(client.getInstructions()).toContain('search_tools');
  const found = await client.callTool({ name: 'search_tools', arguments: { query: 'add numbers' } });
  expect(JSON.stringify(found.structuredContent)).toContain('calculator');
  const called = await client.callTool({
    name: 'execute_tool',
    arguments: { name: 'calculator', tool_args: { expression: '6*7' } },
  });
  expect(textOf(called)).toContain('42');
  const unknown = await client.callTool({ name: 'execute_tool', arguments: { name: 'calcluator' } });
  expect(JSON.parse(textOf(unknown))).toMatchObject({ error_code: 'tool_not_found' });
});

test('auto lists everything within the budget, and three tools above it; the configuration says what it is', async () => {
  const names = async (config: object, expose?: 'all'): Promise<string[]> => {
    const client = await connect('2026 http', await openGateway({ config, ...(expose && { expose }) }));
    return (await client.listTools()).tools.map(({ name }) => name);
  };
  expect(await names({})).toContain('calculator');
  expect(await names({ tools: many })).toEqual(metaTools);
  expect(await names({ tools: many, gateway: { budget: 10_000_000 } })).toContain('tool_399');
  expect(await names({ gateway: { budget: 0 } })).toEqual(metaTools);
  expect(await names({ gateway: { expose: 'search' } })).toEqual(metaTools);
  expect(await names({ gateway: { expose: 'search' } }, 'all')).toContain('calculator');
});

test('a tool that is loaded on demand is found behind the others', async () => {
  const config = { tools: [mockTool('rare', { defer_loading: true })] };
  const client = await connect('2026 http', await openGateway({ config, expose: 'all' }));
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['calculator', ...metaTools]));
  expect(names).not.toContain('rare');
  expect(textOf(await client.callTool({ name: 'rare' }))).toBe('rare');
});

test('ten thousand tools come page by page, in one order', async () => {
  const gateway = await openGateway({ expose: 'all' });
  const { service } = gateway.toolcrib;
  for (let index = 0; index < 10_000; index++)
    service.registerTool(mockTool(`tool_${String(index).padStart(5, '0')}`));
  const client = await connect('2025 http', gateway);
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await client.request({
      method: 'tools/list',
      params: cursor === undefined ? {} : { cursor },
    });
    pages.push(page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(pages.length).toBe(11);
  const all = pages.flat();
  expect(all).toEqual(all.toSorted());
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((name) => name.startsWith('tool_'))).toHaveLength(10_000);
  await expect(client.request({ method: 'tools/list', params: { cursor: '!' } })).rejects.toMatchObject({
    code: -32_602,
  });
});
