import type { Locale, ToolService } from '@toolcrib/core';
import type { CheckOptions, ParsedPlan, Plan, PlanEngine, PlanProblem } from '@toolcrib/core/plan';
import type { PlansConfig } from './config/config.ts';
import { StoreError } from './store/store-error.ts';
import { describePlace } from './store/store-place.ts';
import type { Store } from './store/store.ts';

/** Plans, from what is written to what has become of it. */
export interface Plans {
  /** A plan from what is written, or everything that is wrong with it. */
  readonly parse: (written: unknown) => ParsedPlan;
  /** What can be known before anything runs, with the tools and rules of this project. */
  readonly check: (
    plan: Plan,
    options?: Pick<CheckOptions, 'agent' | 'input'>,
  ) => Promise<readonly PlanProblem[]>;
  readonly engine: PlanEngine;
}

interface PlanSurroundings {
  readonly service: ToolService;
  readonly store: Store;
  readonly config: PlansConfig;
  readonly locale: Locale;
  readonly onProblem: (problem: StoreError) => void;
}

/** What runs plans, over the store of the project. Loaded when it is asked for. */
export async function openPlans(surroundings: PlanSurroundings): Promise<Plans> {
  const { service, store, config, locale, onProblem } = surroundings;
  const { checkPlan, createNodeRunner, LocalEngine, parsePlan } = await import('@toolcrib/core/plan');
  const engine = new LocalEngine(createNodeRunner(service), {
    store: await store.plans(),
    concurrency: config.concurrency,
    locale,
    onProblem: (error) => onProblem(toStoreError(error, describePlace(store.place))),
  });
  return {
    parse: parsePlan,
    check: (plan, options) => checkPlan(plan, { service, locale, ...options }),
    engine,
  };
}

function toStoreError(error: unknown, place: string): StoreError {
  if (error instanceof StoreError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new StoreError('not_written', { place, detail }, { cause: error });
}
