import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer as NewServer } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

export interface SampleServer {
  readonly url: string;
  /** What came in: method, headers. */
  readonly requests: IncomingMessage[];
  /** Forgets everybody who has come, as a server does that is started anew. */
  readonly forget: () => void;
}

const add = { description: 'Adds.', inputSchema: { a: z.number(), b: z.number() } };

/** A server of the old era: sessions, by the first generation of the library. */
export async function startOldServer(): Promise<SampleServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const server = new OldServer({ name: 'old', version: '1.0.0' });
    server.registerTool('add', add, ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }));
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await server.connect(transport);
    return transport;
  };
  const started = await listen(async (request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && known === undefined) response.writeHead(404).end('Session not found');
    else await (known ?? (await open())).handleRequest(request, response);
  });
  return { ...started, forget: () => sessions.clear() };
}

/** A server of before streamable HTTP: events come one way, requests go another. */
export async function startEventServer(): Promise<SampleServer> {
  const sessions = new Map<string, SSEServerTransport>();
  const started = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const known = sessions.get(searchParams.get('sessionId') ?? '');
    if (request.method === 'POST')
      return known?.handlePostMessage(request, response) ?? response.writeHead(404).end();
    if (pathname !== '/mcp') return response.writeHead(404).end();
    const transport = new SSEServerTransport('/messages', response);
    sessions.set(transport.sessionId, transport);
    const server = new OldServer({ name: 'events', version: '1.0.0' });
    server.registerTool('add', add, ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }));
    return server.connect(transport);
  });
  return { ...started, forget: () => sessions.clear() };
}

/** A server of 2026-07-28, which keeps nothing, and knows no older revision. */
export async function startNewServer(): Promise<SampleServer> {
  const handler = createMcpHandler(
    () => {
      const server = new NewServer({ name: 'new', version: '1.0.0' });
      const schema = z.object(add.inputSchema);
      server.registerTool('add', { description: 'Adds.', inputSchema: schema }, ({ a, b }) => ({
        content: [{ type: 'text', text: String(a + b) }],
      }));
      return server;
    },
    { legacy: 'reject' },
  );
  const handle = toNodeHandler(handler);
  const answer = handle as (request: IncomingMessage, response: ServerResponse) => unknown;
  return { ...(await listen(answer)), forget: () => undefined };
}

/** Anything that answers HTTP. */
export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Omit<SampleServer, 'forget'> & { readonly server: HttpServer }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    void answer(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, requests, server };
}
