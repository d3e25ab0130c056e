import type { Locale, ToolService } from '@toolcrib/core';
import type {
  CheckOptions,
  NodeRunner,
  ParsedPlan,
  Plan,
  PlanEngine,
  PlanProblem,
} from '@toolcrib/core/plan';
import type { PlansConfig } from './config/config.ts';
import type { EngineError } from './engine/engine-error.ts';
import { insist } from './store/databases/insist.ts';
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
    options?: Pick<CheckOptions, 'agent' | 'input' | 'isByAgent'>,
  ) => Promise<readonly PlanProblem[]>;
  readonly engine: PlanEngine;
  /** Plans that others have begun and nobody runs here: they wait until a person resumes them. */
  readonly waiting: () => Promise<readonly string[]>;
}

interface PlanSurroundings {
  readonly service: ToolService;
  readonly store: Store;
  readonly config: PlansConfig;
  readonly locale: Locale;
  /** This process, if it works on plans together with others. */
  readonly worker?: WorkerNaming | undefined;
  readonly onProblem: (problem: StoreError) => void;
  readonly onNotice: (notice: EngineError) => void;
}

/** What a worker is called, and how much it does at the same time. */
export interface WorkerNaming {
  /** @default the name of the machine */
  readonly name?: string | undefined;
  /** @default what the configuration says, else 16 */
  readonly concurrency?: number | undefined;
}

/** What runs plans, over the store of the project. Loaded when it is asked for. */
export async function openPlans(surroundings: PlanSurroundings): Promise<Plans> {
  const { service, store, config, locale } = surroundings;
  const { checkPlan, createNodeRunner, parsePlan } = await import('@toolcrib/core/plan');
  const open = config.engine === 'dbos' ? openShared : openLocal;
  const engine = await open(createNodeRunner(service), surroundings);
  return {
    parse: parsePlan,
    check: (plan, options) => checkPlan(plan, { service, locale, ...options }),
    engine,
    waiting: async () => (config.engine === 'dbos' ? [] : (await store.plans()).waiting()),
  };
}

async function openLocal(
  run: NodeRunner,
  { store, config, locale, onProblem }: PlanSurroundings,
): Promise<PlanEngine> {
  const { LocalEngine } = await import('@toolcrib/core/plan');
  return new LocalEngine(run, {
    store: await store.plans(),
    concurrency: config.concurrency,
    locale,
    onProblem: (error) => onProblem(toStoreError(error, describePlace(store.place))),
  });
}

async function openShared(
  run: NodeRunner,
  { store, config, locale, worker, onNotice }: PlanSurroundings,
): Promise<PlanEngine> {
  const { openDbosEngine } = await import('./engine/dbos-engine.ts');
  // The others take a call for made as soon as it is told: so must whoever reads the history, even if this process is killed.
  const recorded: NodeRunner = async (call, watcher) => {
    const result = await run(call, watcher);
    await insist(() => store.history.flush()).catch(() => undefined);
    return result;
  };
  return openDbosEngine(recorded, {
    store,
    name: worker?.name,
    concurrency: worker?.concurrency ?? config.concurrency,
    globalConcurrency: config.totalConcurrency,
    limit: config.limit,
    locale,
    onProblem: onNotice,
  });
}

function toStoreError(error: unknown, place: string): StoreError {
  if (error instanceof StoreError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new StoreError('not_written', { place, detail }, { cause: error });
}
