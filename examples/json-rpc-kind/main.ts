/** Registers the new kind with one line, and shows that it keeps the contract of every kind. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineTool, ToolService } from '@toolcrib/core';
import { executorContract } from '@toolcrib/core/testing';
import { JsonRpcExecutor } from './json-rpc-executor.ts';

let flakyCalls = 0;
const server = createServer(answer).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const service = new ToolService();
service.registerExecutor((surroundings) => new JsonRpcExecutor(surroundings));
for (const method of ['echo', 'fail', 'hang', 'flaky']) {
  service.registerTool(
    defineTool({
      name: method,
      description: `The method ${method} of a JSON-RPC server.`,
      parameters: { type: 'object', properties: { value: {} }, required: method === 'echo' ? ['value'] : [] },
      annotations: { readOnly: true },
      implementation: { kind: 'json_rpc', url, method },
    }),
  );
}

const cases = executorContract({ service: () => service });
for (const { title, check } of cases) {
  await check();
  console.log(`ok: ${title}`);
}
assert.equal(cases.length, 7);
server.closeAllConnections();
server.close();

/** A small JSON-RPC server with the four methods that the contract asks for. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(text) as {
      id: string;
      method: string;
      params: { value?: unknown };
    };
    const reply = (content: object): unknown =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...content }));
    if (method === 'echo') reply({ result: params.value });
    if (method === 'fail') reply({ error: { code: 1, message: 'broken' } });
    if (method === 'flaky' && flakyCalls++ % 3 < 2) request.socket.destroy();
    else if (method === 'flaky') reply({ result: 'done' });
  });
}
