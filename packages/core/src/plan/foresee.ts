import type { JsonValue } from '../schema/json-schema.ts';
import { holds } from './condition.ts';
import type { Condition } from './plan.ts';
import { referencesOf, type Reference } from './references.ts';

/**
 * Whether a condition will hold, as far as it can be known before anything runs. `isMissing` tells of a reference that can
 * never stand for anything.
 */
export function foresee(
  condition: Condition,
  isMissing: (reference: Reference) => boolean,
): boolean | undefined {
  switch (condition.kind) {
    case 'truthy':
      return isKnown([condition.value], isMissing) ? holds(condition, {}) : undefined;
    case 'compare':
      return isKnown([condition.value, condition.with], isMissing) ? holds(condition, {}) : undefined;
    case 'not': {
      const inner = foresee(condition.of, isMissing);
      return inner === undefined ? undefined : !inner;
    }
    default: {
      // One false part decides an `all`, one true part an `any`.
      const parts = condition.of.map((part) => foresee(part, isMissing));
      const deciding = condition.kind === 'any';
      if (parts.includes(deciding)) return deciding;
      return parts.includes(undefined) ? undefined : !deciding;
    }
  }
}

function isKnown(values: readonly JsonValue[], isMissing: (reference: Reference) => boolean): boolean {
  return values.every((value) => referencesOf(value, '').every(isMissing));
}
