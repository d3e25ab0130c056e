import type { Locale } from '../messages/catalog.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { canonicalJson } from '../tool/canonical-json.ts';
import { createError } from '../tool/errors.ts';
import { copyJson } from '../tool/json.ts';
import { randomText } from '../tool/random-text.ts';
import type {
  CloseOptions,
  NodeRunner,
  PlanEngine,
  PlanFilter,
  PlanPage,
  ResumeOptions,
  SubmitOptions,
  WatchOptions,
} from './engine.ts';
import { decide, type DecideOptions } from './decisions.ts';
import { LivePlan, type LiveOptions, type PlanHouse } from './live-plan.ts';
import { MemoryPlans } from './memory-plans.ts';
import type { Plan } from './plan.ts';
import type { PlanClock } from './plan-clock.ts';
import type { PlanEvent } from './plan-event.ts';
import { eventsAfter } from './plan-events.ts';
import type { PlanStore, StoredPlan, StoredRun } from './plan-store.ts';
import { toResumed } from './resumed-run.ts';
import type { PlanResult, PlanSnapshot } from './snapshot.ts';
import { toResult, toSnapshot } from './to-snapshot.ts';
import { Turns } from './turns.ts';
import { toWirePlan } from './wire-plan.ts';

export interface LocalEngineOptions {
  /** @default in memory: plans end with the process */
  readonly store?: PlanStore | undefined;
  /** Calls that run at the same time, of all plans together. @default 64 */
  readonly concurrency?: number | undefined;
  /** Hears of a store that does not take what is written; it is tried again. @default nobody */
  readonly onProblem?: ((error: unknown) => void) | undefined;
  /** @default 'en' */
  readonly locale?: Locale | undefined;
  /** @default the host's */
  readonly clock?: PlanClock | undefined;
}

/**
 * Runs plans in this process. With a store that outlives it, what has ended stays ended: the next engine of that store goes on
 * where this one stopped, however it stopped.
 *
 *     const engine = new LocalEngine(createNodeRunner(service));
 *     const { planId } = await engine.submit(definePlan({ … }));
 *     const { state, output } = await engine.result(planId);
 */
export class LocalEngine implements PlanEngine {
  readonly #store: PlanStore;
  readonly #house: PlanHouse;
  readonly #live = new Map<string, LivePlan>();
  /** What is still to be let go of in the store. */
  readonly #leaving = new Set<Promise<void>>();
  /** What ends the watching of plans that run elsewhere, or have ended. */
  readonly #watches = new Set<() => void>();
  #tending: Promise<() => void> | undefined = undefined;
  #closed = false;

  constructor(run: NodeRunner, options: LocalEngineOptions = {}) {
    const { store = new MemoryPlans(), concurrency = 64, locale = 'en', clock = hostClock } = options;
    const { onProblem = () => undefined } = options;
    this.#store = store;
    const runner = `runner_${randomText(20)}`;
    const freed = (): void => {
      for (const live of this.#live.values()) live.poke();
    };
    this.#house = {
      run,
      store,
      clock,
      locale,
      runner,
      slots: { free: concurrency, isWanted: false, freed },
      turns: new Turns(clock),
      onProblem,
    };
  }

