import type { Locale } from '@toolcrib/core';
import type { Plan, PlanEngine, PlanProblem, PlanSnapshot } from '@toolcrib/core/plan';
import { ToolcribError } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { planTexts } from '../plan-texts.ts';
import type { OpenedSession } from '../session.ts';

/** What the command needs of plans. */
export interface PlansAtHand {
  readonly engine: PlanEngine;
  /** What stands in the way of a plan, and what is good to know before. */
  check(
    plan: Plan,
    options: { readonly agent: string; readonly input: object },
  ): Promise<readonly PlanProblem[]>;
}

export async function plansOf({ service, store, locale }: OpenedSession): Promise<PlansAtHand> {
  const { LocalEngine, createNodeRunner } = await import('@toolcrib/core/plan');
  const engine = new LocalEngine(createNodeRunner(service), { store: await store.plans(), locale });
  return { engine, check: () => Promise.resolve([]) };
}

/** The plan of that id as it stands; it may be shortened as long as it is clear which is meant. */
export async function findPlan({ engine }: PlansAtHand, id: string, locale: Locale): Promise<PlanSnapshot> {
  try {
    return await engine.status(id);
  } catch (error) {
    if (error instanceof ToolcribError && error.code === 'unknown_plan')
      throw new UsageError(planTexts(locale).noPlan(id), 'unknown_plan');
    throw error;
  }
}
