import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type Driver from 'pg';
import type { Database } from './database.ts';
import { defaultQueryTimeout } from './query-timeout.ts';
import { StoreError } from '../store-error.ts';
import { isTimeout, notReachable, toldOf } from './server-away.ts';
import type { Tables } from './tables.ts';

export interface PostgresOptions {
  readonly url: string;
  /** The schema that the tables are in. Who shares it shares history, approvals and grants. @default 'toolcrib' */
  readonly schema?: string | undefined;
  /** Milliseconds for one query. @default 10,000 */
  readonly queryTimeout?: number | undefined;
}

/**
 * A process that is frozen in the middle of a transaction holds its locks, and everybody else waits for them. After so many
 * milliseconds without a word the server ends such a transaction.
 */
export const idleTransactionMs = 5000;

/** Milliseconds that a server has to hear that we leave. */
const goodbye = 1000;

/** Opens a database that several machines may share. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, schema = 'toolcrib', queryTimeout = defaultQueryTimeout } = options;
  const sockets = new Set<Socket>();
  const pool = await createPool(url, { schema, queryTimeout, sockets });
  try {
    await pool.query(`create schema if not exists ${quoted(schema)}`);
  } catch (cause) {
    // Two that make it at the same moment: one is told that it is there.
    if (!['23505', '42P06'].includes((cause as { code?: string }).code ?? '')) {
      await leave(() => pool.end(), sockets);
      throw isTimeout(cause) ? toldOf(url, cause, queryTimeout) : notReachable(url, cause);
    }
  }
  const dialect = new PostgresDialect({ pool: telling(pool, { url, queryTimeout }) });
  const kysely = new Kysely<Tables>({ dialect });
  return {
    kind: 'postgres',
    read: kysely,
    write: (work) => kysely.transaction().execute(work),
    close: () => leave(() => kysely.destroy(), sockets),
  };
}

/** A server that does not answer does not hear either that we leave: its connections are then dropped. */
async function leave(end: () => Promise<void>, sockets: ReadonlySet<Socket>): Promise<void> {
  const controller = new AbortController();
  const patience = wait(goodbye, undefined, { signal: controller.signal }).then(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.race([end(), patience]);
  controller.abort();
  await patience.catch(() => undefined);
}

/** One connection that is not connected yet, for who needs one of its own. */
export async function createClient({ url, schema = 'toolcrib' }: PostgresOptions): Promise<Driver.Client> {
  const { Client } = await loadDriver();
  return new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    // A machine that is gone says nothing: without an answer the connection counts as broken.
    query_timeout: 5000,
    keepAlive: true,
    options: `-c search_path=${quoted(schema)}`,
  });
}

interface PoolOptions {
  readonly schema: string;
  readonly queryTimeout: number;
  /** Gets every connection that is open. */
  readonly sockets: Set<Socket>;
}

async function createPool(url: string, { schema, queryTimeout, sockets }: PoolOptions): Promise<Driver.Pool> {
  const { Pool, types } = await loadDriver();
  const pool = new Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: 5000,
    // The server ends what takes long; if it does not even do that, the connection is given up a little later.
    statement_timeout: queryTimeout,
    idle_in_transaction_session_timeout: idleTransactionMs,
    query_timeout: queryTimeout + 1000,
    keepAlive: true,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    idleTimeoutMillis: 30_000,
    // A process that has nothing else to do must be able to end.
    allowExitOnIdle: true,
    options: `-c search_path=${quoted(schema)}`,
    types: {
      // Counts and times arrive as text otherwise; all of ours are far below 2^53.
      getTypeParser: (oid, format) =>
        (oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)) as never,
    },
  });
  // A connection that breaks while nobody uses it is replaced; nobody has to hear of it.
  pool.on('error', () => undefined);
  // One that breaks while it is lent is told by its next query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A server that goes away later is told like one that was never there; a connection that did not answer is not used again. */
function telling(
  pool: Driver.Pool,
  { url, queryTimeout }: { readonly url: string; readonly queryTimeout: number },
): PostgresPool {
  const told = (cause: unknown): unknown => toldOf(url, cause, queryTimeout);
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((cause: unknown) => {
        throw told(cause);
      });
      let broken: Error | undefined;
      return {
        async query(sql: string, values: unknown[]) {
          if (broken !== undefined) throw told(broken);
          try {
            return await client.query(sql, values);
          } catch (cause) {
            // The answer may still come, and would be taken for that of the next query.
            if (isTimeout(cause) && cause instanceof Error && !('code' in cause)) broken = cause;
            throw told(cause);
          }
        },
        release: () => client.release(broken),
      } as never;
    },
    end: () => pool.end(),
  };
}

/** The driver is there only where it is wanted. */
async function loadDriver(): Promise<typeof Driver> {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    throw new StoreError('driver_missing', { name: 'pg' }, { cause });
  }
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
