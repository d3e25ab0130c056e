import type { JsonSchema, JsonSchemaObject } from '../schema/json-schema.ts';
import { maskOfType, ownValue } from '../schema/json-type.ts';

/** What a schema says of a place inside of a value: a schema, `false` when there can be nothing, undefined when it does not tell. */
export function schemaAt(schema: JsonSchema | undefined, path: readonly string[]): JsonSchema | undefined {
  let at = schema;
  for (const key of path) {
    if (at === undefined || typeof at === 'boolean') return at === false ? false : undefined;
    at = step(at, key);
  }
  return at;
}

const [objectBit, arrayBit] = [maskOfType('object') ?? 0, maskOfType('array') ?? 0];

/** Only what stands there plainly is believed: where schemas are combined, anything may be. */
function step(schema: JsonSchemaObject, key: string): JsonSchema | undefined {
  const types = typesOf(schema);
  if (types === undefined || isCombined(schema)) return undefined;
  if (types === objectBit) return memberOf(schema, key);
  if (types === arrayBit) return itemOf(schema, key);
  return (types & (objectBit | arrayBit)) === 0 ? false : undefined;
}

function memberOf(schema: JsonSchemaObject, key: string): JsonSchema | undefined {
  const { properties = {}, patternProperties, additionalProperties } = schema;
  return ownValue(properties, key) ?? (patternProperties === undefined ? additionalProperties : undefined);
}

function itemOf(schema: JsonSchemaObject, key: string): JsonSchema | undefined {
  if (key === 'length') return { type: 'integer' };
  if (!/^\d+$/u.test(key)) return false;
  const { prefixItems, items } = schema;
  return prefixItems?.[Number(key)] ?? (Array.isArray(items) ? undefined : (items as JsonSchema | undefined));
}

/** The types that a value may have, as bits; undefined when that is left open. */
export function typesOf(schema: JsonSchema | undefined): number | undefined {
  if (schema === undefined || typeof schema === 'boolean' || isCombined(schema)) return undefined;
  return schema.type === undefined ? undefined : maskOfType(schema.type);
}

const combining = ['$ref', '$dynamicRef', 'anyOf', 'oneOf', 'allOf', 'not', 'if'] as const;

function isCombined(schema: JsonSchemaObject): boolean {
  return combining.some((keyword) => Object.hasOwn(schema, keyword));
}
