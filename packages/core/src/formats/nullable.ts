import type { JsonValue } from '../schema/json-schema.ts';
import { ownValue } from '../schema/json-type.ts';
import { annotationsOf, withoutAnnotations } from './annotations.ts';
import { listOf, toNode, type SchemaNode } from './schema-node.ts';
import { literalsOf, typesOf } from './schema-types.ts';

/** True when a schema says that null is welcome. */
export function admitsNull(schema: JsonValue): boolean {
  const node = toNode(schema);
  const alternatives = [...listOf(node, 'anyOf'), ...listOf(node, 'oneOf')];
  if (alternatives.length > 0) return alternatives.some(admitsNull);
  if (literalsOf(node)?.includes(null) === false) return false;
  return typesOf(node).includes('null') || Object.keys(withoutAnnotations(node)).length === 0;
}

/** The schema that also takes null. */
export function toNullable(node: SchemaNode): SchemaNode {
  if (admitsNull(node)) return node;
  const type = ownValue(node, 'type');
  if (Object.hasOwn(node, 'anyOf')) return { ...node, anyOf: [...listOf(node, 'anyOf'), { type: 'null' }] };
  if (typeof type !== 'string' || !primitives.has(type) || Object.hasOwn(node, 'const')) {
    return {
      ...annotationsOf(node),
      anyOf: [withoutAnnotations(node), { type: 'null' }],
    };
  }
  const nullable = { ...node, type: [type, 'null'] };
  return Object.hasOwn(node, 'enum') ? { ...nullable, enum: [...listOf(node, 'enum'), null] } : nullable;
}

export const primitives: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'null']);
