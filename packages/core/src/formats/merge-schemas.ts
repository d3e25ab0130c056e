import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { canonicalJson } from '../tool/canonical-json.ts';
import { pointer, type ChangeLog } from './change-log.ts';
import { mapSchemas, nodeOf, toNode, without, type SchemaNode } from './schema-node.ts';
import { commonTypes, typesOf } from './schema-types.ts';

/** Every `allOf` in the schema merged into the node that holds it. */
export function mergeAllOf(schema: SchemaNode, path: string, log: ChangeLog): SchemaNode {
  const node = mapSchemas(schema, path, (child, place) =>
    isObject(child) ? mergeAllOf(child, place, log) : child,
  );
  const parts = ownValue(node, 'allOf');
  if (!Array.isArray(parts)) return node;
  log.kept(pointer(path, 'allOf'), 'merged_all_of', `${parts.length} parts are written as one schema`);
  return parts.reduce<SchemaNode>(
    (merged, part: JsonValue) => mergeSchemas(merged, toNode(part), path, log),
    without(node, 'allOf'),
  );
}

/** One schema for what satisfies both. Where only one can stay, the first does, and the log says so. */
export function mergeSchemas(
  first: SchemaNode,
  second: SchemaNode,
  path: string,
  log: ChangeLog,
): SchemaNode {
  const merged = new Map<string, JsonValue>(Object.entries(first));
  for (const [keyword, theirs] of Object.entries(second)) {
    const ours = merged.get(keyword);
    if (ours === undefined) merged.set(keyword, theirs);
    else if (!annotations.has(keyword))
      merged.set(keyword, mergeKeyword(keyword, ours, theirs, pointer(path, keyword), log));
  }
  return nodeOf(merged);
}

function mergeKeyword(
  keyword: string,
  ours: JsonValue,
  theirs: JsonValue,
  path: string,
  log: ChangeLog,
): JsonValue {
  if (canonicalJson(ours) === canonicalJson(theirs)) return ours;
  if (keyword === 'properties' || keyword === '$defs' || keyword === 'definitions') {
    return mergeProperties(ours, theirs, path, log);
  }
  if (keyword === 'required' && Array.isArray(ours) && Array.isArray(theirs))
    return [...new Set([...ours, ...theirs])];
  if (keyword === 'enum' && Array.isArray(ours) && Array.isArray(theirs)) {
    const allowed = new Set(theirs.map(canonicalJson));
    return ours.filter((value: JsonValue) => allowed.has(canonicalJson(value)));
  }
  if (keyword === 'type') {
    const types = commonTypes(typesOf({ type: ours }), typesOf({ type: theirs }));
    if (types.length > 0) return types.length === 1 ? (types[0] ?? ours) : types;
  }
  if (keyword === 'items' && isObject(ours) && isObject(theirs)) return mergeSchemas(ours, theirs, path, log);
  if (keyword === 'additionalProperties' && (ours === false || theirs === false)) return false;
  if (typeof ours === 'number' && typeof theirs === 'number') {
    if (lowerBounds.has(keyword)) return Math.max(ours, theirs);
    if (upperBounds.has(keyword)) return Math.min(ours, theirs);
  }
  log.lost(path, 'dropped_keyword', 'two different values cannot be written as one');
  return ours;
}

function mergeProperties(ours: JsonValue, theirs: JsonValue, path: string, log: ChangeLog): JsonValue {
  const merged = new Map<string, JsonValue>(Object.entries(toNode(ours)));
  for (const [name, schema] of Object.entries(toNode(theirs))) {
    const known = merged.get(name);
    merged.set(
      name,
      known === undefined ? schema : mergeSchemas(toNode(known), toNode(schema), pointer(path, name), log),
    );
  }
  return nodeOf(merged);
}

const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$comment',
  '$id',
]);
const lowerBounds: ReadonlySet<string> = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
]);
const upperBounds: ReadonlySet<string> = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
]);
