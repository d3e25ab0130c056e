import { isObject, maskOfType } from './json-type.ts';

/** Keywords that no value can fail. */
export const annotations: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/** The types of a schema that says nothing but its type, so that it needs no call; 0 for any other schema. */
export function typeOnlyMask(schema: unknown): number {
  if (!isObject(schema)) return 0;
  for (const keyword of Object.keys(schema)) if (keyword !== 'type' && !annotations.has(keyword)) return 0;
  return maskOfType(schema.type) ?? 0;
}
