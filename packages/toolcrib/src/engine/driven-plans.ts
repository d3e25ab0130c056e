import type { JsonValue } from '@toolcrib/core';
import type {
  ClaimedCall,
  PlanCare,
  PlanChanges,
  PlanFilter,
  PlanPage,
  PlanStore,
  StoredNode,
  StoredPlan,
  StoredRun,
} from '@toolcrib/core/plan';
import { insist } from '../store/databases/insist.ts';
import type { PlanCalls } from '../store/plans/plan-calls.ts';
import type { SharedPlans } from '../store/plans/shared-plans.ts';

/**
 * The plans that one worker drives. It does not look for any: it is given them. What is written is written as soon as the
 * server can be reached, and then the calls that it tells of are done with.
 */
export class DrivenPlans implements PlanStore {
  readonly #plans: SharedPlans;
  readonly #calls: PlanCalls;
  readonly #worker: string;
  readonly #held = new Map<string, Held>();
  #care: PlanCare | undefined = undefined;

  constructor(plans: SharedPlans, calls: PlanCalls, worker: string) {
    this.#plans = plans;
    this.#calls = calls;
    this.#worker = worker;
  }

  /** Has the engine take up a plan; undefined when it cannot be had, else resolves when this worker has no more to do with it. */
  async adopt(planId: string): Promise<{ readonly over: Promise<void> } | undefined> {
    await this.#care?.abandoned(planId);
    const held = this.#held.get(planId);
    if (held !== undefined) return { over: held.over.promise };
    return (await this.#plans.isRunning(planId)) ? undefined : { over: Promise.resolve() };
  }

  /** When a plan that is driven here was submitted: another one may have had its id before, and calls of the same ids. */
  submittedAt(planId: string): number {
    return this.#held.get(planId)?.submittedAt ?? 0;
  }

  /** Plans that nobody drives. */
  undriven(): Promise<readonly string[]> {
    return this.#plans.undriven();
  }

  /** Ends the plans of this worker that somebody wants to end. */
  async tellCancelled(): Promise<void> {
    if (this.#held.size === 0) return;
    for (const { planId, reason } of await this.#plans.toBeCancelled(this.#worker))
      this.#care?.cancelled(planId, reason);
  }

  create(plan: StoredPlan): Promise<boolean> {
    return this.#plans.create(plan);
  }

  async save(planId: string, _runner: string, changes: PlanChanges): Promise<boolean> {
    const isOurs = await insist(() => this.#plans.save(planId, this.#worker, changes));
    const { standing, nodes } = changes;
    if (isOurs)
      await this.#calls.remove(nodes.filter(isDone).map(({ callId }) => callId ?? '')).catch(ignore);
    if (!isOurs || standing.state !== 'running') this.#letGo(planId);
    return isOurs;
  }

  /** Whoever makes a call claims it there. */
  claim(planId: string, _runner: string, call: ClaimedCall): Promise<boolean> {
    return this.#plans.claim(planId, this.#worker, call);
  }

  read(planId: string): Promise<StoredRun | undefined> {
    return insist(() => this.#plans.read(planId));
  }

  sequence(planId: string): Promise<number | undefined> {
    return this.#plans.sequence(planId);
  }

  async take(planId: string): Promise<StoredRun | undefined> {
    const taken = await this.#plans.take(planId, this.#worker);
    // Two may ask for it at the same time, and both wait for the same.
    if (taken?.plan.state === 'running' && !this.#held.has(planId))
      this.#held.set(planId, { over: Promise.withResolvers(), submittedAt: taken.plan.submittedAt });
    return taken;
  }

  async release(planId: string): Promise<void> {
    await this.#plans.release(planId, this.#worker);
    this.#letGo(planId);
  }

  output(planId: string, key: string): Promise<JsonValue | undefined> {
    return this.#plans.output(planId, key);
  }

  list(filter: PlanFilter): Promise<PlanPage> {
    return this.#plans.list(filter);
  }

  askToCancel(planId: string, reason: string): Promise<void> {
    return this.#plans.askToCancel(planId, reason);
  }

  async tend(_runner: string, care: PlanCare): Promise<() => void> {
    this.#care = care;
    return () => void (this.#care = undefined);
  }

  watch(listener: () => void): () => void {
    return this.#plans.watch(listener);
  }

  #letGo(planId: string): void {
    this.#held.get(planId)?.over.resolve();
    this.#held.delete(planId);
  }
}

interface Held {
  readonly over: PromiseWithResolvers<void>;
  readonly submittedAt: number;
}

/** Its call, if there was one, is over: what comes next has an id of its own. */
function isDone({ state }: StoredNode): boolean {
  return state !== 'running' && state !== 'parked';
}

/** What stays behind is swept away. */
function ignore(): void {}
