import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Toolcrib } from 'toolcrib';
import { expect, test } from 'vitest';
import { connect, openGateway, textOf } from '../gateway/gateway.ts';
import { temporaryProject } from '../project.ts';
import { listen } from './http-servers.ts';

/** "Update a block" as a widely used server describes it, with a default that contradicts its type. */
const inputSchema = {
  type: 'object',
  properties: {
    block_id: { type: 'string' },
    archived: { type: 'boolean', default: true },
    count: { type: 'integer', default: 'ten' },
    mode: { enum: ['a', 'b'], default: 'c' },
    style: { type: 'object', properties: { bold: { type: 'boolean', default: true } }, default: {} },
  },
  required: ['block_id'],
};

interface Asked {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly arguments?: unknown };
}

/** What a server answers, and the arguments of calls exactly as they came in. */
function answerTo({ id, method, params }: Asked, received: (json: string) => void): object | undefined {
  if (method === 'initialize')
    return {
      id,
      result: {
        protocolVersion: '2025-06-18',
        serverInfo: { name: 'blocks', version: '1.0.0' },
        capabilities: { tools: {} },
      },
    };
  if (method === 'tools/list') return { id, result: { tools: [{ name: 'update', inputSchema }] } };
  if (method === 'tools/call') {
    received(JSON.stringify(params?.arguments));
    return { id, result: { content: [{ type: 'text', text: 'updated' }] } };
  }
  return id === undefined ? undefined : { id, error: { code: -32_601, message: 'Method not found' } };
}

const program = (log: string): string => `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const inputSchema = ${JSON.stringify(inputSchema)};
const answerTo = ${answerTo.toString()};
createInterface({ input: process.stdin }).on('line', (line) => {
  const answer = answerTo(JSON.parse(line), (json) => appendFileSync(${JSON.stringify(log)}, json + '\\n'));
  if (answer !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', ...answer }));
});`;

async function acceptAll({ imports }: Toolcrib): Promise<void> {
  const sources = await imports();
  for (const { source } of sources.states()) await sources.accept(await sources.review(source.name));
}

test('a server receives what the caller has said and none of its own defaults, by every way in', async () => {
  const folder = temporaryProject({});
  const log = join(folder, 'received');
  writeFileSync(join(folder, 'server.mjs'), program(log));
  writeFileSync(log, '');
  const overHttp: string[] = [];
  const { url } = await listen(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const answer = answerTo(JSON.parse(await text(request)) as Asked, (json) => overHttp.push(json));
    if (answer === undefined) return response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', ...answer }));
  });
  const gateway = await openGateway({
    expose: 'all',
    config: {
      mcpServers: {
        local: { command: process.execPath, args: [join(folder, 'server.mjs')] },
        remote: { type: 'http', url },
      },
    },
    open: { service: { approver: () => ({ decision: 'allow_once' }) } },
  });
  const { toolcrib } = gateway;
  await acceptAll(toolcrib);
  const client = await connect('2026 http', gateway, {
    elicit: () => ({ action: 'accept', content: { decision: 'allow_once' } }),
  });
  const only = { block_id: 'x' };
  for (const name of ['local__update', 'remote__update']) {
    expect(await toolcrib.service.execute(name, only)).toMatchObject({ status: 'success' });
    const meta = { name, tool_args: { block_id: 'x', style: {} } };
    expect(await toolcrib.service.execute('execute_tool', meta)).toMatchObject({ status: 'success' });
    expect(textOf(await client.callTool({ name, arguments: only }))).toBe('updated');
    const { parse, engine } = await toolcrib.plans();
    const parsed = parse({ name: 'p', nodes: [{ id: 'one', tool: name, arguments: only }] });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { planId } = await engine.submit(parsed.plan);
    await engine.result(planId);
  }
  const received = [
    '{"block_id":"x"}',
    '{"block_id":"x","style":{}}',
    '{"block_id":"x"}',
    '{"block_id":"x"}',
  ];
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual(received);
  expect(overHttp).toEqual(received);
  // The model is told what they are.
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'local__update')?.inputSchema).toEqual(inputSchema);
});
