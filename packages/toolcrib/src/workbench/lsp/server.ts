import { createError } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { StartError } from '../../fence/processes/start-error.ts';
import { Turns } from '../turns.ts';
import type { Connection } from './connection.ts';
import type { LanguageServerDefinition } from './language-servers.ts';
import { ServerEnded } from './server-ended.ts';
import { Told } from './told.ts';

export interface ServerOptions {
  /** Milliseconds after which a server that nobody asks is closed. @default 5 minutes */
  readonly idle?: number | undefined;
  /** Milliseconds that a server may take to start. @default 30,000 */
  readonly patience?: number | undefined;
}

/** A question to a server, about a file when it has an address. */
export type Question<Answer> = (connection: Connection, uri: string, told: Told) => Promise<Answer>;

interface Conversation {
  readonly connection: Connection;
  readonly told: Told;
  /** What it is told, it is told in order. */
  readonly turns: Turns;
}

/** One language server: started by the first question, kept warm, started again after a crash, closed when idle. */
export class Server {
  readonly definition: LanguageServerDefinition;
  readonly #bench: Bench;
  readonly #maxIdle: number;
  readonly #patience: number;
  #talking: Promise<Conversation> | undefined = undefined;
  /** Ends a server that is still starting. */
  #giveUp: AbortController | undefined = undefined;
  #asking = 0;
  #idle: NodeJS.Timeout | undefined = undefined;

  constructor(definition: LanguageServerDefinition, bench: Bench, options: ServerOptions = {}) {
    this.definition = definition;
    this.#bench = bench;
    this.#maxIdle = options.idle ?? 5 * 60_000;
    this.#patience = options.patience ?? 30_000;
  }

  /** Asks something, about a file of the project when there is a path. A server that crashes over it gets a second chance. */
  async ask<Answer>(
    path: string | undefined,
    question: Question<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    clearTimeout(this.#idle);
    this.#asking++;
    try {
      return await this.#askOnce(path, question, signal).catch((error: unknown) => {
        if (!(error instanceof ServerEnded)) throw error;
        return this.#askOnce(path, question, signal);
      });
    } catch (error) {
      if (!(error instanceof ServerEnded)) throw error;
      throw failure('LSP', 'server_ended', { server: this.definition.name }, this.#bench);
    } finally {
      this.#asking--;
      clearTimeout(this.#idle);
      if (this.#asking === 0) this.#idle = setTimeout(() => void this.close(), this.#maxIdle).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const talking = this.#talking;
    this.#talking = undefined;
    this.#giveUp?.abort(createError('cancelled', { tool: 'LSP' }));
    await (await talking?.catch(() => undefined))?.connection.close();
  }

  async #askOnce<Answer>(
    path: string | undefined,
    question: Question<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { connection, told, turns } = await unlessAborted(this.#talk(), signal);
    const uri = await turns.take(() => told.refresh(path, signal));
    return question(connection, uri, told);
  }

  /** Those who ask while it starts wait for the same one. */
  async #talk(): Promise<Conversation> {
    const talking = this.#talking;
    if (talking !== undefined) {
      const known = await talking;
      if (!known.connection.ended) return known;
      if (this.#talking === talking) this.#talking = undefined;
    }
    if (this.#talking === undefined) {
      const starting = this.#start();
      this.#talking = starting;
      starting.catch(() => {
        if (this.#talking === starting) this.#talking = undefined;
      });
    }
    return this.#talking;
  }

  async #start(): Promise<Conversation> {
    const { name, command, reads, initializationOptions } = this.definition;
    const { files, processes } = this.#bench;
    const giveUp = new AbortController();
    this.#giveUp = giveUp;
    const process = await processes
      .start({ argv: command, directory: files.root, writes: 'nothing', reads })
      .catch((cause: unknown) => {
        if (!(cause instanceof StartError)) throw cause;
        const facts = { server: name, program: cause.program };
        throw failure('LSP', 'server_not_started', facts, { locale: this.#bench.locale, cause });
      });
    // Loaded by the first question, with the library for the protocol.
    const { Connection: Talk } = await import('./connection.ts');
    const connection = new Talk(process);
    const silent = failure('LSP', 'server_silent', { server: name }, this.#bench);
    const timer = setTimeout(() => giveUp.abort(silent), this.#patience);
    try {
      await connection.initialize(files.root, initializationOptions, giveUp.signal);
      return { connection, told: new Told(connection, this.definition, this.#bench), turns: new Turns() };
    } catch (error) {
      await connection.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Others may go on waiting for it. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
