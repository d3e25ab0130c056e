import { show } from '../messages/wording.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { ownValue } from '../schema/json-type.ts';
import { annotationsOf, withoutAnnotations } from './annotations.ts';
import { pointer, type ChangeLog } from './change-log.ts';
import { mergeSchemas } from './merge-schemas.ts';
import { describedAlso, listOf, namesOf, toNode, without, type SchemaNode } from './schema-node.ts';
import { typesOf } from './schema-types.ts';

/** A conversion under way. */
export interface Repair {
  readonly log: ChangeLog;
  /** How many more branches may receive a copy of what stands beside them: unions within unions multiply. */
  copies: number;
}

export function createRepair(log: ChangeLog): Repair {
  return { log, copies: 500 };
}

interface Alternatives {
  /** What describes the node as a whole; all of the node when it has no alternatives. */
  readonly node: SchemaNode;
  /** Each complete in itself. */
  readonly branches: readonly SchemaNode[] | undefined;
}

/** The alternatives of a node: `oneOf` becomes `anyOf`, and what stands beside goes into every branch. */
export function alternativesOf(node: SchemaNode, path: string, repair: Repair): Alternatives {
  const keyword = Object.hasOwn(node, 'anyOf') ? 'anyOf' : 'oneOf';
  if (!Array.isArray(ownValue(node, keyword))) return { node, branches: undefined };
  const place = pointer(path, keyword);
  const branches = listOf(node, keyword).filter(isPossible).map(toNode);
  const beside = withoutAnnotations(without(node, keyword));

  if (Object.keys(beside).length > 0) repair.copies -= branches.length;
  if (!branches.some(hasShape) || repair.copies < 0) {
    repair.log.lost(place, 'folded_union', 'told in the description instead');
    return {
      node: describedAlso(without(node, keyword), tellAlternatives(keyword, branches)),
      branches: undefined,
    };
  }
  if (keyword === 'oneOf') {
    const note = areDistinct(branches) ? repair.log.kept : repair.log.lost;
    note(place, 'one_of_to_any_of', 'more than one alternative may hold');
  }
  if (Object.keys(beside).length === 0) return { node: annotationsOf(node), branches };
  repair.log.kept(place, 'spread_any_of', 'what stands beside the alternatives is written into each');
  const complete = branches.map((branch, index) =>
    mergeSchemas(branch, beside, pointer(place, index), repair.log),
  );
  return { node: annotationsOf(node), branches: complete };
}

function isPossible(branch: JsonValue): boolean {
  return branch !== false;
}

/** No value fits two of them, since each is about other types. */
function areDistinct(branches: readonly SchemaNode[]): boolean {
  const types = branches.map(typesOf);
  const all = types.flat().map((type) => (type === 'integer' ? 'number' : type));
  return types.every((names) => names.length > 0) && new Set(all).size === all.length;
}

/** False for a branch that only adds a condition, such as `required`, to a shape that is given beside it. */
function hasShape(branch: SchemaNode): boolean {
  return shapeKeywords.some((keyword) => Object.hasOwn(branch, keyword));
}

const shapeKeywords = [
  'type',
  'properties',
  'items',
  'prefixItems',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  'format',
  'pattern',
];

/** The alternatives in words, for a provider that cannot be told in a schema. */
export function tellAlternatives(keyword: string, branches: readonly SchemaNode[]): string {
  const sets = branches.map((branch) => namesOf(branch, 'required').join(' and '));
  if (sets.every((names) => names !== '') && new Set(sets).size > 1)
    return `(give one of: ${sets.join('; ')})`;
  return `(${keyword}: ${show(branches)})`;
}
