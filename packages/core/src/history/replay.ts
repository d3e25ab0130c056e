import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { fail, type Refusal } from '../tool/refusal.ts';
import type { CallRecord } from './record.ts';
import { isHidden } from './redact.ts';

/** The arguments to call again with; a refusal when the record does not hold all of them. */
export function replayedArguments(
  { callId, arguments: recorded }: Pick<CallRecord, 'callId' | 'arguments'>,
  given: { readonly [name: string]: unknown } = {},
): { readonly arguments: unknown } | Refusal {
  if (recorded === undefined)
    return Object.keys(given).length > 0
      ? { arguments: given }
      : fail('not_replayable', { callId, names: [] });
  if (!isObject(recorded)) return { arguments: recorded };
  const missing = Object.entries(recorded)
    .filter(([name, value]) => !Object.hasOwn(given, name) && isHidden({ [name]: value as JsonValue }))
    .map(([name]) => name);
  if (missing.length > 0) return fail('not_replayable', { callId, names: missing });
  return { arguments: { ...recorded, ...given } };
}
