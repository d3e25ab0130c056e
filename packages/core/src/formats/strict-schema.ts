import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { annotationsOf } from './annotations.ts';
import { createChangeLog, pointer, type ChangeLog } from './change-log.ts';
import { inlineReferences } from './inline-references.ts';
import { mergeAllOf } from './merge-schemas.ts';
import { primitives, toNullable } from './nullable.ts';
import { plainRoot } from './plain-root.ts';
import { namesOf, nodeOf, schemasOf, toNode, without, type SchemaNode } from './schema-node.ts';
import { isOfType, literalsOf, speakingOf, splitByType, typesOf } from './schema-types.ts';
import { trimKeywords } from './trim-keywords.ts';
import { alternativesOf, createRepair, type Repair } from './unions.ts';

/** What a provider's strict mode takes. */
export interface StrictRules {
  /** A keyword beside those that make the shape. */
  takes(keyword: string, value: JsonValue): boolean;
  /** Every property must be required, so one that may be left out has to take null instead. */
  readonly allRequired: boolean;
  /** `type: ['string', 'null']`; otherwise `anyOf`. */
  readonly typeLists: boolean;
  readonly recursion: boolean;
}

/**
 * Parameters for a strict mode: closed objects, a type everywhere, only known keywords. Undefined when the tool could
 * then not be given what it takes (open maps, values of any type, tuples): such a tool is offered without strict mode.
 */
export function toStrictSchema(
  parameters: SchemaNode,
  rules: StrictRules,
  log: ChangeLog,
): SchemaNode | undefined {
  const trial = createChangeLog(log.tool);
  const strict: Strict = { rules, log: trial, repair: createRepair(trial), obstacles: [] };
  const root = plainRoot(mergeAllOf(inlineReferences(parameters, 'kept', trial), '', trial), trial);
  const schema = convert(without(root, '$defs'), '', strict);
  const definitions = schemasOf(root, '$defs').map(
    ([name, definition]) => [name, convert(definition, pointer('/$defs', name), strict)] as const,
  );
  if (definitions.length > 0 && !rules.recursion) strict.obstacles.push('the schema refers to itself');
  if (trial.changes.some(({ change }) => change === 'cut_ref'))
    strict.obstacles.push('a reference cannot be followed');

  const [obstacle] = strict.obstacles;
  if (obstacle !== undefined) {
    log.kept('', 'not_strict', `offered without strict mode: ${obstacle}`);
    return undefined;
  }
  log.absorb(trial);
  return definitions.length === 0 ? schema : { ...schema, $defs: nodeOf(definitions) };
}

interface Strict {
  readonly rules: StrictRules;
  readonly log: ChangeLog;
  readonly repair: Repair;
  readonly obstacles: string[];
}

function convert(schema: JsonValue, path: string, strict: Strict): SchemaNode {
  if (isObject(schema) && Object.hasOwn(schema, '$ref')) {
    if (Object.keys(schema).length > 1) strict.obstacles.push(`${path} says more than its reference`);
    return schema;
  }
  const { node: whole, branches } = alternativesOf(toNode(schema), path, strict.repair);
  if (branches !== undefined) {
    const parts = branches.map((branch, index) => convert(branch, pointer(path, 'anyOf', index), strict));
    return { ...trim(whole, path, strict), anyOf: parts };
  }
  const types = typesOf(whole);
  const node = speakingOf(whole, types);
  const [type] = types;
  if (type === undefined) {
    strict.obstacles.push(`${path || 'the root'} takes a value of any type`);
    return node;
  }
  if (types.length === 1) return trim(convertShape({ ...node, type }, type, path, strict), path, strict);
  if (strict.rules.typeLists && types.every((name) => primitives.has(name)))
    return trim({ ...node, type: types }, path, strict);
  strict.log.kept(pointer(path, 'type'), 'type_list_to_any_of', types.join(', '));
  const parts = splitByType(node, types).map((part) => convert(part, path, strict));
  return { ...trim(annotationsOf(node), path, strict), anyOf: parts };
}

function trim(node: SchemaNode, path: string, { rules, log }: Strict): SchemaNode {
  const taken = Object.entries(node).filter(
    ([keyword, value]) => shape.has(keyword) || rules.takes(keyword, value),
  );
  return trimKeywords(node, new Set(taken.map(([keyword]) => keyword)), path, log);
}

const shape: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
]);

function convertShape(node: SchemaNode, type: string, path: string, strict: Strict): SchemaNode {
  const literals = literalsOf(node);
  if (literals !== undefined && (!primitives.has(type) || !literals.some((value) => isOfType(value, type)))) {
    strict.obstacles.push(`${path} lists values that cannot be told`);
  }
  if (type === 'object') return convertObject(node, path, strict);
  if (type !== 'array') return node;
  const items = ownValue(node, 'items');
  if (items === undefined || Array.isArray(items) || Object.hasOwn(node, 'prefixItems')) {
    strict.obstacles.push(`${path} is a list whose items do not share one schema`);
    return node;
  }
  return { ...node, items: convert(items, pointer(path, 'items'), strict) };
}

function convertObject(node: SchemaNode, path: string, strict: Strict): SchemaNode {
  const { rules, log, obstacles } = strict;
  const properties = schemasOf(node, 'properties').filter(([, schema]) => schema !== false);
  const names = properties.map(([name]) => name);
  const required = new Set(namesOf(node, 'required'));
  const closed = ownValue(node, 'additionalProperties');
  const open = (closed !== undefined && closed !== false) || Object.hasOwn(node, 'patternProperties');
  if (open || (names.length === 0 && closed === undefined && path !== '')) {
    obstacles.push(`${path || 'the root'} takes properties that are not listed`);
  }
  if ([...required].some((name) => !names.includes(name)))
    obstacles.push(`${path} requires what it does not describe`);
  if (closed === undefined) log.kept(path, 'closed_object', 'only the listed properties are taken');

  const converted = properties.map(([name, schema]) => {
    const place = pointer(path, 'properties', name);
    const property = convert(schema, place, strict);
    if (required.has(name) || !rules.allRequired) return [name, property] as const;
    log.kept(place, 'optional_to_nullable', 'null stands for leaving it out');
    return [name, toNullable(property)] as const;
  });
  return {
    ...node,
    properties: nodeOf(converted),
    required: rules.allRequired ? names : names.filter((name) => required.has(name)),
    additionalProperties: false,
  };
}
