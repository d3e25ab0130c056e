import type { JsonValue } from '../schema/json-schema.ts';
import { annotations, annotationsOf } from './annotations.ts';
import { pointer, type ChangeLog } from './change-log.ts';
import { fitToType } from './gemini-types.ts';
import { inlineReferences } from './inline-references.ts';
import { mergeAllOf } from './merge-schemas.ts';
import { plainRoot } from './plain-root.ts';
import { describedAlso, toNode, type SchemaNode } from './schema-node.ts';
import { speakingOf, splitByType, typesOf } from './schema-types.ts';
import { trimKeywords } from './trim-keywords.ts';
import { alternativesOf, createRepair, type Repair } from './unions.ts';

/**
 * Parameters in Gemini's subset of OpenAPI 3.0. Its parser refuses the whole request for one unknown keyword, a node
 * without a type, an enum that is not of strings, or a type beside `anyOf`. Undefined when there are no parameters:
 * an object without properties is refused too.
 */
export function toGeminiSchema(parameters: SchemaNode, log: ChangeLog): SchemaNode | undefined {
  const whole = mergeAllOf(inlineReferences(parameters, 'cut', log), '', log);
  const root = plainRoot(whole, log);
  if (Object.keys(toNode(root['properties'] ?? {})).length === 0) return undefined;
  return convert(root, '', createRepair(log));
}

function convert(schema: JsonValue, path: string, repair: Repair): SchemaNode {
  const { node, branches } = alternativesOf(toNode(schema), path, repair);
  if (branches !== undefined) return convertUnion(node, branches, path, repair);

  const types = typesOf(node);
  const named = types.filter((type) => type !== 'null');
  const nullable = named.length < types.length;
  const [type] = named;
  if (type === undefined) return nullable ? onlyNull(node) : anyValue(node, path, repair.log);
  if (named.length === 1) {
    const inner = (child: JsonValue, place: string): SchemaNode => convert(child, place, repair);
    return {
      ...fitToType({ ...speakingOf(node, [type]), type }, type, path, { inner, log: repair.log }),
      ...(nullable && { nullable }),
    };
  }
  repair.log.kept(pointer(path, 'type'), 'type_list_to_any_of', named.join(', '));
  const parts = splitByType(node, named).map((part) => convert(part, path, repair));
  return { ...annotationsOf(node), anyOf: parts, ...(nullable && { nullable }) };
}

function convertUnion(
  node: SchemaNode,
  branches: readonly SchemaNode[],
  path: string,
  repair: Repair,
): SchemaNode {
  const others = branches.filter((branch) => typesOf(branch).join() !== 'null');
  const nullable = others.length < branches.length;
  if (nullable)
    repair.log.kept(pointer(path, 'anyOf'), 'any_of_null_to_nullable', 'null is one of the alternatives');
  const [only, ...more] = others;
  if (only === undefined) return onlyNull(node);
  if (more.length === 0)
    return { ...convert({ ...only, ...node }, path, repair), ...(nullable && { nullable }) };
  const parts = others.map((branch, index) => convert(branch, pointer(path, 'anyOf', index), repair));
  return { ...node, anyOf: parts, ...(nullable && { nullable }) };
}

/** The SDK throws for a type that is null alone. */
function onlyNull(node: SchemaNode): SchemaNode {
  return { ...describedAlso(annotationsOf(node), '(always null)'), type: 'string', nullable: true };
}

function anyValue(node: SchemaNode, path: string, log: ChangeLog): SchemaNode {
  log.lost(path, 'any_value_spelled_out', 'a value of any type; lists cannot be offered');
  const types = ['string', 'number', 'boolean', 'object'].map((type) => ({ type }));
  return { ...trimKeywords(node, annotations, path, log), anyOf: types, nullable: true };
}
