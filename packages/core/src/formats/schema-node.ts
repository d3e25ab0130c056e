import type { JsonSchemaObject, JsonValue } from '../schema/json-schema.ts';
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

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A boolean schema as an object. */
export function toNode(schema: JsonValue): SchemaNode {
  if (isNode(schema)) return schema;
  return schema === false ? { not: {} } : {};
}

/** The keyword's value; undefined for what a node only inherits, such as `constructor`. */
export function own(node: SchemaNode, keyword: string): JsonValue | undefined {
  return Object.hasOwn(node, keyword) ? node[keyword] : undefined;
}

export function listOf(node: SchemaNode, keyword: string): readonly JsonValue[] {
  const value = own(node, keyword);
  return Array.isArray(value) ? value : [];
}

export function namesOf(node: SchemaNode, keyword: string): readonly string[] {
  return listOf(node, keyword).filter((name) => typeof name === 'string');
}

/** The schemas of `properties` and the like, by name. */
export function schemasOf(node: SchemaNode, keyword: string): readonly (readonly [string, JsonValue])[] {
  const value = own(node, keyword);
  return isNode(value) ? Object.entries(value) : [];
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
  const description = own(node, 'description');
  return {
    ...node,
    description: typeof description === 'string' && description !== '' ? `${description} ${text}` : text,
  };
}

type Convert = (schema: JsonValue, path: string) => JsonValue;

/** The node with every schema directly inside it converted. Values that only look like schemas are left alone. */
export function mapSchemas(node: SchemaNode, path: string, convert: Convert): SchemaNode {
  return nodeOf(
    Object.entries(node).map(([keyword, value]) => {
      const place = pointer(path, keyword);
      if (listKeywords.has(keyword) && Array.isArray(value)) {
        return [keyword, value.map((schema: JsonValue, index) => convert(schema, pointer(place, index)))];
      }
      if (mapKeywords.has(keyword) && isNode(value)) {
        const schemas = Object.entries(value).map(
          ([name, schema]) =>
            [name, isSchema(schema) ? convert(schema, pointer(place, name)) : schema] as const,
        );
        return [keyword, nodeOf(schemas)];
      }
      return [keyword, schemaKeywords.has(keyword) && isSchema(value) ? convert(value, place) : value];
    }),
  );
}

function isSchema(value: JsonValue): boolean {
  return typeof value === 'boolean' || isNode(value);
}

const listKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const mapKeywords: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
]);
const schemaKeywords: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);
