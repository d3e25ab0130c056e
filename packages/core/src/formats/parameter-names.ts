import { pointer, type ChangeLog } from './change-log.ts';
import { legalNames, type NameGrammar } from './name-grammar.ts';
import { namesOf, nodeOf, schemasOf, type SchemaNode } from './schema-node.ts';

/** What Anthropic takes as the name of a parameter. It looks at the root's properties only. */
const grammar: NameGrammar = {
  legal: /^[a-zA-Z0-9_.-]{1,64}$/u,
  illegalCharacters: /[^a-zA-Z0-9_.-]/gu,
  maxLength: 64,
};

/** The names of the root's properties → the names that a model sees. */
export function outwardParameters(root: SchemaNode): ReadonlyMap<string, string> {
  return legalNames(new Set(schemasOf(root, 'properties').map(([name]) => name)), grammar);
}

export function renameParameters(root: SchemaNode, log: ChangeLog): SchemaNode {
  const outward = outwardParameters(root);
  if ([...outward].every(([name, legal]) => name === legal)) return root;
  for (const [name, legal] of outward) {
    if (name !== legal) log.kept(pointer('/properties', name), 'renamed_parameter', `offered as ${legal}`);
  }
  const properties = schemasOf(root, 'properties').map(
    ([name, schema]) => [outward.get(name) ?? name, schema] as const,
  );
  const required = namesOf(root, 'required').map((name) => outward.get(name) ?? name);
  return { ...root, properties: nodeOf(properties), ...(required.length > 0 && { required }) };
}
