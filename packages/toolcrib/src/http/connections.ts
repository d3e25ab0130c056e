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
  readonly since: number;
  /** The id of the last valid token that came. */
  token: string | undefined;
  /** Requests that are being answered. */
  requests: number;
}

/** Milliseconds between two counts of silent connections by address. */
const countEvery = 100;
/** Milliseconds in which a new connection must say something to be left alone: a burst of honest clients does. */
const silentAfter = 1000;

/**
 * The open connections. When there are too many, one on which nothing is being answered is closed: the longest silent first.
 * What is being answered is bounded elsewhere and has room for the operator, so a new connection of the operator always finds
 * a place. Of one address only those count as silent that have been open for a while: a burst of honest clients must not lose
 * connections whose first request has not been read yet.
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
    this.#all.set(socket, {
      address: addressOf(socket),
      since: performance.now(),
      token: undefined,
      requests: 0,
    });
    socket.once('close', () => this.#remove(socket));
    if (this.#all.size > this.#limits.maxSockets) this.#closeOne(socket);
    this.#silent.add(socket);
  }

  /** A request has come on the connection, and is being answered until the disposer is called. */
  begin(socket: Socket): () => void {
    const tracked = this.#all.get(socket);
    if (tracked === undefined) return () => undefined;
    tracked.requests++;
    this.#silent.delete(socket);
    this.#idle.delete(socket);
    return () => {
      if (--tracked.requests > 0 || !this.#all.has(socket)) return;
      (tracked.token === undefined ? this.#silent : this.#idle).add(socket);
    };
  }

  /** The request that came on the connection has a valid token. Throws when the token has too many connections. */
  identify(socket: Socket, token: string): void {
    const tracked = this.#all.get(socket);
    if (tracked === undefined || tracked.token === token) return;
    this.#refuseMany(token);
    tracked.token = token;
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
    const before = performance.now() - silentAfter;
    const silent = [...this.#silent].flatMap((socket) => {
      const tracked = this.#all.get(socket);
      return tracked !== undefined && tracked.since < before ? [{ socket, address: tracked.address }] : [];
    });
    const surplus = new Map<string, number>();
    for (const { address } of silent) surplus.set(address, (surplus.get(address) ?? -limit) + 1);
    // The oldest come first.
    for (const { socket, address } of silent) {
      const over = surplus.get(address) ?? 0;
      if (over <= 0) continue;
      surplus.set(address, over - 1);
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
