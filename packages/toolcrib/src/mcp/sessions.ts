import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import type { ClientLimits, SessionLimits } from './client-limits.ts';
import type { Principal } from './principal.ts';

/** Who sends a request, and what it may use. */
export interface Client {
  readonly principal: Principal;
  readonly limits: ClientLimits;
}

interface Session {
  readonly principal: Principal;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly leave: () => void;
  /** Requests that are being answered. */
  requests: number;
  lastUsed: number;
}

/** Clients of before 2026 by HTTP: each has a session, in which it can be asked something. */
export class Sessions {
  /** The one that was used last is the last. */
  readonly #sessions = new Map<string, Session>();
  readonly #open: (client: Client) => Server;
  readonly #limits: SessionLimits;
  readonly #sweeping: NodeJS.Timeout;

  constructor(open: (client: Client) => Server, limits: SessionLimits) {
    this.#open = open;
    this.#limits = limits;
    this.#sweeping = setInterval(() => this.#endIdle(), Math.min(limits.idle / 4, 60_000));
    this.#sweeping.unref();
  }

  async fetch(request: Request, client: Client, parsedBody: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) {
      if (![parsedBody].flat().some(isInitializeRequest))
        return stateless().handleRequest(request, { parsedBody });
      if (!this.#hasRoom(client)) return refuse(503, -32_000, 'Too many sessions');
      return (await this.#begin(client)).handleRequest(request, { parsedBody });
    }
    const session = this.#sessions.get(id);
    // A session is nobody's proof: it is there for the one who has begun it, and for nobody else.
    if (session === undefined || session.principal.id !== client.principal.id)
      return refuse(404, -32_001, 'Session not found');
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    session.requests++;
    session.lastUsed = performance.now();
    client.limits.onEnd(() => {
      session.requests--;
      session.lastUsed = performance.now();
    });
    return session.transport.handleRequest(request, { parsedBody });
  }

  toolsChanged(): void {
    for (const { server } of this.#sessions.values()) server.sendToolListChanged().catch(() => undefined);
  }

  /** Ends the sessions of a client. */
  endOf({ id: owner }: Principal): void {
    for (const [id, { principal }] of this.#sessions) if (principal.id === owner) this.#end(id);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    const sessions = [...this.#sessions.values()];
    for (const id of this.#sessions.keys()) this.#forget(id);
    await Promise.all(sessions.map(({ server }) => server.close()));
  }

  async #begin(client: Client): Promise<WebStandardStreamableHTTPServerTransport> {
    const { principal, limits } = client;
    const server = this.#open(client);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        const leave = limits.enterSession();
        const session = { principal, server, transport, leave, requests: 0, lastUsed: performance.now() };
        this.#sessions.set(id, session);
        this.#endSurplus(client);
      },
      onsessionclosed: (id) => this.#forget(id),
    });
    await server.connect(transport);
    return transport;
  }

  /** A client that has a session may always begin another: one of its own ends for it. */
  #hasRoom({ principal, limits }: Client): boolean {
    return this.#sessions.size < this.#openTo(limits) || this.#own(principal).length > 0;
  }

  /** A client that has too many sessions loses the one that was quiet longest; never does another client. */
  #endSurplus({ principal, limits }: Client): void {
    const own = this.#own(principal);
    const isTooMany = own.length > this.#limits.maxPerClient || this.#sessions.size > this.#openTo(limits);
    const [quietest] = own;
    if (isTooMany && quietest !== undefined) this.#end(quietest);
  }

  #openTo({ isOperator }: ClientLimits): number {
    const { max, reserve } = this.#limits;
    return isOperator ? max : max - Math.min(reserve, Math.floor(max / 2));
  }

  #own({ id: owner }: Principal): string[] {
    return [...this.#sessions].flatMap(([id, { principal }]) => (principal.id === owner ? [id] : []));
  }

  #endIdle(): void {
    const now = performance.now();
    for (const [id, { requests, lastUsed }] of this.#sessions)
      if (requests === 0 && now - lastUsed > this.#limits.idle) this.#end(id);
  }

  #end(id: string): void {
    const session = this.#sessions.get(id);
    this.#forget(id);
    void session?.server.close();
  }

  #forget(id: string): void {
    this.#sessions.get(id)?.leave();
    this.#sessions.delete(id);
  }
}

/** Says what is wrong with a request that has no session and begins none. */
function stateless(): WebStandardStreamableHTTPServerTransport {
  return new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
}

function refuse(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
