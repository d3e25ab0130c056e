import { statSync } from 'node:fs';
import type { PriorDiscovery } from '@modelcontextprotocol/client';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenedClient } from './open-client.ts';
import { ServerFault } from './server-fault.ts';

export interface ConnectionOptions {
  /** Connects anew, unless the signal is aborted. */
  readonly open: (prior: PriorDiscovery | undefined, signal: AbortSignal) => Promise<OpenedClient>;
  /** Looks at a new connection before anybody uses it. */
  readonly onOpened?: ((opened: OpenedClient) => Promise<void>) | undefined;
  /** Hears that the server may have other tools now. */
  readonly onToolsChanged?: ((opened: OpenedClient) => void) | undefined;
  /** Milliseconds after the last call when it is closed. @default five minutes */
  readonly idleAfter?: number | undefined;
  /** A file whose change tells everybody who uses the server to start it anew. */
  readonly restartMark?: string | undefined;
}

const defaultIdle = 300_000;
/** Milliseconds between the second failure and the next try; doubled for each one that follows. */
const firstDelay = 100;
const longestDelay = 30_000;
/** Milliseconds between two looks at the mark. */
const markPatience = 50;
/** A caller waits for the next try no longer than this. */
const longestWait = 1000;

/**
 * Keeps one connection with a server: opened by the first who needs it, shared by all, opened again after an end, slower
 * from failure to failure, and closed when nobody needs it.
 */
export class McpConnection {
  readonly #options: ConnectionOptions;
  #opened: Promise<OpenedClient> | undefined;
  /** The same, once it is there. */
  #current: OpenedClient | undefined;
  #openedAt = 0;
  #prior: PriorDiscovery | undefined;
  #users = 0;
  #usedAt = 0;
  #idle: NodeJS.Timeout | undefined;
  #markSeenAt = 0;
  #failures = 0;
  #lastFailure: unknown;
  #notBefore = 0;
  #closed = false;
  readonly #closing = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Lends the client. What `work` gives shows that the server does its work. */
  async use<T>(signal: AbortSignal, work: (opened: OpenedClient) => Promise<T>): Promise<T> {
    this.#users++;
    try {
      const opened = this.#ready(signal) ?? (await this.#connected(signal));
      const result = await work(opened);
      this.#failures = 0;
      return result;
    } finally {
      this.#users--;
      this.#usedAt = performance.now();
      this.#closeWhenIdle();
    }
  }

  /** Lets go of a client that its server does not know any more; the next to come gets a new one. */
  async drop(opened: OpenedClient): Promise<void> {
    if (this.#current === opened) this.#forget();
    await opened.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#closing.abort(new ServerFault({ kind: 'closed' }));
    clearTimeout(this.#idle);
    await this.#end();
  }

  #ready(signal: AbortSignal): OpenedClient | undefined {
    signal.throwIfAborted();
    if (this.#closed) throw new ServerFault({ kind: 'closed' });
    if (this.#isToRestart()) {
      this.#failures = 0;
      this.#prior = undefined;
      void this.#end();
    }
    return this.#current;
  }

  #connected(signal: AbortSignal): Promise<OpenedClient> {
    this.#opened ??= this.#open();
    // Whoever does not want to wait any more leaves it to the others, and to the next call.
    return orAbort(this.#opened, signal);
  }

  #open(): Promise<OpenedClient> {
    this.#openedAt = Date.now();
    const opening = this.#tryToOpen();
    opening.then(
      (opened) => {
        if (this.#opened !== opening) return;
        this.#current = opened;
        void opened.ended.then(() => {
          // What was told to end has been forgotten before.
          if (this.#opened !== opening) return;
          this.#noteFailure(opened.fault());
          this.#forget();
        });
      },
      (error: unknown) => {
        if (!(error instanceof ServerFault) || error.fault.kind !== 'failing') this.#noteFailure(error);
        if (this.#opened === opening) this.#forget();
      },
    );
    return opening;
  }

  #forget(): void {
    this.#opened = undefined;
    this.#current = undefined;
  }

  async #tryToOpen(): Promise<OpenedClient> {
    const wait = this.#notBefore - performance.now();
    if (this.#failures > 1 && wait > longestWait) {
      const last = this.#lastFailure instanceof Error ? this.#lastFailure.message : '';
      const facts = { times: this.#failures, seconds: Math.ceil(wait / 1000), last };
      throw new ServerFault({ kind: 'failing', ...facts }, { cause: this.#lastFailure });
    }
    const { signal } = this.#closing;
    if (this.#failures > 1 && wait > 0) await pause(wait, undefined, { signal });
    const opened = await this.#options.open(this.#prior, signal);
    this.#prior = opened.prior;
    try {
      this.#listen(opened);
      await this.#options.onOpened?.(opened);
      if (!this.#closed) return opened;
      throw new ServerFault({ kind: 'closed' });
    } catch (error) {
      await opened.close();
      throw opened.fault() ?? error;
    }
  }

  #noteFailure(error: unknown): void {
    this.#failures++;
    this.#lastFailure = error;
    const delay = Math.min(firstDelay * 2 ** (this.#failures - 2), longestDelay);
    this.#notBefore = performance.now() + delay;
  }

  #listen(opened: OpenedClient): void {
    const { client } = opened;
    const tell = (): void => this.#options.onToolsChanged?.(opened);
    client.setNotificationHandler('notifications/tools/list_changed', tell);
    if (client.getProtocolEra() !== 'modern' || !client.getServerCapabilities()?.tools?.listChanged) return;
    // Since 2026-07-28 a server tells only those who ask.
    client.listen({ toolsListChanged: true }).catch(() => undefined);
  }

  #isToRestart(): boolean {
    const { restartMark } = this.#options;
    if (this.#opened === undefined || restartMark === undefined) return false;
    const now = performance.now();
    if (now - this.#markSeenAt < markPatience) return false;
    this.#markSeenAt = now;
    const marked = statSync(restartMark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return marked > this.#openedAt;
  }

  /** One timer for many calls: it looks when the last one was. */
  #closeWhenIdle(): void {
    if (this.#idle !== undefined || this.#closed) return;
    const left = (): number => this.#usedAt + (this.#options.idleAfter ?? defaultIdle) - performance.now();
    const look = (): void => {
      this.#idle = undefined;
      if (this.#users === 0 && left() <= 0) void this.#end();
      else this.#closeWhenIdle();
    };
    this.#idle = setTimeout(look, Math.max(left(), 1)).unref();
  }

  async #end(): Promise<void> {
    const ending = this.#opened;
    this.#forget();
    await ending?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }
}

async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new AbortController();
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: ended.signal });
      }),
    ]);
  } finally {
    ended.abort();
  }
}
