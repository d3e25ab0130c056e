/**
 * The door of Toolcrib with the whole corridor behind it, history in SQLite too; or its service, with a token that may call.
 * `node toolcrib.ts SERVER mcp|service`
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { serveHttp } from '../../packages/toolcrib/dist/http/index.js';
import { createClientDesk, openMcpDoor, openToolcrib } from '../../packages/toolcrib/dist/index.js';
import { listening } from './listening.ts';

const project = mkdtempSync(join(tmpdir(), 'toolcrib-bench-'));
process.on('exit', () => {
  for (const folder of [project, `${project}-state`]) rmSync(folder, { recursive: true, force: true });
});
process.on('SIGTERM', () => process.exit());
const bench = { command: process.execPath, args: [process.argv[2] ?? ''], trust: true };
writeFileSync(
  join(project, 'toolcrib.json'),
  JSON.stringify({ mcpServers: { bench }, rules: [{ tool: '*', decision: 'allow' }] }),
);
const desk = createClientDesk();
const toolcrib = await openToolcrib({
  trust: 'always',
  project,
  environment: { ...process.env, TOOLCRIB_STATE: `${project}-state`, TOOLCRIB_LOG: 'off' },
  desks: [desk.ask],
  onImportNotice: () => undefined,
});
const sources = await toolcrib.imports();
await sources.accept(await sources.review('bench'));

if (process.argv[3] === 'service') {
  const { address } = await serveHttp(toolcrib, { port: 0 });
  const { token } = await toolcrib.store.tokens.create({ name: 'bench', scopes: ['call'] });
  console.log(`${address} ${token}`);
} else {
  const door = await openMcpDoor({ toolcrib, desk });
  const principal = { id: 'bench', agent: 'user' };
  const handle = toNodeHandler({ fetch: (request: Request) => door.fetch(request, { principal }) });
  listening(createServer((request, response) => void handle(request as never, response as never)));
}
