import type { JsonValue } from '../schema/json-schema.ts';
import { planDefaults, type FailurePolicy } from './plan.ts';
import type { PlanReader } from './plan-reader.ts';
import { isObject } from '../schema/json-type.ts';

const once = { retry: 0, delay: planDefaults.delay, backoff: planDefaults.backoff } as const;

/** What is done where nobody says otherwise. */
export const stopping: FailurePolicy = { ...once, otherwise: 'stop' };

/** `on_failure` in any of its spellings. */
export function parsePolicy(reader: PlanReader, field: string): FailurePolicy {
  const value = reader.raw(field);
  if (value === 'retry') return { ...once, retry: planDefaults.retry, otherwise: 'stop' };
  if (isObject(value) && Object.hasOwn(value, 'retry')) return parseRetry(reader, value, field);
  return { ...once, otherwise: parseOtherwise(reader, value, field) };
}

function parseRetry(reader: PlanReader, value: JsonValue, field: string): FailurePolicy {
  const inside = reader.within(value, field);
  if (inside === undefined) return stopping;
  inside.refuseUnknown(['retry', 'delay', 'backoff', 'otherwise']);
  const isCount = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= 100;
  return {
    retry: inside.number('retry', 'whole_number_from_1', isCount) ?? planDefaults.retry,
    delay: inside.number('delay', 'milliseconds_from_0', (delay) => delay >= 0) ?? planDefaults.delay,
    backoff: inside.number('backoff', 'number_from_1', (factor) => factor >= 1) ?? planDefaults.backoff,
    otherwise: inside.has('otherwise')
      ? parseOtherwise(inside, inside.raw('otherwise'), 'otherwise')
      : 'stop',
  };
}

function parseOtherwise(reader: PlanReader, value: JsonValue, field: string): FailurePolicy['otherwise'] {
  if (value === 'stop' || value === 'skip') return value;
  if (isObject(value) && Object.hasOwn(value, 'continue_with') && Object.keys(value).length === 1)
    return { continueWith: value['continue_with'] as JsonValue };
  reader.wrong(field, field === 'on_failure' ? 'policy' : 'last_policy');
  return 'stop';
}
