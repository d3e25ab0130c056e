import { PluginDied, type PluginAnswer, type PluginProcess } from './plugin-process.ts';

export interface PoolOptions {
  readonly start: () => Promise<PluginProcess>;
  /** Processes at the same time. */
  readonly instances: number;
  /** Milliseconds after which one that nobody needs is ended. */
  readonly idleMs: number;
}

/** What becomes of calls that still run: they finish, or they are cancelled. */
export type RunningCalls = 'finish' | 'cancel';

interface Waiter {
  readonly give: (process: PluginProcess) => void;
  readonly fail: (error: unknown) => void;
}

interface Kept {
  readonly process: PluginProcess;
  readonly timer: NodeJS.Timeout;
}

/** The processes of one plugin: started when they are needed, kept warm for a while, and never more than allowed. */
export class PluginPool {
  readonly #options: PoolOptions;
  /** The one that was used last is used first, so that the others can end. */
  readonly #idle: Kept[] = [];
  readonly #busy = new Set<PluginProcess>();
  readonly #waiting: Waiter[] = [];
  readonly #ending = new Set<Promise<void>>();
  #starting = 0;
  #closed = false;
  #drained: () => void = () => undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** How many processes there are. */
  get size(): number {
    return this.#idle.length + this.#busy.size + this.#starting;
  }

  async call(input: Uint8Array, signal: AbortSignal): Promise<PluginAnswer> {
    const process = await this.#take(signal);
    try {
      return await process.call(input, signal);
    } finally {
      this.#giveBack(process);
    }
  }

  /** Takes no more calls, and ends everything once those that it has taken are over. */
  async close(running: RunningCalls): Promise<void> {
    this.#closed = true;
    for (const { process, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      this.#end(process);
    }
    if (running === 'cancel') {
      for (const waiter of this.#waiting.splice(0)) waiter.fail(new PluginDied('cancelled', ''));
      for (const process of this.#busy) this.#end(process);
    }
    if (!this.#isDrained())
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    await Promise.all(this.#ending);
  }

  #take(signal: AbortSignal): Promise<PluginProcess> {
    if (this.#closed) throw new PluginDied('cancelled', '');
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.process.gone) continue;
      this.#busy.add(kept.process);
      return Promise.resolve(kept.process);
    }
    return new Promise((resolve, reject) => {
      const over = (end: () => void): void => {
        signal.removeEventListener('abort', leave);
        end();
      };
      const waiter: Waiter = {
        give: (process) => over(() => resolve(process)),
        fail: (error) => over(() => reject(error)),
      };
      // What is being started for it will be there for the next.
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        waiter.fail(signal.reason);
      };
      signal.addEventListener('abort', leave);
      this.#waiting.push(waiter);
      this.#startMore();
    });
  }

  #startMore(): void {
    while (this.#starting < this.#waiting.length && this.size < this.#options.instances) {
      this.#starting++;
      void this.#options.start().then(
        (process) => {
          this.#starting--;
          this.#giveBack(process);
        },
        (error: unknown) => {
          this.#starting--;
          this.#waiting.shift()?.fail(error);
          this.#settle();
        },
      );
    }
  }

  #giveBack(process: PluginProcess): void {
    this.#busy.delete(process);
    const waiter = process.gone ? undefined : this.#waiting.shift();
    if (waiter !== undefined) {
      this.#busy.add(process);
      waiter.give(process);
    } else if (!process.gone) {
      this.#keep(process);
    }
    this.#settle();
  }

  #keep(process: PluginProcess): void {
    if (this.#closed) return this.#end(process);
    const kept: Kept = { process, timer: setTimeout(() => this.#drop(kept), this.#options.idleMs) };
    kept.timer.unref();
    this.#idle.push(kept);
  }

  #drop(kept: Kept): void {
    this.#idle.splice(this.#idle.indexOf(kept), 1);
    this.#end(kept.process);
  }

  #end(process: PluginProcess): void {
    const ending = process.end().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #settle(): void {
    this.#startMore();
    if (this.#isDrained()) this.#drained();
  }

  #isDrained(): boolean {
    return this.#busy.size + this.#starting + this.#waiting.length === 0;
  }
}
