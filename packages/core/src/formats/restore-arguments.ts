import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { setOwn } from '../tool/json.ts';
import type { Tool } from '../tool/tool.ts';
import { createChangeLog } from './change-log.ts';
import { admitsNull } from './nullable.ts';
import { outwardParameters } from './parameter-names.ts';
import { plainRoot } from './plain-root.ts';
import { resolveReference } from './resolve-reference.ts';
import { listOf, namesOf, parametersOf, toNode, type SchemaNode } from './schema-node.ts';

const maxDepth = 200;

/**
 * Arguments as the tool's own schema wants them. Undoes what a format had to do to the schema: a parameter with
 * another name gets its own back, and a null that stands for a property left out (strict mode) is left out.
 */
export function restoreArguments(tool: Tool, given: unknown): unknown {
  if (!isObject(given)) return given;
  const root = parametersOf(tool);
  // A model's arguments were parsed from JSON.
  return withoutAddedNulls(withOwnNames(given as SchemaNode, root), [root], root, 0);
}

function withOwnNames(given: SchemaNode, root: SchemaNode): SchemaNode {
  const plain = plainRoot(root, createChangeLog(''));
  const originals = new Map([...outwardParameters(plain)].map(([name, outward]) => [outward, name]));
  const restored: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(given)) setOwn(restored, originals.get(name) ?? name, value);
  return restored;
}

/** `schemas` are all that may speak about this value. */
function withoutAddedNulls(
  value: JsonValue,
  schemas: readonly JsonValue[],
  root: SchemaNode,
  depth: number,
): JsonValue {
  if (depth > maxDepth) return value;
  const nodes = schemas.flatMap((schema) => spokenBy(schema, root));
  if (Array.isArray(value)) {
    const items = nodes.flatMap((node) => ownValue(node, 'items') ?? []);
    return value.map((item: JsonValue) => withoutAddedNulls(item, items, root, depth + 1));
  }
  if (!isObject(value)) return value;
  const restored: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) {
    const known = nodes.flatMap((node) => ownValue(toNode(ownValue(node, 'properties') ?? {}), name) ?? []);
    const required = nodes.some((node) => namesOf(node, 'required').includes(name));
    const welcome = known.flatMap((schema) => spokenBy(schema, root)).some(admitsNull);
    if (inner === null && known.length > 0 && !required && !welcome) continue;
    setOwn(restored, name, withoutAddedNulls(inner, known, root, depth + 1));
  }
  return restored;
}

/** A schema with everything it refers to or is combined from. */
function spokenBy(
  schema: JsonValue,
  root: SchemaNode,
  seen: Set<JsonValue> = new Set(),
): readonly SchemaNode[] {
  if (seen.has(schema) || seen.size > 200) return [];
  seen.add(schema);
  const node = toNode(schema);
  const reference = ownValue(node, '$ref');
  const target = typeof reference === 'string' ? resolveReference(root, reference) : undefined;
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(node, keyword));
  const further = target === undefined ? combined : [target, ...combined];
  return [node, ...further.flatMap((part) => spokenBy(part, root, seen))];
}
