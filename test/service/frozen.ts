import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestPostgres } from '../../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { ask, countOf, type Serving } from './serving.ts';

/** A way to the database by TCP that can be interrupted without being closed, as by a partition of the network. */
export interface Partition {
  readonly url: string;
  interrupt(): void;
  heal(): void;
  close(): Promise<void>;
}

export async function startPartition({ folder }: Pick<TestPostgres, 'folder'>): Promise<Partition> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(join(folder, '.s.PGSQL.5432'));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        // During a partition nobody hears that the other side has gone.
        if (!isCut) other.destroy();
      });
      one.on('data', (piece) => void other.write(piece));
      if (isCut) one.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://toolcrib@127.0.0.1:${port}/postgres`,
    interrupt() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    heal() {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Another process that holds the file of a store for writing. */
export function lockSqlite(file: string): { release(): void } {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('begin immediate');
  return { release: () => database.close() };
}

export interface FrozenReport {
  /** How requests that need the database ended meanwhile, by status and code. */
  readonly outcomes: { readonly [outcome: string]: number };
  /** Milliseconds until the last one ended. */
  readonly longestMs: number;
  readonly health: number;
  readonly ready: number;
}

/** What a service answers while its database does not answer: every request comes to an end. */
export async function askFrozen(
  { address, operator: token }: Serving,
  { times }: { readonly times: number },
): Promise<FrozenReport> {
  const body = JSON.stringify({ tool_name: 'calculator', arguments: { expression: '6*7' } });
  const json = { 'content-type': 'application/json' };
  const began = performance.now();
  let longestMs = 0;
  const asked = Array.from({ length: times }, async (_, n) => {
    const answer = await (n % 2 === 0
      ? ask(address, '/history', { token })
      : ask(address, '/calls', { token, method: 'POST', headers: json, body }));
    longestMs = Math.max(longestMs, performance.now() - began);
    return `${answer.status} ${answer.code ?? ''}`.trim();
  });
  const health = (await ask(address, '/health')).status;
  let ready = 200;
  // An answer is good for a moment.
  while (ready === 200) ({ status: ready } = await ask(address, '/ready'));
  return { outcomes: countOf(await Promise.all(asked)), longestMs, health, ready };
}
