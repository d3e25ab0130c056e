import type { JsonValue } from '../schema/json-schema.ts';
import { isNode, mapSchemas, own, type SchemaNode } from './schema-node.ts';

/** What a `$ref` points to within its own schema; undefined when it is not there. */
export function resolveReference(root: SchemaNode, reference: string): JsonValue | undefined {
  const id = own(root, '$id');
  const local =
    typeof id === 'string' && reference.startsWith(id) ? reference.slice(id.length) || '#' : reference;
  if (!local.startsWith('#')) return undefined;
  const fragment = decoded(local.slice(1));
  if (fragment === undefined) return undefined;
  if (fragment === '') return root;
  return fragment.startsWith('/') ? atPointer(root, fragment) : withAnchor(root, fragment);
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function atPointer(root: SchemaNode, fragment: string): JsonValue | undefined {
  let place: JsonValue | undefined = root;
  for (const step of fragment.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(place))
      place = /^\d+$/u.test(key) ? (place as readonly JsonValue[])[Number(key)] : undefined;
    else place = isNode(place) ? own(place, key) : undefined;
  }
  return isNode(place) || typeof place === 'boolean' ? place : undefined;
}

function withAnchor(root: SchemaNode, name: string): JsonValue | undefined {
  const anchors = anchorsByRoot.get(root) ?? findAnchors(root);
  anchorsByRoot.set(root, anchors);
  return anchors.get(name);
}

/** Found once for each schema: a search for every reference would take time with the square of their number. */
const anchorsByRoot = new WeakMap<SchemaNode, ReadonlyMap<string, SchemaNode>>();

function findAnchors(root: SchemaNode): ReadonlyMap<string, SchemaNode> {
  const anchors = new Map<string, SchemaNode>();
  const search = (schema: JsonValue): JsonValue => {
    if (!isNode(schema)) return schema;
    const { $anchor, $id } = schema;
    if (typeof $anchor === 'string') anchors.set($anchor, schema);
    if (typeof $id === 'string' && $id.startsWith('#')) anchors.set($id.slice(1), schema);
    return mapSchemas(schema, '', search);
  };
  search(root);
  return anchors;
}
