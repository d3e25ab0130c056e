import type { PlansTable } from '../databases/tables.ts';

/** What a plan is, as far as it never changes. */
type SealedPlan = Pick<PlansTable, 'plan_id' | 'plan' | 'submission'>;

/**
 * Marks the plans of one user, machine and project, so that no other plan is taken for one of theirs: neither one that
 * somebody has put into the store, nor one of a store that was copied.
 */
export type PlanSeal = (plan: SealedPlan) => string;

/** A seal that only those can make who know the key; `place` is whoever and whatever it stands for. */
export function createPlanSeal(key: string, place: readonly string[]): PlanSeal {
  return ({ plan_id, plan, submission }) => {
    const { createHmac } = process.getBuiltinModule('node:crypto');
    return createHmac('sha256', key)
      .update(JSON.stringify([place, plan_id, plan, submission]))
      .digest('hex');
  };
}
