import type { Socket } from 'node:net';
import { Problem } from './problem.ts';

export interface ConnectionLimits {
  readonly maxSockets: number;
  readonly maxSocketsPerToken: number;
  /** Connections from one address on which no valid token has come. */
  readonly maxSilentSocketsPerAddress: number;
}

interface Tracked {
  readonly address: string;
  /** The id of the last valid token that came. */
  token: string | undefined;
  /** Requests with a valid token that are being answered. */
  requests: number;
}

/** Milliseconds between two counts of silent connections by address. */
const countEvery = 100;

/**
 * The open connections. When there are too many, one on which nothing is being answered is closed: the longest silent first.
 * What is being answered is bounded elsewhere and has room for the operator, so a new connection of the operator always finds
 * a place. Silent connections of one address are counted later, not when they arrive: a burst must not close a connection
 * whose first request has not been read yet.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #all = new Map<Socket, Tracked>();
  /** Without a valid token so far, oldest first. */
  readonly #silent = new Set<Socket>();
  /** With a valid token, waiting for the next request, longest first. */
  readonly #idle = new Set<Socket>();
  readonly #counting: NodeJS.Timeout;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#counting = setInterval(() => this.#closeSilent(), countEvery);
    this.#counting.unref();
  }

  get size(): number {
    return this.#all.size;
  }

  add(socket: Socket): void {
    this.#all.set(socket, { address: addressOf(socket), token: undefined, requests: 0 });
    socket.once('close', () => this.#remove(socket));
    if (this.#all.size > this.#limits.maxSockets) this.#closeOne(socket);
    this.#silent.add(socket);
  }

  /** A request with a valid token is being answered on the connection, until the disposer is called. */
  begin(socket: Socket, token: string): () => void {
    const tracked = this.#all.get(socket);
    if (tracked === undefined) return () => undefined;
    if (tracked.token !== token) this.#refuseMany(token);
    tracked.token = token;
    tracked.requests++;
    this.#silent.delete(socket);
    this.#idle.delete(socket);
    return () => {
      if (--tracked.requests === 0 && this.#all.has(socket)) this.#idle.add(socket);
    };
  }

  close(): void {
    clearInterval(this.#counting);
  }

  #remove(socket: Socket): void {
    this.#all.delete(socket);
    this.#silent.delete(socket);
    this.#idle.delete(socket);
  }

  /** Closes the longest silent connection, else the longest idle one, else the new one. */
  #closeOne(newest: Socket): void {
    const [silent] = this.#silent;
    const [idle] = this.#idle;
    this.#close(silent ?? idle ?? newest);
  }

  #close(socket: Socket): void {
    this.#remove(socket);
    socket.destroy();
  }

  /** A token that has too many connections loses one that is idle. */
  #refuseMany(token: string): void {
    const limit = this.#limits.maxSocketsPerToken;
    const own = [...this.#all].filter(([, tracked]) => tracked.token === token);
    if (own.length < limit) return;
    const idle = [...this.#idle].find((socket) => this.#all.get(socket)?.token === token);
    if (idle === undefined) throw new Problem('too_many_connections', { limit });
    this.#close(idle);
  }

  #closeSilent(): void {
    const limit = this.#limits.maxSilentSocketsPerAddress;
    if (this.#silent.size <= limit) return;
    const counts = new Map<string, number>();
    const addressOfSilent = (socket: Socket): string => this.#all.get(socket)?.address ?? '';
    for (const socket of this.#silent) {
      const address = addressOfSilent(socket);
      counts.set(address, (counts.get(address) ?? 0) + 1);
    }
    for (const socket of [...this.#silent]) {
      const address = addressOfSilent(socket);
      const count = counts.get(address) ?? 0;
      if (count <= limit) continue;
      counts.set(address, count - 1);
      this.#close(socket);
    }
  }
}

/** Of IPv6 the network: whoever has one address of it has them all. */
export function addressOf({ remoteAddress = '' }: Socket): string {
  const plain = remoteAddress.replace(/^::ffff:(?=\d+\.)/u, '');
  if (!plain.includes(':') || plain === '::1') return plain;
  const [head = '', tail = ''] = plain.split('::');
  const before = head.split(':').filter((part) => part !== '');
  const after = plain.includes('::') ? tail.split(':').filter((part) => part !== '') : [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
