import { randomBytes } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  readRequestBody,
  type Server,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { text, ToolcribError } from '@toolcrib/core';
import { objectAt } from '../connectors/json-object.ts';
import { restrictedLine } from '../config/trust/texts.ts';
import { whoWeAre } from '../connectors/mcp/who-we-are.ts';
import { createGatewayServer, type ServerSurroundings } from './gateway-server.ts';
import { GatewayCalls } from './gateway-calls.ts';
import { OfferedTools } from './offered-tools.ts';
import { defaultSessionLimits, noLimits, type ClientLimits } from './client-limits.ts';
import type { McpDoor, McpDoorOptions } from './mcp-door.ts';
import type { Principal } from './principal.ts';
import { Sessions, type Client } from './sessions.ts';
import { StdioLines } from './stdio-lines.ts';
import { gatewayTexts } from './texts.ts';

/** Milliseconds in which changes of the registry are told as one. */
const gathering = 50;

/** One door for both eras of the protocol. */
export async function makeDoor({
  toolcrib,
  desk,
  expose,
  isWatched,
  sessions: sessionLimits = defaultSessionLimits,
  onProblem,
}: McpDoorOptions): Promise<McpDoor> {
  const { service, config, locale } = toolcrib;
  const { gateway, defaults } = config;
  const discovery = await toolcrib.discovery();
  const patience = defaults.approvalTimeout ?? 300_000;
  const calls = new GatewayCalls(service, { isWatched: isWatched ?? (() => false), patience, locale });
  desk.answerer = calls.desk;
  const surroundings: ServerSurroundings = {
    identity: await whoWeAre(),
    service,
    calls,
    offered: new OfferedTools({
      service,
      discovery,
      budget: gateway.budget,
      expose: expose ?? gateway.expose,
      notice: restrictedLine(config, locale),
    }),
    locale,
    patience,
    key: randomBytes(32),
  };
  const serverFor = ({ principal, limits }: Client, era: 'legacy' | 'modern'): Server => {
    const server = createGatewayServer(principal, { ...surroundings, limits, era });
    if (onProblem !== undefined) Object.assign(server, { onerror: onProblem });
    return server;
  };
  const sessions = new Sessions((client) => serverFor(client, 'legacy'), sessionLimits);
  const clients = new WeakMap<Request, Client>();
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const client = requestInfo && clients.get(requestInfo);
      if (client === undefined) throw new Error('a request without a principal');
      return serverFor(client, 'modern');
    },
    { legacy: 'reject', ...(onProblem && { onerror: onProblem }) },
  );
  const connected = new Set<Server>();
  const stopWatching = watchRegistry(toolcrib, () => {
    modern.notify.toolsChanged();
    sessions.toolsChanged();
    for (const server of connected) server.sendToolListChanged().catch(() => undefined);
  });

  return {
    async fetch(request, { principal, limits = noLimits }) {
      const refusal = refuseAgent(surroundings, principal);
      if (refusal !== undefined) return refusal;
      const body = request.method === 'POST' ? await readBody(request, limits) : undefined;
      if (body instanceof Response) return body;
      const client = { principal, limits };
      if (isStream(request, body)) limits.becomeStream();
      if (await isOld(request, body)) return sessions.fetch(request, client, body);
      clients.set(request, client);
      return modern.fetch(request, { parsedBody: body });
    },
    async serve(streams, { principal }) {
      surroundings.offered.of(principal.agent);
      const lines = new StdioLines(streams, gatewayTexts(locale));
      const mine = new Set<Server>();
      serveStdio(
        ({ era }) => {
          const server = serverFor({ principal, limits: noLimits }, era);
          mine.add(server);
          connected.add(server);
          return server;
        },
        { transport: lines, ...(onProblem && { onerror: onProblem }) },
      );
      await lines.ended;
      for (const server of mine) connected.delete(server);
      calls.endOf(principal);
    },
    endOf(principal) {
      calls.endOf(principal);
      sessions.endOf(principal);
    },
    async close() {
      stopWatching();
      desk.answerer = undefined;
      calls.close();
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

/** Most requests show at once which era they are of; the library, which looks closely, looks at the others. */
async function isOld(request: Request, body: unknown): Promise<boolean> {
  const meta = objectAt(objectAt(body, 'params'), '_meta');
  if (Object.hasOwn(meta, PROTOCOL_VERSION_META_KEY)) return false;
  return request.headers.has('mcp-session-id') || isLegacyRequest(request, body);
}

/** An agent that nobody configured, or whose allow-list does not exist, is let in nowhere. */
function refuseAgent({ offered, locale }: ServerSurroundings, { agent }: Principal): Response | undefined {
  try {
    offered.of(agent);
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolcribError) || error.data === undefined) throw error;
    const { code, data } = error;
    return refuse(403, -32_000, text(code, data, locale), { error_code: code });
  }
}

/** Many tools come at once, when a server is accepted for example: that is one change. */
function watchRegistry({ service }: McpDoorOptions['toolcrib'], changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stop = service.registry.watch(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      changed();
    }, gathering);
    timer.unref();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** A body up to this size is read at once. */
const shortBytes = 65_536;

/** Read once, for whoever answers. */
async function readBody(request: Request, limits: ClientLimits): Promise<unknown> {
  const length = request.headers.get('content-length');
  const leave = length !== null && Number(length) <= shortBytes ? undefined : await limits.enterBody();
  try {
    const read = await readRequestBody(request, limits.maxBodyBytes);
    if (read.tooLarge) return refuse(413, -32_000, 'The body is too large');
    return JSON.parse(read.text) as unknown;
  } catch {
    return refuse(400, -32_700, 'Parse error: the request body is not valid JSON');
  } finally {
    leave?.();
  }
}

/** What is answered with messages for as long as the client listens. */
function isStream({ method }: Request, body: unknown): boolean {
  return method === 'GET' || [body].flat().some((message) => methodOf(message) === 'subscriptions/listen');
}

function methodOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined;
}

function refuse(status: number, code: number, message: string, data?: object): Response {
  const error = { code, message, ...(data && { data }) };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status });
}
