import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import type { Principal } from './principal.ts';

/** Sessions at a time; of more, the one that was quiet longest ends. */
const maxSessions = 1000;

interface Session {
  readonly principal: Principal;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/** Clients of before 2026 by HTTP: each has a session, in which it can be asked something. */
export class Sessions {
  /** The one that was used last is the last. */
  readonly #sessions = new Map<string, Session>();
  readonly #open: (principal: Principal) => Server;

  constructor(open: (principal: Principal) => Server) {
    this.#open = open;
  }

  async fetch(request: Request, principal: Principal, parsedBody: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) {
      const opens = [parsedBody].flat().some(isInitializeRequest);
      const transport = opens ? await this.#begin(principal) : stateless();
      return transport.handleRequest(request, { parsedBody });
    }
    const session = this.#sessions.get(id);
    // A session is nobody's proof: it is there for the one who has begun it, and for nobody else.
    if (session === undefined || session.principal.id !== principal.id) return unknownSession();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.transport.handleRequest(request, { parsedBody });
  }

  toolsChanged(): void {
    for (const { server } of this.#sessions.values()) server.sendToolListChanged().catch(() => undefined);
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(({ server }) => server.close()));
  }

  async #begin(principal: Principal): Promise<WebStandardStreamableHTTPServerTransport> {
    const server = this.#open(principal);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#keep(id, { principal, server, transport }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await server.connect(transport);
    return transport;
  }

  #keep(id: string, session: Session): void {
    this.#sessions.set(id, session);
    const [oldest] = this.#sessions;
    if (oldest === undefined || this.#sessions.size <= maxSessions) return;
    this.#sessions.delete(oldest[0]);
    void oldest[1].server.close();
  }
}

/** Says what is wrong with a request that has no session and begins none. */
function stateless(): WebStandardStreamableHTTPServerTransport {
  return new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
}

function unknownSession(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
