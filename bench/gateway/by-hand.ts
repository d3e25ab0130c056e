/** What one would write oneself on the library: no policy, no record, no checks. `node by-hand.ts SERVER http|stdio` */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { listening } from './listening.ts';

const [, , script = '', way] = process.argv;
const upstream = new Client({ name: 'by-hand', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await upstream.connect(new StdioClientTransport({ command: process.execPath, args: [script] }));

function open(): Server {
  const server = new Server({ name: 'by-hand', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => upstream.listTools());
  server.setRequestHandler('tools/call', ({ params: { name, arguments: given } }) =>
    upstream.callTool({ name, arguments: given ?? {} }),
  );
  return server;
}

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

async function session(request: Request): Promise<Response> {
  const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
  if (known !== undefined) return known.handleRequest(request);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await open().connect(transport);
  return transport.handleRequest(request);
}

if (way === 'stdio') serveStdio(open);
else {
  const modern = createMcpHandler(open, { legacy: 'reject' });
  const handle = toNodeHandler({
    fetch: async (request: Request) =>
      (await isLegacyRequest(request)) ? session(request) : modern.fetch(request),
  });
  listening(createServer((request, response) => void handle(request as never, response as never)));
}
