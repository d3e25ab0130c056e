import type { JsonValue } from '../schema/json-schema.ts';
import { ownValue } from '../schema/json-type.ts';
import { annotations } from './annotations.ts';
import { pointer, type ChangeLog } from './change-log.ts';
import { listOf, namesOf, nodeOf, schemasOf, without, type SchemaNode } from './schema-node.ts';
import { literalsOf } from './schema-types.ts';
import { trimKeywords } from './trim-keywords.ts';

interface Conversion {
  readonly log: ChangeLog;
  /** Converts what stands inside. */
  readonly inner: (schema: JsonValue, path: string) => SchemaNode;
}

/** A node of one type with the keywords that Gemini has for this type. What it lacks is told in the description. */
export function fitToType(node: SchemaNode, type: string, path: string, conversion: Conversion): SchemaNode {
  const taken = keywordsOf(type, ownValue(node, 'format'));
  switch (type) {
    case 'string':
      return trimKeywords(stringOf(node, path, conversion.log), taken, path, conversion.log);
    case 'number':
    case 'integer':
      // Choices of numbers are only told: as texts they would come back as texts, which the tool refuses.
      return trimKeywords(numberOf(node, path, conversion.log), taken, path, conversion.log);
    case 'array':
      return trimKeywords(arrayOf(node, path, conversion), taken, path, conversion.log);
    case 'object':
      return trimKeywords(objectOf(node, path, conversion), taken, path, conversion.log);
    default:
      return trimKeywords(node, taken, path, conversion.log);
  }
}

function keywordsOf(type: string, format: JsonValue | undefined): ReadonlySet<string> {
  const known = typeof format === 'string' && formats.get(type)?.includes(format) === true;
  return new Set([...everywhere, ...(keywords.get(type) ?? []), ...(known ? ['format'] : [])]);
}

const everywhere = ['type', 'nullable', ...annotations];
const keywords: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['enum', 'minLength', 'maxLength', 'pattern']],
  ['number', ['minimum', 'maximum']],
  ['integer', ['minimum', 'maximum']],
  ['array', ['items', 'minItems', 'maxItems']],
  ['object', ['properties', 'required', 'minProperties', 'maxProperties', 'propertyOrdering']],
]);
const formats: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['date-time']],
  ['number', ['float', 'double']],
  ['integer', ['int32', 'int64']],
]);

function stringOf(node: SchemaNode, path: string, log: ChangeLog): SchemaNode {
  const literals = literalsOf(node);
  if (literals === undefined) return node;
  const values = literals.filter((value) => typeof value === 'string' && value !== '');
  if (Object.hasOwn(node, 'const')) log.kept(pointer(path, 'const'), 'const_to_enum', 'a list of one value');
  if (literals.includes(''))
    log.lost(pointer(path, 'enum'), 'dropped_keyword', 'an empty text cannot be a choice');
  return { ...without(node, 'enum', 'const'), ...(values.length > 0 && { enum: values }) };
}

function numberOf(node: SchemaNode, path: string, log: ChangeLog): SchemaNode {
  const above = ownValue(node, 'exclusiveMinimum');
  const below = ownValue(node, 'exclusiveMaximum');
  const whole = node['type'] === 'integer';
  const minimum = highest(
    ownValue(node, 'minimum'),
    whole && typeof above === 'number' ? Math.floor(above) + 1 : above,
  );
  const maximum = lowest(
    ownValue(node, 'maximum'),
    whole && typeof below === 'number' ? Math.ceil(below) - 1 : below,
  );
  const exact = whole
    ? ['exclusiveMinimum', 'exclusiveMaximum'].filter((keyword) => Object.hasOwn(node, keyword))
    : [];
  for (const keyword of exact)
    log.kept(pointer(path, keyword), 'dropped_keyword', 'written as an inclusive bound');
  return {
    ...without(node, ...exact),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

function highest(...bounds: readonly (JsonValue | undefined)[]): number | undefined {
  const numbers = bounds.filter((bound) => typeof bound === 'number');
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

function lowest(...bounds: readonly (JsonValue | undefined)[]): number | undefined {
  const numbers = bounds.filter((bound) => typeof bound === 'number');
  return numbers.length === 0 ? undefined : Math.min(...numbers);
}

function arrayOf(node: SchemaNode, path: string, { inner, log }: Conversion): SchemaNode {
  const items = ownValue(node, 'items');
  const tuple = Array.isArray(items) ? items : listOf(node, 'prefixItems');
  if (tuple.length === 0)
    return { ...node, items: inner(Array.isArray(items) ? true : (items ?? true), pointer(path, 'items')) };
  log.lost(pointer(path, 'prefixItems'), 'folded_union', 'each item may be any of the listed ones');
  const further = Array.isArray(items) ? ownValue(node, 'additionalItems') : items;
  const anyOf = further === undefined || further === false ? tuple : [...tuple, further];
  return {
    ...without(node, 'prefixItems', 'additionalItems'),
    items: inner({ anyOf }, pointer(path, 'items')),
    ...(further === false && { maxItems: tuple.length }),
  };
}

function objectOf(node: SchemaNode, path: string, { inner, log }: Conversion): SchemaNode {
  const properties = schemasOf(node, 'properties').filter(([name, schema]) => {
    if (schema === false)
      log.kept(pointer(path, 'properties', name), 'dropped_property', 'it may never be given');
    return schema !== false;
  });
  const converted = properties.map(
    ([name, schema]) => [name, inner(schema, pointer(path, 'properties', name))] as const,
  );
  const known = new Set(properties.map(([name]) => name));
  const required = namesOf(node, 'required').filter((name) => known.has(name));
  for (const name of namesOf(node, 'required')) {
    if (!known.has(name))
      log.lost(pointer(path, 'required'), 'dropped_property', `${name} is required but not described`);
  }
  return {
    ...without(node, 'properties', 'required'),
    ...(converted.length > 0 && { properties: nodeOf(converted) }),
    ...(required.length > 0 && { required }),
  };
}
