import { setTimeout as wait } from 'node:timers/promises';
import type Driver from 'pg';
import { createClient, type PostgresOptions } from './postgres.ts';
import { toldOf } from './server-away.ts';

export interface SessionOptions extends PostgresOptions {
  /** A notification on one of the channels. */
  readonly onNotice: (channel: string, payload: string) => void;
  /** There was no connection for a while: notices were missed, and for a moment nobody held the locks. */
  readonly onReturn: () => void;
  /** Somebody else has taken a lock that this session held when its connection broke. */
  readonly onLost: (lock: string) => void;
}

/** Milliseconds between two attempts to get the connection, or a lock on it, back. */
const retryAfter = 100;

/** So often a lock is asked for again: whoever looked whether it is free holds it for a moment. */
const lockAttempts = 10;

/**
 * One connection that stays: locks are held for as long as it lives, so that everybody sees at once when a process dies, and
 * notices of others arrive on it. A broken connection is made anew, with the same locks and channels.
 */
export class PostgresSession {
  readonly #options: SessionOptions;
  readonly #locks = new Set<string>();
  readonly #channels = new Set<string>();
  /** Those that something is done under. */
  readonly #busy = new Set<string>();
  #client: Driver.Client | undefined = undefined;
  #returning: Promise<void> | undefined = undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined = undefined;
  #isClosed = false;

  private constructor(options: SessionOptions) {
    this.#options = options;
  }

  static async open(options: SessionOptions): Promise<PostgresSession> {
    const session = new PostgresSession(options);
    await session.#connect().catch((cause: unknown) => {
      throw toldOf(options.url, cause);
    });
    return session;
  }

  /** Takes a lock and keeps it; false when another session has it. */
  async hold(lock: string): Promise<boolean> {
    const isFree = await this.#try(lock);
    if (isFree) this.#locks.add(lock);
    return isFree;
  }

  async release(lock: string): Promise<void> {
    this.#locks.delete(lock);
    await this.#query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
  }

  /** Does something while nobody else holds a lock; undefined, and nothing done, when somebody does. */
  async whileFree<T>(lock: string, work: () => Promise<T>): Promise<T | undefined> {
    // For the server a lock is free to who has it already.
    if (this.#busy.has(lock)) return undefined;
    this.#busy.add(lock);
    try {
      return (await this.#try(lock)) ? await this.#whileHeld(lock, work) : undefined;
    } finally {
      this.#busy.delete(lock);
    }
  }

  async listen(channel: string): Promise<void> {
    this.#channels.add(channel);
    await this.#query(`listen "${channel}"`);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#returning;
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #whileHeld<T>(lock: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      // With a broken connection the lock is gone as well.
      await this.release(lock).catch(() => undefined);
    }
  }

  async #try(lock: string): Promise<boolean> {
    const { rows } = await this.#query<{ free: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
      [lock],
    );
    return rows[0]?.free === true;
  }

  /** One after the other: a connection does one thing at a time. */
  #query<Row extends Driver.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<Driver.QueryResult<Row>> {
    const answer = this.#turn.then(() => this.#queryNow<Row>(text, values));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  async #queryNow<Row extends Driver.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<Driver.QueryResult<Row>> {
    const client = this.#client;
    if (client === undefined) throw new Error('the connection is broken');
    try {
      return await client.query<Row>(text, values);
    } catch (error) {
      // What is no answer of the server: it may be gone without the connection knowing it.
      if ((error as { code?: unknown }).code === undefined) this.#broken(client);
      throw error;
    }
  }

  async #connect(): Promise<void> {
    const client = await createClient(this.#options);
    client.on('error', () => this.#broken(client));
    client.on('end', () => this.#broken(client));
    client.on('notification', ({ channel, payload = '' }) => this.#options.onNotice(channel, payload));
    await client.connect();
    this.#client = client;
  }

  #broken(client: Driver.Client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    void client.end().catch(() => undefined);
    this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#returning = this.#return().catch(() => {
        if (this.#client === undefined) this.#later();
        else this.#broken(this.#client);
      });
    }, retryAfter);
  }

  async #return(): Promise<void> {
    await this.#connect();
    for (const lock of this.#locks) await this.#regain(lock);
    for (const channel of this.#channels) await this.listen(channel);
    this.#options.onReturn();
  }

  async #regain(lock: string): Promise<void> {
    for (let attempt = 1; !(await this.#try(lock)); attempt++) {
      if (attempt === lockAttempts || this.#isClosed) {
        this.#locks.delete(lock);
        this.#options.onLost(lock);
        return;
      }
      await wait(retryAfter);
    }
  }
}
