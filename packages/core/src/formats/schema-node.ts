import type { JsonSchemaObject, JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { shapeOf } from '../schema/keywords.ts';
import { setOwn } from '../tool/json.ts';
import type { Tool } from '../tool/tool.ts';
import { pointer } from './change-log.ts';

/** A JSON Schema while it is being converted. Nodes are never changed in place: they belong to the tool. */
export interface SchemaNode {
  readonly [keyword: string]: JsonValue;
}

/** The parameters of a tool, as a copy: an SDK may change what it is given, and a tool is frozen. */
export function parametersOf(tool: Tool): SchemaNode {
  return without(copyOf(tool.parameters), '$schema');
}

/** A tool's schemas are JSON: its door copied them as such. */
export function copyOf(schema: JsonSchemaObject): SchemaNode {
  const copy: SchemaNode = JSON.parse(JSON.stringify(schema));
  return copy;
}

/** A boolean schema as an object. */
export function toNode(schema: JsonValue): SchemaNode {
  if (isObject(schema)) return schema;
  return schema === false ? { not: {} } : {};
}

export function listOf(node: SchemaNode, keyword: string): readonly JsonValue[] {
  const value = ownValue(node, keyword);
  return Array.isArray(value) ? value : [];
}

export function namesOf(node: SchemaNode, keyword: string): readonly string[] {
  return listOf(node, keyword).filter((name) => typeof name === 'string');
}

/** The schemas of `properties` and the like, by name. */
export function schemasOf(node: SchemaNode, keyword: string): readonly (readonly [string, JsonValue])[] {
  const value = ownValue(node, keyword);
  return isObject(value) ? Object.entries(value) : [];
}

/** An object from entries in which `__proto__` is a key like any other. */
export function nodeOf(entries: Iterable<readonly [string, JsonValue]>): SchemaNode {
  const node: Record<string, JsonValue> = {};
  for (const [key, value] of entries) setOwn(node, key, value);
  return node;
}

export function without(node: SchemaNode, ...keywords: readonly string[]): SchemaNode {
  return nodeOf(Object.entries(node).filter(([keyword]) => !keywords.includes(keyword)));
}

/** The node with `text` at the end of its description. */
export function describedAlso(node: SchemaNode, text: string): SchemaNode {
  const description = ownValue(node, 'description');
  return {
    ...node,
    description: typeof description === 'string' && description !== '' ? `${description} ${text}` : text,
  };
}

type Convert = (schema: JsonValue, path: string) => JsonValue;

/** The node with every schema directly inside it converted. Values that only look like schemas are left alone. */
export function mapSchemas(node: SchemaNode, path: string, convert: Convert): SchemaNode {
  return nodeOf(
    Object.entries(node).map(([keyword, value]) => [
      keyword,
      mapKeyword(keyword, value, pointer(path, keyword), convert),
    ]),
  );
}

function mapKeyword(keyword: string, value: JsonValue, path: string, convert: Convert): JsonValue {
  const shape = shapeOf(keyword, '2020-12');
  switch (shape) {
    case 'schema-list':
    case 'schema-or-list':
      if (Array.isArray(value))
        return value.map((schema: JsonValue, index) => convert(schema, pointer(path, index)));
      return shape === 'schema-or-list' && isSchema(value) ? convert(value, path) : value;
    case 'schema':
      return isSchema(value) ? convert(value, path) : value;
    case 'schema-map':
    case 'pattern-map':
    case 'schema-or-names-map':
      if (!isObject(value)) return value;
      return nodeOf(
        Object.entries(value).map(([name, schema]) => [
          name,
          isSchema(schema) ? convert(schema, pointer(path, name)) : schema,
        ]),
      );
    default:
      return value;
  }
}

export function isSchema(value: unknown): value is boolean | SchemaNode {
  return typeof value === 'boolean' || isObject(value);
}
