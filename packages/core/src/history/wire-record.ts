import { isObject } from '../schema/json-type.ts';
import { createError } from '../tool/errors.ts';
import { camelKeys, snakeKeys, toMicroseconds } from '../tool/wire.ts';
import type { CallRecord } from './record.ts';

/** A record as it is shown and exported: snake_case, the time as ISO 8601 writes it, nothing that is undefined. */
export type WireRecord = { readonly [name: string]: unknown };

const nested = ['errorData', 'usage', 'omitted'] as const;

export function toWireRecord(record: Omit<CallRecord, 'status'> & { readonly status: string }): WireRecord {
  const parts: { [name: string]: unknown } = {
    ...record,
    time: new Date(record.time).toISOString(),
    executionTimeMs: toMicroseconds(record.executionTimeMs),
  };
  for (const name of nested) if (isObject(parts[name])) parts[name] = snakeKeys(parts[name]);
  return Object.fromEntries(Object.entries(snakeKeys(parts)).filter(([, value]) => value !== undefined));
}

/** An exported record as the library knows it, such as for a `Recording`. Throws when it is none. */
export function fromWireRecord(value: unknown): CallRecord {
  const parts = isObject(value) ? camelKeys(value) : {};
  const time = Date.parse(String(parts['time']));
  const { callId, tool, status } = parts;
  if (
    typeof callId !== 'string' ||
    typeof tool !== 'string' ||
    typeof status !== 'string' ||
    Number.isNaN(time)
  )
    throw createError('invalid_options', { option: 'record', expected: 'exported_record' });
  for (const name of nested) if (isObject(parts[name])) parts[name] = camelKeys(parts[name]);
  return { causes: [], ...parts, time } as unknown as CallRecord;
}
