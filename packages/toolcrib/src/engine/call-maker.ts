import type { Locale, ToolResult } from '@toolcrib/core';
import { Interruption, type NodeRunner, type PlanStore } from '@toolcrib/core/plan';
import { insist } from '../store/databases/insist.ts';
import type { BegunCall, PlanCalls } from '../store/plans/plan-calls.ts';
import { readRequest, writeMade } from './call-requests.ts';
import { failedResult } from './failed-result.ts';
import { randomName } from '../store/random-name.ts';

export interface CallMakerOptions {
  /** This worker. */
  readonly worker: string;
  readonly calls: PlanCalls;
  readonly store: Pick<PlanStore, 'output'>;
  readonly run: NodeRunner;
  readonly locale: Locale;
  /** So many calls wait for a person; others may be made in their place. */
  readonly onParked: (count: number) => void;
}

/** Makes the calls that a worker is given, whoever drives the plan that they are of. */
export class CallMaker {
  readonly #options: CallMakerOptions;
  readonly #running = new Map<string, AbortController>();
  readonly #parked = new Set<string>();
  #idle: PromiseWithResolvers<void> | undefined = undefined;

  constructor(options: CallMakerOptions) {
    this.#options = options;
  }

  /** Makes a call and tells what became of it; false when it was interrupted, and another worker is to make it. */
  async make(callId: string): Promise<boolean> {
    const { calls, worker } = this.#options;
    const begun = await insist(() => calls.begin(callId, worker));
    if (begun === undefined) return true;
    if (begun.claimed) {
      await insist(() => calls.end(callId, this.#unknown(callId, begun)));
      return true;
    }
    const controller = new AbortController();
    this.#running.set(callId, controller);
    if (begun.cancelled) controller.abort();
    try {
      const outcome = await this.#run(callId, begun, controller.signal).catch((error: unknown) =>
        this.#broken(callId, begun, error),
      );
      if (outcome === undefined) return false;
      await insist(() => calls.end(callId, outcome));
      return true;
    } finally {
      this.#unpark(callId);
      this.#running.delete(callId);
      if (this.#running.size === 0) this.#idle?.resolve();
    }
  }

  /** Ends what its plan has cancelled. */
  async look(): Promise<void> {
    const cancelled = await this.#options.calls.cancelled([...this.#running.keys()]);
    for (const callId of cancelled) this.#running.get(callId)?.abort();
  }

  /** Ends everything, so that another worker makes it. */
  interrupt(): void {
    for (const controller of this.#running.values()) controller.abort(new Interruption());
  }

  /** When nothing is made any more. */
  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    this.#idle ??= Promise.withResolvers();
    return this.#idle.promise;
  }

  async #run(callId: string, begun: BegunCall, signal: AbortSignal): Promise<string | undefined> {
    const { store, run, calls, worker } = this.#options;
    const call = await insist(() => readRequest(begun.request, signal, store));
    let { interrupted } = begun;
    const name = randomName();
    const claim = (): Promise<boolean> => insist(() => calls.claim(callId, worker, name), signal);
    const result = await run(
      { ...call, options: { ...call.options, claim } },
      {
        parked: () => {
          this.#parked.add(callId);
          this.#options.onParked(this.#parked.size);
          // Only to be shown: what matters is stored by the desk.
          void calls.mark(callId, worker, 'parked').catch(() => undefined);
        },
        running: () => {
          if (this.#unpark(callId)) void calls.mark(callId, worker, 'running').catch(() => undefined);
        },
        again: () => (interrupted = true),
        progress: () => undefined,
      },
    );
    const isInterrupted = signal.reason instanceof Interruption && result.status !== 'success';
    // Who has taken it over tells what becomes of it.
    if (isInterrupted || isTakenOver(result)) return undefined;
    return writeMade({ result, interrupted });
  }

  /** The worker that had it before had claimed it, so that it may have run. */
  #unknown(callId: string, { request, worker }: BegunCall): string {
    const { tool } = JSON.parse(request) as { readonly tool: string };
    const facts = { tool, process: worker };
    const unknown = { callId, tool, code: 'outcome_unknown', facts } as const;
    return writeMade({ result: failedResult(unknown, this.#options.locale), interrupted: true });
  }

  /** What cannot be called at all has failed: a plan that waits for it would wait for ever. */
  #broken(callId: string, { interrupted }: BegunCall, error: unknown): string {
    const detail = error instanceof Error ? error.message : String(error);
    const failed = { callId, tool: '', code: 'internal_error', facts: { detail } } as const;
    return writeMade({ result: failedResult(failed, this.#options.locale), interrupted });
  }

  #unpark(callId: string): boolean {
    const wasParked = this.#parked.delete(callId);
    if (wasParked) this.#options.onParked(this.#parked.size);
    return wasParked;
  }
}

function isTakenOver(result: ToolResult): boolean {
  return result.status !== 'success' && result.errorCode === 'call_taken_over';
}
