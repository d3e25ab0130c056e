import type { DecisionModel } from '../discovery/ask-model.ts';
import type { Locale } from '../messages/catalog.ts';
import type { PlanProblem } from '../messages/plan-problem.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanOptions } from './plan-by-rules.ts';

export interface PlannerOptions {
  /** A language model that writes plans. @default rules make them */
  readonly model?: DecisionModel | undefined;
  /** The language in which a model is asked. @default 'en' */
  readonly locale?: Locale | undefined;
  /** What is wrong with a plan before anything runs: what a model writes must pass it. @default only what `parsePlan` sees */
  readonly check?: ((plan: Plan, options: PlanOptions) => Promise<readonly PlanProblem[]>) | undefined;
}
