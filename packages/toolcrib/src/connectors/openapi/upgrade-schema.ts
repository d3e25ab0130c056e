import { isObject, type JsonObject } from '../json-object.ts';

/**
 * Brings what OpenAPI 3.0 and Swagger 2 say in their own way to JSON Schema 2020-12, which OpenAPI 3.1 uses: `nullable`,
 * bounds that are flags, a type that is a file. Only this level; what stands inside comes here by itself.
 */
export function upgradeSchema(schema: JsonObject): JsonObject {
  const upgraded: Record<string, unknown> = { ...schema };
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof upgraded[flag] !== 'boolean') continue;
    const exclusive = upgraded[flag];
    delete upgraded[flag];
    if (!exclusive) continue;
    upgraded[flag] = upgraded[bound];
    delete upgraded[bound];
  }
  if (upgraded['type'] === 'file') [upgraded['type'], upgraded['format']] = ['string', 'binary'];
  if (upgraded['type'] === undefined && isObject(upgraded['properties'])) upgraded['type'] = 'object';
  return upgraded['nullable'] === true || upgraded['x-nullable'] === true ? nullable(upgraded) : upgraded;
}

function nullable(schema: Record<string, unknown>): JsonObject {
  const { nullable: _, 'x-nullable': __, ...rest } = schema;
  const { type, enum: values, description } = rest;
  const withNull = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  if (typeof type === 'string') return { ...rest, type: [type, 'null'], ...withNull };
  if (type !== undefined) return { ...rest, ...withNull };
  const alternatives = [rest, { type: 'null' }];
  return description === undefined ? { anyOf: alternatives } : { description, anyOf: alternatives };
}
