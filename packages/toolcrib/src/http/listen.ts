import type { Server, ServerResponse } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Locale } from '@toolcrib/core';
import { addressOf, Connections, type ConnectionLimits } from './connections.ts';
import { listenText, type ListenFacts } from './listen-texts.ts';

/** The service cannot listen. The message says what to do next; `code` never changes. */
export class ListenError<Code extends keyof ListenFacts = keyof ListenFacts> extends Error {
  override readonly name = 'ListenError';
  readonly code: Code;
  readonly data: ListenFacts[Code];

  constructor(code: Code, data: ListenFacts[Code], options?: ErrorOptions) {
    super(listenText(code, data, 'en'), options);
    this.code = code;
    this.data = data;
  }

  in(locale: Locale): string {
    return listenText(this.code, this.data, locale);
  }
}

export interface ListenOptions extends ConnectionLimits {
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** Milliseconds in which the headers of a request must have come, also of the first one on a connection. */
  readonly headersTimeout: number;
  /** Milliseconds in which what is sent must be taken. */
  readonly stallTimeout: number;
}

/** The connection on which a request has come. */
export interface Connection {
  /** The network address of the client. */
  readonly address: string;
  /** The request came with a valid token. Throws when the token has too many connections. */
  identify(token: string): void;
  /** Whether the answer is being sent. */
  hasBegun(): boolean;
  /** Whether all of the answer has been sent. */
  isComplete(): boolean;
  /** Does something when the answer has been sent, or the client is gone. */
  onEnd(then: () => void): void;
  /** Closes the connection without ending the answer. */
  cut(): void;
}

export interface Listening {
  /** Such as `http://127.0.0.1:4180`. */
  readonly address: string;
  /** Takes no new connections, and ends each as soon as nothing is being answered on it; with `now`, all of them at once. */
  close(options?: { readonly now?: boolean }): Promise<void>;
}

/** Header bytes of one request: a token and what a browser says fit several times. */
const maxHeaderSize = 8192;
/** Connections that wait to be accepted: a flood must not fill this queue, from which the operator's would be dropped. */
const backlog = 4096;
/** A whole request must have come within so many times what its headers may take. */
const bodyFactor = 3;

/** Listens with limits for those who are slow on purpose. */
export async function listen(
  fetch: (request: Request, connection: Connection) => Promise<Response>,
  { host, port, headersTimeout, stallTimeout, ...limits }: ListenOptions,
): Promise<Listening> {
  const connections = new Connections(limits);
  const answers = new Answers(stallTimeout);
  const server = createAdaptorServer({
    fetch: (request, bindings) => {
      const { outgoing } = bindings as HttpBindings;
      return fetch(request, answers.follow(outgoing, connections));
    },
    // What the adapter would put in place of the globals is for all of the process, which has other users.
    overrideGlobalObjects: false,
    serverOptions: {
      maxHeaderSize,
      headersTimeout,
      requestTimeout: headersTimeout * bodyFactor,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: headersTimeout / 5,
    },
  }) as Server;
  server.on('connection', (socket) => connections.add(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, { host, port })));
    server.listen({ host, port, backlog }, resolve);
  });
  const bound = server.address();
  const own = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${own}`,
    async close({ now = false } = {}) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection that has got its answer would be kept for the next request.
      const sweeping = setInterval(() => server.closeIdleConnections(), 50);
      if (now) server.closeAllConnections();
      await closed;
      clearInterval(sweeping);
      answers.close();
      connections.close();
    },
  };
}

/** Looks after what is being sent: whoever does not take it would hold it in our memory. */
class Answers {
  readonly #open = new Map<ServerResponse, number>();
  readonly #looking: NodeJS.Timeout;

  constructor(stallTimeout: number) {
    this.#looking = setInterval(() => this.#look(stallTimeout), Math.min(stallTimeout / 4, 1000));
    this.#looking.unref();
  }

  follow(answer: ServerResponse, connections: Connections): Connection {
    const { socket } = answer.req;
    const endings = [connections.begin(socket)];
    this.#open.set(answer, performance.now());
    answer.on('drain', () => this.#open.set(answer, performance.now()));
    answer.on('close', () => {
      this.#open.delete(answer);
      for (const then of endings.splice(0)) then();
    });
    return {
      address: addressOf(socket),
      identify: (token) => connections.identify(socket, token),
      hasBegun: () => answer.headersSent,
      isComplete: () => answer.writableFinished,
      onEnd(then) {
        if (answer.closed || answer.destroyed) then();
        else endings.push(then);
      },
      cut: () => void answer.destroy(),
    };
  }

  close(): void {
    clearInterval(this.#looking);
  }

  #look(stallTimeout: number): void {
    const now = performance.now();
    for (const [answer, since] of this.#open)
      if (answer.writableLength === 0) this.#open.set(answer, now);
      else if (now - since > stallTimeout) answer.destroy();
  }
}

function toListenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<ListenOptions, 'host' | 'port'>,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenError('port_taken', { host, port }, { cause: error });
    case 'EACCES':
      return new ListenError('port_forbidden', { host, port }, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ListenError('host_unknown', { host }, { cause: error });
    default:
      return new ListenError('not_listening', { host, port, detail: error.message }, { cause: error });
  }
}
