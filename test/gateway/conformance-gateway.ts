/**
 * The gateway for the protocol's conformance suite: its fixtures are a server behind us, and go by their own names. Writes the
 * address to standard output.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { createClientDesk, openMcpDoor, openToolcrib } from '../../packages/toolcrib/dist/index.js';

const project = mkdtempSync(join(tmpdir(), 'toolcrib-conformance-'));
process.on('exit', () => rmSync(project, { recursive: true, force: true }));
const args = [join(import.meta.dirname, 'conformance-fixtures.ts')];
writeFileSync(
  join(project, 'toolcrib.json'),
  JSON.stringify({
    mcpServers: { fixtures: { command: process.execPath, args, trust: true, elicitation: true } },
  }),
);
const desk = createClientDesk();
process.on('SIGTERM', () => process.exit());
const environment = { ...process.env, TOOLCRIB_LOG: 'off' };
const toolcrib = await openToolcrib({
  trust: 'always',
  project,
  environment,
  desks: [desk.ask],
  locale: 'en',
  // It is accepted below.
  onImportNotice: () => undefined,
});
const { service } = toolcrib;
const sources = await toolcrib.imports();
for (const { implementation, ...tool } of await sources.accept(await sources.review('fixtures')))
  if (implementation.kind === 'mcp')
    service.registry.register({ ...tool, id: undefined, name: implementation.tool, implementation });

let changes = 0;
service.registerTool({
  name: 'test_trigger_tool_change',
  description: 'Changes the list of tools.',
  parameters: { type: 'object' },
  annotations: { readOnly: true },
  run() {
    service.registerTool({
      name: `changed_${++changes}`,
      description: 'Has come later.',
      parameters: { type: 'object' },
      implementation: { type: 'mock', mock_response: changes },
    });
    return 'changed';
  },
});

const door = await openMcpDoor({ toolcrib, desk, expose: 'all' });
const handle = toNodeHandler({
  fetch: async (request: Request) =>
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    door.fetch(request, { principal: { id: 'suite', agent: 'user', approver: {} } }),
});
const server = createServer((request, response) => void handle(request as never, response as never));
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
);
