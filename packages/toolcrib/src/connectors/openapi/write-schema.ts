import { checkSchema, type JsonValue } from '@toolcrib/core';
import type { Located } from './documents.ts';
import { referenceIn } from './documents.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { shortText } from './short-text.ts';
import { upgradeSchema } from './upgrade-schema.ts';

/** What is sent leaves out what only the server sets; what comes back leaves out what is never shown. */
export type SchemaUse = 'request' | 'response';

export type WrittenSchema = { [keyword: string]: JsonValue };

export interface Writing {
  readonly use: SchemaUse;
  /** Whether what stands beside a `$ref` counts, as it does since OpenAPI 3.1. */
  readonly siblings: boolean;
  /** Gives the schema that stands for a reference. */
  readonly refer: (reference: string, file: string) => WrittenSchema;
}

/** Deeper than anybody describes a thing, and less than the core takes. */
const maxDepth = 32;
const maxDescription = 200;
const maxEnum = 2000;

/**
 * A schema of a document as it stands in a definition: JSON Schema 2020-12, references into `$defs`, and nothing that neither
 * a model nor a check can use. What is not valid is left out: the server judges in the end.
 */
export function writeSchema({ value, file }: Located, writing: Writing, depth = 0): WrittenSchema {
  if (value === false) return { not: {} };
  if (!isObject(value)) return {};
  const reference = referenceIn(value);
  if (reference !== undefined) {
    const { $ref: _, ...beside } = value;
    const kept = writing.siblings ? beside : { description: beside['description'] };
    return { ...writing.refer(reference, file), ...writeSchema({ value: kept, file }, writing, depth + 1) };
  }
  const schema = upgradeSchema(value);
  if (depth > maxDepth) return outlineOf(schema);
  const written: WrittenSchema = {};
  const within = (part: unknown): WrittenSchema => writeSchema({ value: part, file }, writing, depth + 1);
  for (const [keyword, held] of Object.entries(schema)) {
    const kind = keywords.get(keyword);
    const result = kind === undefined ? undefined : kind(held, within);
    if (result !== undefined) written[keyword === 'oneOf' ? 'anyOf' : keyword] = result;
  }
  if (written['properties'] !== undefined) keepProperties(written, schema, writing.use);
  if (writing.use === 'response' && written['additionalProperties'] === false)
    delete written['additionalProperties'];
  return Object.assign(written, describe(schema, written));
}

/** A schema of which only the kind is told. */
export function outlineOf(schema: unknown): WrittenSchema {
  const type = isObject(schema) ? typeOf(schema['type']) : undefined;
  const description = isObject(schema) ? descriptionOf(schema, 100).description : undefined;
  return {
    ...(type !== undefined && { type }),
    description: `${description ?? ''} (Not described further here.)`.trimStart(),
  };
}

type Within = (schema: unknown) => WrittenSchema;
type Keyword = (value: unknown, within: Within) => JsonValue | undefined;

const count: Keyword = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
const number: Keyword = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const flag: Keyword = (value) => (value === true ? true : undefined);
const text: Keyword = (value) => (typeof value === 'string' ? value.slice(0, 100) : undefined);
const single: Keyword = (value, within) => (isObject(value) ? within(value) : undefined);
const list: Keyword = (value, within) =>
  Array.isArray(value) && value.length > 0 ? value.map((item) => within(item)) : undefined;
const map: Keyword = (value, within) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, within(item)]))
    : undefined;

/**
 * Of two schemas of `oneOf` documents often mean the first that fits, and both do: it is written as `anyOf`. A `default` is what
 * the server takes when nothing is sent; as a keyword it would be sent, and overwrite what is there.
 */
const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', (value) => typeOf(value)],
  ['format', text],
  ['contentEncoding', text],
  ['contentMediaType', text],
  ['enum', (value) => (Array.isArray(value) && isShort(value) ? (value as JsonValue[]) : undefined)],
  ['const', (value) => (isShort([value]) ? (value as JsonValue) : undefined)],
  ['pattern', (value) => (typeof value === 'string' && isPattern(value) ? value : undefined)],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  ['multipleOf', (value) => (typeof value === 'number' && value > 0 ? value : undefined)],
  ['minLength', count],
  ['maxLength', count],
  ['minItems', count],
  ['maxItems', count],
  ['minProperties', count],
  ['maxProperties', count],
  ['uniqueItems', flag],
  ['deprecated', flag],
  ['properties', map],
  [
    'required',
    (value) => (Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined),
  ],
  ['additionalProperties', (value, within) => (value === false ? false : single(value, within))],
  ['items', single],
  ['prefixItems', list],
  ['contains', single],
  ['propertyNames', single],
  ['not', single],
  ['allOf', list],
  ['anyOf', list],
  ['oneOf', list],
]);

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

function typeOf(value: unknown): string | string[] | undefined {
  if (typeof value === 'string') return types.has(value) ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  const known = [...new Set(value)].filter((type): type is string => types.has(type as string));
  return known.length === 0 ? undefined : known;
}

function isShort(values: readonly unknown[]): boolean {
  return values.length > 0 && JSON.stringify(values).length <= maxEnum;
}

/** Patterns that could hang, or that only other dialects know, are left to the server. */
function isPattern(pattern: string): boolean {
  const known =
    patterns.get(pattern) ?? checkSchema({ type: 'string', pattern }, { root: 'any' }).length === 0;
  if (patterns.size < 10_000) patterns.set(pattern, known);
  return known;
}

const patterns = new Map<string, boolean>();

/** Takes out what does not go this way, also from the names that are required. */
function keepProperties(written: WrittenSchema, { properties }: JsonObject, use: SchemaUse): void {
  const names = Object.entries(properties as JsonObject)
    .filter(([, property]) => goes(property, use))
    .map(([name]) => name);
  const kept = new Set(names);
  const all = written['properties'] as { [name: string]: JsonValue };
  if (kept.size < Object.keys(all).length)
    written['properties'] = Object.fromEntries(Object.entries(all).filter(([name]) => kept.has(name)));
  const { required } = written;
  if (!Array.isArray(required)) return;
  // What is required and not described may still be sent; what was taken out may not.
  const left = required.filter((name) => kept.has(name as string) || !Object.hasOwn(all, name as string));
  if (left.length > 0) written['required'] = left;
  else delete written['required'];
}

/** Whether a property is there in what is sent, or in what comes back. */
export function goes(property: unknown, use: SchemaUse): boolean {
  return !isObject(property) || property[use === 'request' ? 'readOnly' : 'writeOnly'] !== true;
}

/** The description, with what was said in keywords that are not written. */
function describe(schema: JsonObject, written: WrittenSchema): { description?: string } {
  const { description } = descriptionOf(schema, maxDescription);
  const { enum: values, default: otherwise } = schema;
  const choices =
    Array.isArray(values) && values.length > 0 && written['enum'] === undefined
      ? shortText(`One of: ${values.map((value) => JSON.stringify(value)).join(', ')}`, 300)
      : undefined;
  const shown = otherwise === undefined || otherwise === null ? '' : JSON.stringify(otherwise);
  const defaults = shown !== '' && shown.length <= 60 ? `Default: ${shown}.` : undefined;
  const said = [description, choices, defaults].filter((part) => part !== undefined && part !== '').join(' ');
  return said === '' ? {} : { description: said };
}

function descriptionOf({ description }: JsonObject, limit: number): { description?: string } {
  const said = typeof description === 'string' ? shortText(description, limit) : '';
  return said === '' ? {} : { description: said };
}
