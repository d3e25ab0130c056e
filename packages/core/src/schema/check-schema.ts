import { type InspectOptions, inspectSchema } from './inspect-schema.ts';
import type { SchemaFault } from './schema-fault.ts';

/**
 * What is wrong with a schema that came from outside; empty when it can be used. It never throws.
 *
 * @example
 * checkSchema({ type: 'object', properties: { name: { type: 'text' } } });
 * // [{ path: '/properties/name/type', reason: 'invalid_keyword', detail: '…' }]
 */
export function checkSchema(schema: unknown, options: InspectOptions = {}): readonly SchemaFault[] {
  return inspectSchema(schema, options).faults;
}
