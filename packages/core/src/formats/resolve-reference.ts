import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { References } from '../schema/references.ts';
import { isSchema, mapSchemas, type SchemaNode } from './schema-node.ts';

/** What a `$ref` points to within its own schema; undefined when it is not there. */
export function resolveReference(root: SchemaNode, reference: string): JsonValue | undefined {
  const references = referencesByRoot.get(root) ?? findReferences(root);
  referencesByRoot.set(root, references);
  const found = references.resolve('', reference);
  return found.outcome === 'found' && isSchema(found.target) ? found.target : undefined;
}

/** Found once for each schema: a search for every reference would take time with the square of their number. */
const referencesByRoot = new WeakMap<SchemaNode, References>();

function findReferences(root: SchemaNode): References {
  const references = new References();
  const id = ownValue(root, '$id');
  const bases = typeof id === 'string' ? ['', id.replace(/#$/u, '')] : [''];
  const addAnchor = (name: string, schema: SchemaNode): void => {
    for (const base of bases) references.addAnchor(base, name, schema);
  };
  const search = (schema: JsonValue): JsonValue => {
    if (!isObject(schema)) return schema;
    const { $anchor, $id } = schema;
    if (typeof $anchor === 'string') addAnchor($anchor, schema);
    if (typeof $id === 'string' && $id.startsWith('#')) addAnchor($id.slice(1), schema);
    return mapSchemas(schema, '', search);
  };
  for (const base of bases) references.addResource(base, root);
  search(root);
  return references;
}
