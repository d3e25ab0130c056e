import { show } from '../messages/wording.ts';
import { pointer, type ChangeLog } from './change-log.ts';
import { describedAlso, nodeOf, type SchemaNode } from './schema-node.ts';
import { keywordsOfType } from './schema-types.ts';

/**
 * The node with only the keywords that a provider takes. A constraint among the others is told in the description,
 * so that the model still knows it.
 */
export function trimKeywords(
  node: SchemaNode,
  taken: ReadonlySet<string>,
  path: string,
  log: ChangeLog,
): SchemaNode {
  const told: string[] = [];
  const kept = Object.entries(node).filter(([keyword, value]) => {
    if (taken.has(keyword)) return true;
    if (silent.has(keyword) || (keyword === 'additionalProperties' && typeof value === 'boolean'))
      return false;
    const constraint = constraints.has(keyword);
    if (constraint) told.push(`${keyword}: ${show(value)}`);
    const note = constraint && keyword !== 'default' ? log.lost : log.kept;
    note(
      pointer(path, keyword),
      'dropped_keyword',
      constraint ? 'told in the description instead' : 'not taken',
    );
    return false;
  });
  return told.length === 0 ? nodeOf(kept) : describedAlso(nodeOf(kept), `(${told.join(', ')})`);
}

/** Bookkeeping of the schema itself: a model has no use for it. */
const silent: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$comment',
  '$defs',
  'definitions',
]);

const constraints: ReadonlySet<string> = new Set([
  ...[...keywordsOfType.values()].flat(),
  'default',
  'enum',
  'const',
  'contentEncoding',
  'contentMediaType',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
]);
