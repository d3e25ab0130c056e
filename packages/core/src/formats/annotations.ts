import { nodeOf, without, type SchemaNode } from './schema-node.ts';

/** What tells a model the meaning of a value, and changes nothing about which values are valid. */
export const annotations: ReadonlySet<string> = new Set(['title', 'description', 'default']);

export function annotationsOf(node: SchemaNode): SchemaNode {
  return nodeOf(Object.entries(node).filter(([keyword]) => annotations.has(keyword)));
}

export function withoutAnnotations(node: SchemaNode): SchemaNode {
  return without(node, ...annotations);
}
