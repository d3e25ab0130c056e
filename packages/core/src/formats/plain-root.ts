import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { canonicalJson } from '../tool/canonical-json.ts';
import { pointer, type ChangeLog } from './change-log.ts';
import { mergeAllOf, mergeSchemas } from './merge-schemas.ts';
import { resolveReference } from './resolve-reference.ts';
import {
  describedAlso,
  listOf,
  namesOf,
  nodeOf,
  schemasOf,
  toNode,
  without,
  type SchemaNode,
} from './schema-node.ts';
import { trimKeywords } from './trim-keywords.ts';
import { tellAlternatives } from './unions.ts';

/**
 * The schema with a root that says `type: object` and its properties, and nothing that combines schemas: OpenAI,
 * Anthropic and Gemini refuse the whole request otherwise.
 */
export function plainRoot(schema: SchemaNode, log: ChangeLog): SchemaNode {
  const whole = mergeOwnAllOf(schema, schema, log);
  const folded = foldUnion(foldUnion(whole, 'anyOf', log), 'oneOf', log);
  const taken = new Set(Object.keys(folded).filter((keyword) => !['not', 'enum', 'const'].includes(keyword)));
  const plain = trimKeywords(folded, taken, '', log);
  const properties = ownValue(plain, 'properties');
  return { ...plain, type: 'object', properties: isObject(properties) ? properties : {} };
}

/**
 * Follows the references and merges the `allOf` of one node, and leaves what is inside it as it is. A reference is
 * followed once: a schema merged twice says nothing new, and one that names itself would never end.
 */
function mergeOwnAllOf(
  node: SchemaNode,
  root: SchemaNode,
  log: ChangeLog,
  followed: Set<string> = new Set(),
): SchemaNode {
  const reference = ownValue(node, '$ref');
  const parts = [...listOf(node, 'allOf')];
  if (parts.length > 0)
    log.kept('/allOf', 'merged_all_of', `${parts.length} parts are written as one schema`);
  if (typeof reference === 'string' && !followed.has(reference)) {
    followed.add(reference);
    const target = resolveReference(root, reference);
    if (target === undefined) log.lost('', 'cut_ref', `${reference} does not lead anywhere in this schema`);
    else {
      log.kept('', 'inlined_ref', `${reference} is written out at the root`);
      parts.unshift(target);
    }
  }
  return parts
    .map((part) => mergeOwnAllOf(toNode(part), root, log, followed))
    .reduce((merged, part) => mergeSchemas(merged, part, '', log), without(node, '$ref', 'allOf'));
}

/** One object that has the properties of all alternatives and requires what all of them require. */
function foldUnion(root: SchemaNode, keyword: 'anyOf' | 'oneOf', log: ChangeLog): SchemaNode {
  if (!Object.hasOwn(root, keyword)) return root;
  const rest = without(root, keyword);
  const branches = listOf(root, keyword)
    .filter((branch) => branch !== false)
    .map((branch) => mergeAllOf(mergeOwnAllOf(toNode(branch), root, log), pointer('', keyword), log));
  log.lost(pointer('', keyword), 'folded_union', 'the alternatives are written as one object');
  if (branches.length === 0) return rest;

  const [first = [], ...others] = branches.map((branch) => namesOf(branch, 'required'));
  const shared = first.filter((name) => others.every((names) => names.includes(name)));
  const required = [...new Set([...namesOf(rest, 'required'), ...shared])];
  const folded = {
    ...rest,
    properties: foldProperties(rest, branches),
    ...(required.length > 0 && { required }),
  };
  return describedAlso(folded, tellAlternatives(keyword, branches));
}

function foldProperties(root: SchemaNode, branches: readonly SchemaNode[]): SchemaNode {
  const variants = new Map<string, Map<string, JsonValue>>();
  for (const [name, schema] of branches.flatMap((branch) => schemasOf(branch, 'properties'))) {
    const known = variants.get(name) ?? new Map<string, JsonValue>();
    variants.set(name, known.set(canonicalJson(schema), schema));
  }
  const folded = new Map<string, JsonValue>(schemasOf(root, 'properties'));
  for (const [name, schemas] of variants) {
    const [only, ...more] = schemas.values();
    // A branch says more than the root about the same property: it may be the constant that tells branches apart.
    if (only !== undefined) folded.set(name, more.length === 0 ? only : { anyOf: [only, ...more] });
  }
  return nodeOf(folded);
}
