import type { JsonValue } from '../schema/json-schema.ts';
import type { PlanFilter, PlanPage } from './engine.ts';
import type {
  ClaimedCall,
  PlanCare,
  PlanChanges,
  PlanStore,
  StoredNode,
  StoredPlan,
  StoredRun,
} from './plan-store.ts';
import { keyOf } from './node-record.ts';
import { toSummary } from './to-snapshot.ts';

/** So many plans that have ended are remembered. */
const maxEnded = 1000;

/** Plans that last as long as the process. Of those that have ended, the oldest are forgotten. */
export class MemoryPlans implements PlanStore {
  readonly #plans = new Map<string, Kept>();
  readonly #listeners = new Set<() => void>();
  readonly #cares = new Map<string, PlanCare>();
  #ended = 0;

  async create(plan: StoredPlan, runner: string): Promise<boolean> {
    if (this.#plans.has(plan.planId)) return false;
    this.#plans.set(plan.planId, { plan, nodes: new Map(), claims: new Map(), runner });
    return true;
  }

  save(planId: string, runner: string, { standing, nodes }: PlanChanges): boolean | Promise<boolean> {
    const kept = this.#plans.get(planId);
    if (kept?.runner !== runner) return false;
    for (const node of nodes) kept.nodes.set(keyOf(node), node);
    if (standing.state !== 'running' && kept.plan.state === 'running') this.#ended++;
    kept.plan = { ...kept.plan, ...standing };
    if (standing.state !== 'running') this.#forget();
    for (const listener of this.#listeners) listener();
    return true;
  }

  claim(planId: string, runner: string, call: ClaimedCall): boolean {
    const kept = this.#plans.get(planId);
    const key = keyOf(call);
    if (kept?.runner !== runner || kept.nodes.get(key)?.attempts !== call.attempt) return false;
    const claim = kept.claims.get(key);
    if (claim?.attempt === call.attempt) return claim.runner === runner;
    kept.claims.set(key, { attempt: call.attempt, runner });
    return true;
  }

  async read(planId: string): Promise<StoredRun | undefined> {
    const kept = this.#plans.get(planId);
    if (kept === undefined) return undefined;
    const nodes = Array.from(kept.nodes, ([key, node]) => ({
      ...node,
      claimed: kept.claims.get(key)?.attempt === node.attempts,
    }));
    return { plan: kept.plan, nodes };
  }

  async sequence(planId: string): Promise<number | undefined> {
    return this.#plans.get(planId)?.plan.sequence;
  }

  async take(planId: string, runner: string): Promise<StoredRun | undefined> {
    const kept = this.#plans.get(planId);
    if (kept === undefined || (kept.runner !== undefined && kept.runner !== runner)) return undefined;
    kept.runner = runner;
    return this.read(planId);
  }

  async release(planId: string, runner: string): Promise<void> {
    const kept = this.#plans.get(planId);
    if (kept?.runner !== runner) return;
    kept.runner = undefined;
    if (kept.plan.state !== 'running') return;
    for (const care of this.#cares.values()) void care.abandoned(planId);
  }

  async output(planId: string, key: string): Promise<JsonValue | undefined> {
    return this.#plans.get(planId)?.nodes.get(key)?.output;
  }

  async list({ state, name, agent, limit = 100, cursor }: PlanFilter): Promise<PlanPage> {
    const found = [...this.#plans.values()]
      .toReversed()
      .map(({ plan }) => plan)
      .filter(
        (plan) =>
          (state === undefined || plan.state === state) &&
          (name === undefined || plan.plan.name === name) &&
          (agent === undefined || plan.agent === agent),
      );
    const start = cursor === undefined ? 0 : found.findIndex(({ planId }) => planId === cursor) + 1;
    const page = found.slice(start, start + limit);
    const next = start + limit < found.length ? page.at(-1)?.planId : undefined;
    return { plans: page.map(toSummary), next };
  }

  async askToCancel(planId: string, reason: string): Promise<void> {
    const runner = this.#plans.get(planId)?.runner;
    this.#cares.get(runner ?? '')?.cancelled(planId, reason);
  }

  async tend(runner: string, care: PlanCare): Promise<() => void> {
    this.#cares.set(runner, care);
    for (const [planId, { plan, runner: other }] of this.#plans)
      if (other === undefined && plan.state === 'running') await care.abandoned(planId);
    return () => void this.#cares.delete(runner);
  }

  watch(listener: () => void): () => void {
    // A listener that is given twice is two listeners.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  #forget(): void {
    for (const [planId, { plan }] of this.#plans) {
      if (this.#ended <= maxEnded) return;
      if (plan.state === 'running') continue;
      this.#plans.delete(planId);
      this.#ended--;
    }
  }
}

interface Kept {
  plan: StoredPlan;
  readonly nodes: Map<string, StoredNode>;
  readonly claims: Map<string, { readonly attempt: number; readonly runner: string }>;
  runner: string | undefined;
}
