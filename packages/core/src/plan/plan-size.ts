import type { Locale } from '../messages/catalog.ts';
import { text } from '../messages/text.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import type { Plan } from './plan.ts';
import type { PlanFailure } from './snapshot.ts';

/** Characters of JSON that a plan keeps of its nodes, and that its result may have: all of it is in memory while the plan runs. */
export const maxPlanLength = 16_000_000;

/** Characters of JSON; infinite when they are more than a text may have. */
export function lengthOf(value: JsonValue): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Infinity;
  }
}

export function tooLarge({ name }: Plan, locale: Locale): PlanFailure {
  const facts = { plan: name, limit: maxPlanLength };
  return { status: 'error', code: 'plan_too_large', message: text('plan_too_large', facts, locale) };
}
