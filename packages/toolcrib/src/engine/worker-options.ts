import type { Locale } from '@toolcrib/core';
import type { NodeRunner } from '@toolcrib/core/plan';
import type { LazyDatabase } from '../store/databases/lazy-database.ts';
import type { SharedPlans } from '../store/plans/shared-plans.ts';
import type { EngineError } from './engine-error.ts';
import type { PostgresPlace } from './postgres-place.ts';

export interface WorkerOptions {
  readonly place: PostgresPlace;
  readonly database: LazyDatabase;
  readonly plans: SharedPlans;
  /** Makes one call. */
  readonly run: NodeRunner;
  /** As the others know it. */
  readonly name: string;
  /** Calls that this worker makes at the same time. */
  readonly concurrency: number;
  /** Calls that all workers together make at the same time; undefined for no limit. */
  readonly globalConcurrency: number | undefined;
  readonly locale: Locale;
  readonly onProblem: (problem: EngineError) => void;
}
