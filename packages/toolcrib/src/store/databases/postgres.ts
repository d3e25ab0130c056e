import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type Driver from 'pg';
import type { Database } from './database.ts';
import { StoreError } from '../store-error.ts';
import { notReachable, toldOf } from './server-away.ts';
import type { Tables } from './tables.ts';

export interface PostgresOptions {
  readonly url: string;
  /** The schema that the tables are in. Who shares it shares history, approvals and grants. @default 'toolcrib' */
  readonly schema?: string | undefined;
}

/**
 * A process that is frozen in the middle of a transaction holds its locks, and everybody else waits for them. After so many
 * milliseconds without a word the server ends such a transaction.
 */
export const idleTransactionMs = 5000;

/** Opens a database that several machines may share. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { schema = 'toolcrib' } = options;
  const pool = await createPool(options.url, schema);
  try {
    await pool.query(`create schema if not exists ${quoted(schema)}`);
  } catch (cause) {
    // Two that make it at the same moment: one is told that it is there.
    if (!['23505', '42P06'].includes((cause as { code?: string }).code ?? '')) {
      await pool.end();
      throw notReachable(options.url, cause);
    }
  }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: telling(pool, options.url) }) });
  return {
    kind: 'postgres',
    read: kysely,
    write: (work) => kysely.transaction().execute(work),
    close: () => kysely.destroy(),
  };
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

async function createPool(url: string, schema: string): Promise<Driver.Pool> {
  const { Pool, types } = await loadDriver();
  const pool = new Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    // A process that has nothing else to do must be able to end.
    allowExitOnIdle: true,
    options: `-c search_path=${quoted(schema)} -c idle_in_transaction_session_timeout=${idleTransactionMs}`,
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

/** A server that goes away later is told like one that was never there. */
function telling(pool: Driver.Pool, url: string): PostgresPool {
  const tell = (cause: unknown): never => {
    throw toldOf(url, cause);
  };
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch(tell);
      return {
        query: (sql: string, values: unknown[]) => client.query(sql, values).catch(tell),
        release: () => client.release(),
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
