import type { Server, ServerResponse } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Locale } from '@toolcrib/core';
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

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** Milliseconds in which a request must have come, from its first byte to the last of its body. @default 30,000 */
  readonly patience?: number | undefined;
  /** Milliseconds in which what is sent must be taken. */
  readonly stallTimeout: number;
}

/** The connection on which a request has come. */
export interface Connection {
  /** Does something when the answer has been sent, or nobody is there any more who could take it. */
  onEnd(then: () => void): void;
}

export interface Listening {
  /** Such as `http://127.0.0.1:4180`. */
  readonly address: string;
  /** Takes no new connections, and ends each as soon as nothing is being answered on it; with `now`, all of them at once. */
  close(options?: { readonly now?: boolean }): Promise<void>;
}

/** Header bytes of one request: a token and what a browser says fit several times. */
const maxHeaderSize = 8192;
/** Connections at once: a thousand listeners, and those who ask. */
const maxConnections = 4096;

/** Listens with limits for those who are slow on purpose. */
export async function listen(
  fetch: (request: Request, connection: Connection) => Promise<Response>,
  { host, port, patience = 30_000, stallTimeout }: ListenOptions,
): Promise<Listening> {
  const answers = new Answers(stallTimeout);
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, answers.follow((bindings as HttpBindings).outgoing)),
    // What the adapter would put in place of the globals is for all of the process, which has other users.
    overrideGlobalObjects: false,
    serverOptions: {
      maxHeaderSize,
      headersTimeout: patience / 3,
      requestTimeout: patience,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: patience / 15,
    },
  }) as Server;
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, { host, port })));
    server.listen({ host, port }, resolve);
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

  follow(answer: ServerResponse): Connection {
    this.#open.set(answer, performance.now());
    answer.on('drain', () => this.#open.set(answer, performance.now()));
    answer.on('close', () => this.#open.delete(answer));
    return {
      onEnd(then) {
        if (answer.closed || answer.destroyed) then();
        else answer.once('close', then);
      },
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