  async submit(plan: Plan, options: SubmitOptions = {}): Promise<PlanSnapshot> {
    this.#checkOpen();
    await this.attend();
    const stored = this.#toStored(plan, options);
    const { planId } = stored;
    if (!(await this.#store.create(stored, this.#house.runner))) {
      const known = await this.#read(planId);
      if (!isSame(known.plan, stored)) throw createError('plan_differs', { plan: planId });
      return toSnapshot(known);
    }
    return toSnapshot(this.#begin({ plan: stored, nodes: [] }).run);
  }

  async status(planId: string): Promise<PlanSnapshot> {
    return toSnapshot(await this.#read(planId));
  }

  async result(
    planId: string,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<PlanResult> {
    for (;;) {
      signal?.throwIfAborted();
      const live = this.#live.get(planId);
      // Watched before it is read: what changes in between is not missed.
      const { happened, stop } =
        live === undefined ? this.#change() : { happened: live.over, stop: () => undefined };
      try {
        const { plan } = await this.#read(planId);
        if (plan.state !== 'running') return toResult(plan);
        if (this.#closed && live === undefined) throw createError('plans_closed', {});
        await untilAborted(happened, signal);
      } finally {
        stop();
      }
    }
  }

  async output(ref: string): Promise<JsonValue> {
    const at = ref.lastIndexOf('/');
    const planId = ref.slice(0, Math.max(at, 0));
    const output = await this.#store.output(planId, ref.slice(at + 1));
    if (output === undefined) throw createError('unknown_plan', { plan: ref });
    return output;
  }

  async cancel(planId: string, reason = ''): Promise<PlanSnapshot> {
    const { plan } = await this.#read(planId);
    if (plan.state !== 'running') return this.status(planId);
    const live = this.#live.get(planId);
    live?.cancel(reason);
    const ending = live ?? (await this.#adopt(planId, reason));
    if (ending === undefined) await this.#store.askToCancel(planId, reason);
    await ending?.over;
    return this.status(planId);
  }

  async resume(planId: string, { decisions = {}, by }: ResumeOptions = {}): Promise<PlanSnapshot> {
    this.#checkOpen();
    const known = await this.#read(planId);
    const options = { decisions, by, now: this.#house.clock.now() };
    // A decision that makes no sense is refused before anything is taken.
    decide(known, options);
    const [named] = Object.keys(decisions);
    const asItIs = (): Promise<PlanSnapshot> => {
      if (named !== undefined) throw createError('plan_runs', { plan: planId });
      return this.status(planId);
    };
    if (known.plan.state === 'succeeded' || this.#live.has(planId)) return asItIs();
    // Taken before anything abandoned is taken up: that would go on with this plan without the decisions.
    const taken = await this.#store.take(planId, this.#house.runner);
    const resumed =
      taken === undefined || this.#live.has(planId)
        ? undefined
        : this.#begin(...(await this.#resumed(taken, options)));
    await this.attend();
    return resumed === undefined ? asItIs() : toSnapshot(resumed.run);
  }

  /** Somebody else may have decided in the meantime: then the plan is let go of again. */
  async #resumed(taken: StoredRun, options: DecideOptions): Promise<[StoredRun, LiveOptions]> {
    try {
      const { run, reset } = toResumed(taken, options);
      return [run, { unwritten: reset }];
    } catch (error) {
      await this.#store.release(taken.plan.planId, this.#house.runner);
      throw error;
    }
  }

  list(filter: PlanFilter = {}): Promise<PlanPage> {
    return this.#store.list(filter);
  }

  watch(planId: string, listener: (event: PlanEvent) => void, { after = 0 }: WatchOptions = {}): () => void {
    const live = this.#live.get(planId);
    if (live !== undefined) return live.watch(listener, after);
    let known = after;
    const look = async (): Promise<void> => {
      const sequence = await this.#store.sequence(planId).catch(() => undefined);
      if (sequence === undefined || sequence <= known) return;
      const run = await this.#store.read(planId).catch(() => undefined);
      if (run === undefined) return;
      const events = eventsAfter(known, run);
      known = Math.max(known, run.plan.sequence);
      for (const event of events) listener(event);
    };
    // One look after the other: two at once would tell the same twice.
    let looking = look();
    const stopWatching = this.#store.watch(() => void (looking = looking.then(look)));
    const stop = (): void => {
      stopWatching();
      this.#watches.delete(stop);
    };
    this.#watches.add(stop);
    return stop;
  }

  async attend(): Promise<void> {
    this.#tending ??= this.#store.tend(this.#house.runner, {
      abandoned: async (planId) => {
        if (!this.#closed && !this.#live.has(planId)) await this.#adopt(planId);
      },
      cancelled: (planId, reason) => this.#live.get(planId)?.cancel(reason),
    });
    try {
      await this.#tending;
    } catch (error) {
      // A store that could not be opened now may be the next time.
      this.#tending = undefined;
      throw error;
    }
  }

  async close({ drain = 0 }: CloseOptions = {}): Promise<void> {
    this.#closed = true;
    for (const stop of this.#watches) stop();
    if (drain > 0 && this.#live.size > 0) await this.#drained(drain);
    for (const live of this.#live.values()) live.interrupt();
    await Promise.all(Array.from(this.#live.values(), ({ over }) => over));
    await Promise.all(this.#leaving);
    const stop = await this.#tending?.catch(() => undefined);
    stop?.();
  }

  #begin(run: StoredRun, options?: LiveOptions): LivePlan {
    const { planId } = run.plan;
    const live = new LivePlan(this.#house, run, options);
    this.#live.set(planId, live);
    const leaving = this.#leave(planId, live);
    this.#leaving.add(leaving);
    void leaving.finally(() => this.#leaving.delete(leaving));
    return live;
  }

  async #leave(planId: string, live: LivePlan): Promise<void> {
    await live.over.catch(this.#house.onProblem);
    this.#live.delete(planId);
    if (live.run.plan.state === 'running')
      await this.#store.release(planId, this.#house.runner).catch(this.#house.onProblem);
  }

  /** Takes up a plan that nobody runs, or only to cancel it. Undefined when somebody does. */
  async #adopt(planId: string, cancelled?: string): Promise<LivePlan | undefined> {
    const taken = await this.#store.take(planId, this.#house.runner);
    const live = this.#live.get(planId);
    if (taken === undefined || live !== undefined) return live;
    return taken.plan.state === 'running' ? this.#begin(taken, { cancelled }) : undefined;
  }

  async #read(planId: string): Promise<StoredRun> {
    const run = this.#live.get(planId)?.run ?? (await this.#store.read(planId));
    if (run === undefined) throw createError('unknown_plan', { plan: planId });
    return run;
  }

  #toStored(plan: Plan, options: SubmitOptions): StoredPlan {
    const { planId = `plan_${randomText(20)}`, agent, requestedBy, task, input = {}, deadline } = options;
    if (!/^\P{Cc}{1,200}$/u.test(planId))
      throw createError('invalid_options', { option: 'planId', expected: 'plan_id' });
    const copy = copyJson(input);
    if (!copy.ok) throw createError('invalid_options', { option: 'input', expected: 'json' });
    const now = this.#house.clock.now();
    const ends = [deadline, plan.timeout === undefined ? undefined : now + plan.timeout].filter(
      (end) => end !== undefined,
    );
    return {
      planId,
      plan,
      agent,
      requestedBy,
      task,
      input: { ...plan.input, ...(copy.value as StoredPlan['input']) },
      submittedAt: now,
      state: 'running',
      deadline: ends.length > 0 ? Math.min(...ends) : undefined,
      endedAt: undefined,
      failure: undefined,
      output: undefined,
      sequence: 1,
    };
  }

  #checkOpen(): void {
    if (this.#closed) throw createError('plans_closed', {});
  }

  /** The next time that something may have changed in the store. */
  #change(): { readonly happened: Promise<void>; readonly stop: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { happened: promise, stop: this.#store.watch(resolve) };
  }

  async #drained(milliseconds: number): Promise<void> {
    const { clock } = this.#house;
    let timer: unknown;
    const late = new Promise<void>((resolve) => {
      timer = clock.setTimeout(resolve, milliseconds);
    });
    const drained = Promise.all(Array.from(this.#live.values(), ({ over }) => over));
    await Promise.race([late, drained]).finally(() => clock.clearTimeout(timer));
  }
}

function isSame(one: StoredPlan, other: StoredPlan): boolean {
  const textOf = ({ plan, input, agent = '' }: StoredPlan): string =>
    canonicalJson([toWirePlan(plan) as unknown as JsonValue, input, agent]);
  return textOf(one) === textOf(other);
}

async function untilAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) {
    await promise;
    return;
  }
  let abort = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    abort = resolve;
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
  await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/** Hosts count delays in 32 bits: a longer one would end at once. */
const maxDelay = 2_147_483_647;

const hostClock: PlanClock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, Math.min(milliseconds, maxDelay)),
  clearTimeout: (timer) => clearTimeout(timer as number),
};
