import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonValue, Locale } from '@toolcrib/core';
import {
  LocalEngine,
  type CloseOptions,
  type NodeRunner,
  type Plan,
  type PlanEngine,
  type PlanEvent,
  type PlanFilter,
  type PlanPage,
  type PlanResult,
  type PlanSnapshot,
  type ResumeOptions,
  type SubmitOptions,
  type WatchOptions,
} from '@toolcrib/core/plan';
import { insist } from '../store/databases/insist.ts';
import type { LazyDatabase } from '../store/databases/lazy-database.ts';
import { PlanWorkers } from '../store/plans/plan-workers.ts';
import { SharedPlans } from '../store/plans/shared-plans.ts';
import { describePlace } from '../store/store-place.ts';
import type { Store } from '../store/store.ts';
import { EngineError } from './engine-error.ts';
import type { PostgresPlace } from './postgres-place.ts';
import { SubmittedPlans } from './submitted-plans.ts';
import { Worker } from './worker.ts';
import { planFormat } from './workflows.ts';

export interface DbosEngineOptions {
  readonly place: PostgresPlace;
  readonly database: LazyDatabase;
  /** As the other workers know this one. @default the name of the machine */
  readonly name?: string | undefined;
  /** Calls that this process makes at the same time, once it works. @default 16 */
  readonly concurrency?: number | undefined;
  /** Calls that all workers together make at the same time. @default no limit */
  readonly globalConcurrency?: number | undefined;
  /** Plans that may be under way. @default 1000 */
  readonly limit?: number | undefined;
  readonly locale?: Locale | undefined;
  /** Hears of what does not end a plan, but somebody should know. */
  readonly onProblem: (problem: EngineError) => void;
}

/** Over the store of a project, which must be one that machines can share. */
export function openDbosEngine(
  run: NodeRunner,
  { store, ...options }: Omit<DbosEngineOptions, 'place' | 'database'> & { readonly store: Store },
): DbosEngine {
  const { place, database } = store;
  if (place.kind !== 'postgres') throw new EngineError('engine_needs_postgres', { found: place.kind });
  const { url, schema } = place;
  return new DbosEngine(run, { ...options, place: { url, schema, name: describePlace(place) }, database });
}

/** Milliseconds between two looks whether a plan has ended. */
const lookEvery = 50;

/** Workers that were heard of within so many milliseconds are there. */
const isThere = 5000;

/**
 * Runs plans on any number of machines that share a PostgreSQL. Everybody may submit, watch, cancel and resume; those who
 * `attend` do the work.
 */
export class DbosEngine implements PlanEngine {
  readonly #run: NodeRunner;
  readonly #options: DbosEngineOptions;
  readonly #plans: SharedPlans;
  readonly #submitted: SubmittedPlans;
  readonly #workers: PlanWorkers;
  /** Sees to what needs no worker. */
  readonly #front: LocalEngine;
  #worker: Promise<Worker> | undefined = undefined;
  #isClosed = false;

  constructor(run: NodeRunner, options: DbosEngineOptions) {
    const { database, place, limit = 1000, locale = 'en' } = options;
    this.#run = run;
    this.#options = options;
    this.#plans = new SharedPlans(database, { schema: place.schema, format: planFormat });
    this.#workers = new PlanWorkers(database);
    this.#submitted = new SubmittedPlans(this.#plans, limit);
    this.#front = new LocalEngine(run, { store: this.#submitted, concurrency: 0, locale });
  }

  async submit(plan: Plan, options?: SubmitOptions): Promise<PlanSnapshot> {
    const snapshot = await this.#front.submit(plan, options);
    const { place, onProblem } = this.#options;
    const isAlone = this.#worker === undefined && (await this.#workers.heardWithin(isThere)).length === 0;
    if (isAlone) onProblem(new EngineError('no_worker', { place: place.name }));
    return snapshot;
  }

  status(planId: string): Promise<PlanSnapshot> {
    return this.#front.status(planId);
  }

  async result(
    planId: string,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<PlanResult> {
    await this.#ended(planId, options.signal);
    return this.#front.result(planId, options);
  }

  output(ref: string): Promise<JsonValue> {
    return this.#front.output(ref);
  }

  cancel(planId: string, reason?: string): Promise<PlanSnapshot> {
    return this.#front.cancel(planId, reason);
  }

  async resume(planId: string, options?: ResumeOptions): Promise<PlanSnapshot> {
    const snapshot = await this.#front.resume(planId, options);
    await this.#submitted.idle();
    return snapshot;
  }

  list(filter?: PlanFilter): Promise<PlanPage> {
    return this.#front.list(filter);
  }

  watch(planId: string, listener: (event: PlanEvent) => void, options?: WatchOptions): () => void {
    return this.#front.watch(planId, listener, options);
  }

  /** Works from now on. */
  async attend(): Promise<void> {
    const { name = hostname(), concurrency = 16, globalConcurrency, locale = 'en', ...rest } = this.#options;
    this.#worker ??= Worker.start({
      ...rest,
      name,
      concurrency,
      globalConcurrency,
      locale,
      plans: this.#plans,
      run: this.#run,
    });
    try {
      await this.#worker;
    } catch (error) {
      this.#worker = undefined;
      throw error;
    }
  }

  async close({ drain = 0 }: CloseOptions = {}): Promise<void> {
    this.#isClosed = true;
    const worker = await this.#worker?.catch(() => undefined);
    await worker?.stop({ drain });
    await this.#front.close();
  }

  /** Waits for the end, or until nobody wants to know. Only the state is looked at: a plan may have thousands of nodes. */
  async #ended(planId: string, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      if (this.#isClosed || signal?.aborted === true) return;
      if (!(await insist(() => this.#plans.isRunning(planId)))) return;
      await wait(lookEvery, undefined, { signal }).catch(() => undefined);
    }
  }
}
