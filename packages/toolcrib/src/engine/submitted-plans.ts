import type { JsonValue } from '@toolcrib/core';
import type {
  PlanChanges,
  PlanFilter,
  PlanPage,
  PlanStore,
  StoredPlan,
  StoredRun,
} from '@toolcrib/core/plan';
import { insist } from '../store/databases/insist.ts';
import type { SharedPlans } from '../store/plans/shared-plans.ts';
import { EngineError } from './engine-error.ts';

/** Milliseconds that one waits for a plan that is to be cancelled. */
const cancelWait = 10_000;

/** Milliseconds that one waits for a server that is away. */
const patience = 30_000;

/**
 * Plans as a process sees them that drives none: it submits them, looks at them, and asks whoever drives them. An engine over
 * this store never comes to run anything: every plan is somebody else's.
 */
export class SubmittedPlans implements PlanStore {
  readonly #plans: SharedPlans;
  readonly #limit: number;
  readonly #giving = new Set<Promise<void>>();

  constructor(plans: SharedPlans, limit: number) {
    this.#plans = plans;
    this.#limit = limit;
  }

  /** When everything that was begun is written. */
  async idle(): Promise<void> {
    await Promise.all(this.#giving);
  }

  /** Always false: there is a plan of that id then, and it is not this engine that runs it. */
  async create(plan: StoredPlan): Promise<boolean> {
    const running = await this.#plans.countRunning();
    if (running >= this.#limit && (await this.#plans.read(plan.planId)) === undefined)
      throw new EngineError('too_many_plans', { running, limit: this.#limit });
    await this.#plans.create(plan);
    return false;
  }

  /** What was resumed is written, and given to the workers. */
  save(planId: string, runner: string, changes: PlanChanges): Promise<boolean> {
    const giving = this.#plans.giveAway(planId, runner, changes).finally(() => this.#giving.delete(giving));
    this.#giving.add(giving);
    return giving.then(() => false);
  }

  /** Nothing is called here. */
  claim(): boolean {
    return false;
  }

  read(planId: string): Promise<StoredRun | undefined> {
    return insist(() => this.#plans.read(planId), AbortSignal.timeout(patience));
  }

  sequence(planId: string): Promise<number | undefined> {
    return this.#plans.sequence(planId);
  }

  /** Only what has ended can be had, to be resumed. */
  take(planId: string, runner: string): Promise<StoredRun | undefined> {
    return this.#plans.takeEnded(planId, runner);
  }

  release(planId: string, runner: string): Promise<void> {
    return this.#plans.release(planId, runner);
  }

  output(planId: string, key: string): Promise<JsonValue | undefined> {
    return this.#plans.output(planId, key);
  }

  list(filter: PlanFilter): Promise<PlanPage> {
    return this.#plans.list(filter);
  }

  async askToCancel(planId: string, reason: string): Promise<void> {
    await this.#plans.askToCancel(planId, reason);
    await this.#plans.ended(planId, cancelWait);
  }

  async tend(): Promise<() => void> {
    return () => undefined;
  }

  watch(listener: () => void): () => void {
    return this.#plans.watch(listener);
  }
}
