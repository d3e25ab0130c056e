import type { BatchTarget } from './batch.ts';
import type { StartRow } from './running-calls.ts';
import type { StoreError } from '../store-error.ts';

export interface StartWriterOptions {
  readonly open: () => Promise<BatchTarget>;
  readonly toFailure: (cause: unknown) => StoreError;
  /** Hears of every start record that could not be written. */
  readonly onFailure: (failure: StoreError) => void;
}

/** A call that waits until it may run. */
interface WaitingStart {
  readonly start: StartRow;
  readonly resolve: () => void;
  readonly reject: (failure: StoreError) => void;
}

/** A start record that is not written after so long is given up, and so is the call. */
const longestMs = 15_000;

/** Writes start records, those that come at the same time together. */
export class StartWriter {
  readonly #options: StartWriterOptions;
  #waiting: WaitingStart[] = [];
  #writing: Promise<void> | undefined = undefined;
  #failure: StoreError | undefined = undefined;

  constructor(options: StartWriterOptions) {
    this.#options = options;
  }

  /** Why the last one could not be written. */
  get failure(): StoreError | undefined {
    return this.#failure;
  }

  /** The store takes something again. */
  recovered(): void {
    this.#failure = undefined;
  }

  /** Resolves when it is on the disk. */
  write(start: StartRow): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ start, resolve, reject });
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
    return promise;
  }

  /** Resolves when nobody waits any more. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Calls that begin in the same turn are written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting.splice(0);
      try {
        await inTime(this.#begin(waiting.map(({ start }) => start)));
        this.#failure = undefined;
        for (const { resolve } of waiting) resolve();
      } catch (error) {
        const failure = this.#options.toFailure(error);
        this.#options.onFailure(failure);
        this.#failure = failure;
        for (const { reject } of waiting) reject(failure);
      }
    }
  }

  async #begin(starts: readonly StartRow[]): Promise<void> {
    const target = await this.#options.open();
    await target.begin(starts);
  }
}

/** A server that does not answer holds up a call only for so long. What it has written after all is found later. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${longestMs / 1000} s`)), longestMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
