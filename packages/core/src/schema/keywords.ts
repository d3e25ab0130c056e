import type { Dialect } from './dialect.ts';

/** What the value of a keyword must look like, and so where its subschemas stand. */
export type KeywordShape =
  | 'schema'
  | 'schema-list'
  | 'schema-map'
  | 'schema-or-list'
  | 'schema-or-names-map'
  | 'pattern'
  | 'pattern-map'
  | 'reference'
  | 'type'
  | 'number'
  | 'positive'
  | 'count'
  | 'flag'
  | 'names'
  | 'names-map'
  | 'list'
  | 'text';

/** The shape of a keyword; undefined for annotations and words that the dialect does not know. */
export function shapeOf(keyword: string, dialect: Dialect): KeywordShape | undefined {
  const shape = shapes.get(keyword);
  return dialect === 'draft-07' && newerThanDraft07.has(keyword) ? undefined : shape;
}

const shapes: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ['$schema', 'text'],
  ['$id', 'text'],
  ['$anchor', 'text'],
  ['$dynamicAnchor', 'text'],
  ['$ref', 'reference'],
  ['$dynamicRef', 'reference'],
  ['$recursiveRef', 'reference'],
  ['$defs', 'schema-map'],
  ['definitions', 'schema-map'],
  ['type', 'type'],
  ['enum', 'list'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['multipleOf', 'positive'],
  ['minLength', 'count'],
  ['maxLength', 'count'],
  ['pattern', 'pattern'],
  ['format', 'text'],
  ['items', 'schema-or-list'],
  ['prefixItems', 'schema-list'],
  ['additionalItems', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['contains', 'schema'],
  ['minContains', 'count'],
  ['maxContains', 'count'],
  ['minItems', 'count'],
  ['maxItems', 'count'],
  ['uniqueItems', 'flag'],
  ['properties', 'schema-map'],
  ['patternProperties', 'pattern-map'],
  ['additionalProperties', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['propertyNames', 'schema'],
  ['required', 'names'],
  ['minProperties', 'count'],
  ['maxProperties', 'count'],
  ['dependentRequired', 'names-map'],
  ['dependentSchemas', 'schema-map'],
  ['dependencies', 'schema-or-names-map'],
  ['allOf', 'schema-list'],
  ['anyOf', 'schema-list'],
  ['oneOf', 'schema-list'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
]);

const newerThanDraft07: ReadonlySet<string> = new Set([
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveRef',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'minContains',
  'maxContains',
  'dependentRequired',
  'dependentSchemas',
]);
