import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { isWatched } from '../approval-watchers.ts';
import { services } from './service.test-support.ts';

const { startService } = services(onTestFinished);

const config = {
  agents: { coder: { permission: 'admin', tools: ['calculator', 'send'] } },
  tools: [
    {
      name: 'send',
      description: 'Sends.',
      type: 'function',
      handler: 'send',
      parameters: { type: 'object' },
      approval: 'confirm',
      implementation: { type: 'mock', mock_response: 'sent' },
    },
  ],
};

async function connect(address: string, token: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

test('/mcp is the MCP server for the agent of the token, and its calls are recorded as that agent’s', async () => {
  const { address, client } = await startService(config);
  const { token } = await client({ name: 'coder', agent: 'coder', scopes: ['call'] });
  const mcp = await connect(address, token);
  const { tools } = await mcp.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['calculator', 'send']) as string[]);
  expect(tools.map(({ name }) => name)).not.toContain('Bash');
  const result = await mcp.callTool({ name: 'calculator', arguments: { expression: '6*7' } });
  expect(JSON.stringify(result)).toContain('42');
  const ada = await client();
  expect((await ada.ask('list_history', {})).items).toMatchObject([{ tool: 'calculator', agent: 'coder' }]);
});

test('a call of an MCP client waits for whoever watches the questions, and is answered there', async () => {
  const { address, client, toolcrib } = await startService(config);
  const { token } = await client({ name: 'coder', agent: 'coder', scopes: ['call'] });
  const ada = await client();
  const { stateFolder } = toolcrib.workbench;
  const stop = new AbortController();
  const watching = await ada.request('/events', { signal: stop.signal });
  expect(isWatched(stateFolder)).toBe(true);
  const mcp = await connect(address, token);
  const calling = mcp.callTool({ name: 'send', arguments: {} });
  let [question] = (await ada.ask('list_approvals', {})).items;
  while (question === undefined) [question] = (await ada.ask('list_approvals', {})).items;
  const { id, shown_digest } = question;
  await ada.ask('answer_approval', { id, shown_digest, decision: 'allow_once' });
  expect(JSON.stringify(await calling)).toContain('sent');
  stop.abort();
  await watching.text().catch(() => undefined);
  while (isWatched(stateFolder)) await new Promise((resolve) => setTimeout(resolve, 5));
});

test.each([
  ['no token', {}, 401],
  ['a token that may only read', { scopes: ['read'] as const }, 403],
])('%s does not open /mcp', async (_, about, status) => {
  const { address, client } = await startService(config);
  const headers = 'scopes' in about ? { authorization: `Bearer ${(await client(about)).token}` } : {};
  for (const method of ['POST', 'GET', 'DELETE'])
    expect((await fetch(`${address}/mcp`, { method, headers })).status).toBe(status);
});

test.each(['auto', 'legacy'] as const)('of calls that have ended nothing is kept (%s)', async (mode) => {
  const { address, client } = await startService(config);
  const { token } = await client({ name: 'coder', agent: 'coder', scopes: ['call'] });
  const mcp = await connect(address, token, mode);
  const call = async (times: number): Promise<number> => {
    for (let done = 0; done < times; done++)
      await mcp.callTool({ name: 'calculator', arguments: { expression: '6*7' } });
    return livingMegabytes();
  };
  const before = await call(300);
  expect((await call(600)) - before).toBeLessThan(5);
});

/** What objects of this thread hold that something still refers to. */
function livingMegabytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_000_000;
}
