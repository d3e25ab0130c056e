import type { JsonValue } from '../schema/json-schema.ts';
import { ownValue, receivedType } from '../schema/json-type.ts';
import { withoutAnnotations } from './annotations.ts';
import { listOf, without, type SchemaNode } from './schema-node.ts';

/** The types that a node names or that its keywords speak about; empty when it says nothing about the type. */
export function typesOf(node: SchemaNode): readonly string[] {
  const type = ownValue(node, 'type');
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return [...new Set(type.filter((name) => typeof name === 'string'))];
  const literals = literalsOf(node);
  if (literals !== undefined) return widest(new Set(literals.map(receivedType)));
  return [...keywordsOfType]
    .filter(([, keywords]) => keywords.some((keyword) => Object.hasOwn(node, keyword)))
    .map(([name]) => name);
}

function widest(types: ReadonlySet<string>): readonly string[] {
  return [...types].filter((type) => type !== 'integer' || !types.has('number'));
}

/** The only values that a node takes, when it lists them. */
export function literalsOf(node: SchemaNode): readonly JsonValue[] | undefined {
  const constant = ownValue(node, 'const');
  if (constant !== undefined) return [constant];
  const values = ownValue(node, 'enum');
  return Array.isArray(values) ? values : undefined;
}

/** One node for each type, with the keywords that speak about it. What describes all of them stays behind. */
export function splitByType(node: SchemaNode, types: readonly string[]): readonly SchemaNode[] {
  return types.map((type) => {
    const part = { ...speakingOf(withoutAnnotations(node), [type]), type };
    const values = listOf(node, 'enum').filter((value) => isOfType(value, type));
    return Object.hasOwn(node, 'enum') ? { ...part, enum: values } : part;
  });
}

/** The node without the keywords that say nothing about values of these types, such as `minLength` of a number. */
export function speakingOf(node: SchemaNode, types: readonly string[]): SchemaNode {
  const others = [...keywordsOfType].filter(([name]) => !types.some((type) => covers(name, type)));
  const numeric = types.some((type) => covers('number', type));
  const silent = others
    .flatMap(([, keywords]) => keywords)
    .filter((keyword) => keyword !== 'format' || !numeric);
  return without(node, ...silent);
}

export function isOfType(value: JsonValue, type: string): boolean {
  return covers(type, receivedType(value));
}

/** The types that both lists admit; an integer is a number. */
export function commonTypes(one: readonly string[], other: readonly string[]): readonly string[] {
  return [
    ...new Set([
      ...one.filter((type) => other.some((wider) => covers(wider, type))),
      ...other.filter((type) => one.some((wider) => covers(wider, type))),
    ]),
  ];
}

function covers(wider: string, type: string): boolean {
  return wider === type || (wider === 'number' && type === 'integer');
}

/** What speaks about values of one type only. */
export const keywordsOfType: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  [
    'array',
    [
      'items',
      'prefixItems',
      'additionalItems',
      'unevaluatedItems',
      'contains',
      'minContains',
      'maxContains',
      'minItems',
      'maxItems',
      'uniqueItems',
    ],
  ],
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'unevaluatedProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
      'dependentSchemas',
      'dependencies',
    ],
  ],
]);
