import { ToolcribError, visible, type Locale } from '@toolcrib/core';
import type { PlanEngine, PlanSnapshot } from '@toolcrib/core/plan';
import { UsageError } from '../command-line.ts';
import { planTexts } from '../plan-texts.ts';

/** The plan of that id as it stands. */
export async function findPlan(engine: PlanEngine, id: string, locale: Locale): Promise<PlanSnapshot> {
  try {
    return await engine.status(id);
  } catch (error) {
    if (!(error instanceof ToolcribError) || error.code !== 'unknown_plan') throw error;
    throw new UsageError(planTexts(locale).noPlan(visible(id)), 'unknown_plan');
  }
}
