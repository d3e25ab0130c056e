/** Three servers that add two numbers, in one process: by hand, with Hono alone, and Toolcrib's service. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { serveHttp } from '../../packages/toolcrib/src/http/serve-http.ts';
import { openToolcrib } from '../../packages/toolcrib/src/open-toolcrib.ts';
import { description, parameters, type Operands } from '../call/add.ts';

interface Call {
  readonly id?: string;
  readonly arguments: Operands;
}

const add = ({ a, b }: Operands): number => a + b;
const answer = ({ id = 'x', arguments: given }: Call): string =>
  JSON.stringify({ call_id: id, status: 'success', output: add(given), metadata: {} });

const raw = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const json = answer(JSON.parse(Buffer.concat(pieces).toString()) as Call);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(json),
    });
    response.end(json);
  });
});

const app = new Hono();
app.post('/calls', async (context) => {
  const json = answer(await context.req.json<Call>());
  return context.body(json, 200, { 'content-type': 'application/json' });
});
const hono = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });

const folder = mkdtempSync(join(tmpdir(), 'toolcrib-bench-'));
const project = join(folder, 'project');
mkdirSync(project);
const toolcrib = await openToolcrib({
  trust: 'always',
  project,
  environment: { TOOLCRIB_STATE: join(folder, 'state'), TOOLCRIB_LOG: 'off' },
  desks: [],
});
toolcrib.service.registerTool({
  name: 'add',
  description,
  parameters,
  annotations: { readOnly: true },
  run: add,
} as never);
const service = await serveHttp(toolcrib, {
  port: 0,
  onError: (error) => console.error(error),
});
const { token } = await toolcrib.store.tokens.create({ name: 'bench', scopes: ['read', 'call'] });

process.on('message', (message) => {
  if (message === 'memory') {
    globalThis.gc?.();
    process.send?.(process.memoryUsage());
  } else
    void (async () => {
      raw.close();
      hono.close();
      await service.close();
      await toolcrib.close();
      rmSync(folder, { recursive: true, force: true });
      process.exit();
    })();
});
process.send?.({
  raw: await addressOf(raw),
  hono: await addressOf(hono),
  toolcrib: service.address,
  token,
});

async function addressOf(server: {
  listen: (port: number, host: string, done: () => void) => unknown;
  address: () => AddressInfo | string | null;
}): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
