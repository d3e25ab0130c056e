import type { JsonSchemaObject } from '@toolcrib/core';
import { schemas } from './schemas.ts';

/** A schema of the contract that stands by itself: with every reference replaced by what it refers to. */
export function inline(schema: JsonSchemaObject): JsonSchemaObject {
  return inlineAny(schema) as JsonSchemaObject;
}

function inlineAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlineAny);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference } = value as { readonly $ref?: unknown };
  if (typeof reference === 'string')
    return inlineAny(schemas[reference.split('/').at(-1) as keyof typeof schemas]);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inlineAny(member)]));
}
