import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import {
  Client as NewClient,
  ReadBuffer,
  serializeMessage,
  StreamableHTTPClientTransport as NewHttp,
  type ElicitRequest,
  type ElicitResult,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  createClientDesk,
  openMcpDoor,
  openToolcrib,
  type McpDoor,
  type McpDoorOptions,
  type OpenOptions,
  type Toolcrib,
} from 'toolcrib';
import { onTestFinished } from 'vitest';
import { temporaryProject } from '../project.ts';

export interface Gateway {
  readonly toolcrib: Toolcrib;
  readonly door: McpDoor;
  readonly url: string;
}

interface GatewayOptions extends Pick<McpDoorOptions, 'expose' | 'isWatched'> {
  readonly config?: object;
  readonly open?: OpenOptions;
}

/** A door of its own on loopback. Who a client is stands in a header, as a token would. */
export async function openGateway({
  config = {},
  open = {},
  ...door
}: GatewayOptions = {}): Promise<Gateway> {
  const project = temporaryProject({ 'toolcrib.json': config });
  const desk = createClientDesk();
  const toolcrib = await openToolcrib({ trust: 'always', project, desks: [desk.ask], locale: 'en', ...open });
  const opened = await openMcpDoor({ toolcrib, desk, ...door });
  const server = createServer(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    const request = toRequest(incoming, gone.signal);
    const agent = request.headers.get('x-agent') ?? 'user';
    const id = request.headers.get('x-principal') ?? agent;
    const approver = request.headers.get('x-approver') === 'no' ? undefined : {};
    const response = await opened.fetch(request, { principal: { id, agent, approver } });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    for await (const chunk of response.body ?? []) outgoing.write(chunk);
    outgoing.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await opened.close();
    await toolcrib.close();
  });
  return { toolcrib, door: opened, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

/** Every kind of client: the era that it speaks, the generation of its library, and the way that it takes. */
export const clientKinds = [
  '2026 http',
  '2026 stdio',
  '2025 http',
  '2025 stdio',
  'v1 http',
  'v1 stdio',
] as const;
export type ClientKind = (typeof clientKinds)[number];

export interface ConnectOptions {
  readonly headers?: { readonly [name: string]: string };
  /** Fills in forms; without it the client says that it cannot. */
  readonly elicit?: (request: ElicitRequest) => ElicitResult | Promise<ElicitResult>;
  readonly agent?: string;
}

export async function connect(
  kind: ClientKind,
  gateway: Gateway,
  { headers = {}, elicit, agent = 'user' }: ConnectOptions = {},
): Promise<NewClient> {
  const [generation, way] = kind.split(' ');
  const requestInit = { headers: { 'x-agent': agent, ...headers } };
  const identity = { name: 'tester', version: '1.0.0' };
  const capabilities = elicit === undefined ? {} : { elicitation: { form: {} } };
  if (generation === 'v1') {
    const client = new OldClient(identity, { capabilities });
    if (elicit !== undefined)
      client.setRequestHandler(ElicitRequestSchema, async (request) => ({
        ...(await elicit(request)),
      }));
    const transport =
      way === 'http' ? new OldHttp(new URL(gateway.url), { requestInit }) : byStreams(gateway, agent);
    // The two generations write the same interface differently.
    await (client as { connect(given: unknown): Promise<void> }).connect(transport);
    onTestFinished(() => client.close());
    return client as unknown as NewClient;
  }
  const client = new NewClient(identity, {
    capabilities,
    versionNegotiation: { mode: generation === '2026' ? { pin: '2026-07-28' } : 'legacy' },
  });
  if (elicit !== undefined) client.setRequestHandler('elicitation/create', elicit);
  const transport =
    way === 'http' ? new NewHttp(new URL(gateway.url), { requestInit }) : byStreams(gateway, agent);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** Lines through two pipes in this process; `test/gateway/process.test.ts` has a process of its own. */
function byStreams({ door }: Gateway, agent: string): Transport {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport: Transport = {
    async start() {
      const lines = new ReadBuffer();
      output.on('data', (chunk: Buffer) => {
        lines.append(chunk);
        for (let message = lines.readMessage(); message !== null; message = lines.readMessage())
          transport.onmessage?.(message);
      });
      void door
        .serve({ input, output }, { principal: { id: `stdio ${agent}`, agent, approver: {} } })
        .then(() => transport.onclose?.());
    },
    async send(message: JSONRPCMessage) {
      input.write(serializeMessage(message));
    },
    async close() {
      input.end();
    },
  };
  return transport;
}

/** The text of the first block. */
export function textOf(result: { readonly content?: unknown }): string {
  const [first] = result.content as { readonly text: string }[];
  return first?.text ?? '';
}

/** A request of Node as the web knows it. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const { method = 'GET', url = '/' } = incoming;
  const body = method === 'POST' ? (Readable.toWeb(incoming) as ReadableStream) : null;
  return new Request(`http://127.0.0.1${url}`, {
    method,
    headers,
    body,
    signal,
    duplex: 'half',
  } as RequestInit);
}
