import { EngineError } from './engine-error.ts';
import { Shift } from './shift.ts';
import type { WorkerOptions } from './worker-options.ts';

/** Works on plans together with all others that share the database. One that was given up by mistake begins anew. */
export class Worker {
  readonly #options: WorkerOptions;
  #shift: Promise<Shift>;
  #stopping: Promise<void> | undefined = undefined;

  private constructor(options: WorkerOptions) {
    this.#options = options;
    this.#shift = this.#begin();
  }

  static async start(options: WorkerOptions): Promise<Worker> {
    const worker = new Worker(options);
    await worker.#shift;
    return worker;
  }

  /** What is under way may still end for so many milliseconds; the rest goes on in other workers. */
  stop(options: { readonly drain: number }): Promise<void> {
    this.#stopping ??= this.#shift.then(
      (shift) => shift.end(options),
      () => undefined,
    );
    return this.#stopping;
  }

  #begin(): Promise<Shift> {
    return Shift.begin(this.#options, () => this.#beginAnew());
  }

  #beginAnew(): void {
    if (this.#stopping !== undefined) return;
    const { name, onProblem } = this.#options;
    onProblem(new EngineError('worker_given_up', { name }));
    this.#shift = this.#shift.then(async (shift) => {
      await shift.abandon();
      return this.#begin();
    });
  }
}
