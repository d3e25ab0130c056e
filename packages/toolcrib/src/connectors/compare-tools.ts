import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, JsonSchemaObject, JsonValue, Tool } from '@toolcrib/core';
import type { SourceDefinition } from './tool-source.ts';

/** One place in which two definitions differ; what is not there is undefined. */
export interface Difference {
  /** Such as `parameters.properties.path.type`. */
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

export function differencesBetween(before: SourceDefinition, after: SourceDefinition): readonly Difference[] {
  const { version: _, ...one } = before;
  const { version: __, ...other } = after;
  return [...compare(one as JsonValue, other as JsonValue, '')];
}

function* compare(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: string,
): Generator<Difference> {
  if (isDeepStrictEqual(before, after)) return;
  if (!isObject(before) || !isObject(after)) {
    yield { path, before, after };
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    yield* compare(before[key], after[key], path === '' ? key : `${path}.${key}`);
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The version of a changed tool, counted by what the change means for who calls it: a call that was right may be wrong now
 * or do more harm (major), more can be said or comes back (minor), or only the words are others (patch).
 */
export function nextVersion(before: Tool, after: Tool): string {
  const [major = 0, minor = 0, patch = 0] = before.version.split(/[.+-]/u, 3).map(Number);
  if (breaks(before, after)) return `${major + 1}.0.0`;
  if (adds(before, after)) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

function breaks(before: Tool, after: Tool): boolean {
  const { annotations: was, parameters: old } = before;
  const { annotations: is, parameters } = after;
  const required = new Set(old.required ?? []);
  return (
    (was.readOnly && !is.readOnly) ||
    (!was.destructive && is.destructive) ||
    before.permission !== after.permission ||
    before.approval !== after.approval ||
    !isDeepStrictEqual(before.implementation, after.implementation) ||
    (parameters.required ?? []).some((name) => !required.has(name)) ||
    !isDeepStrictEqual(rulesOf(old), rulesOf(parameters)) ||
    Object.entries(old.properties ?? {}).some(
      ([name, schema]) => !isDeepStrictEqual(wordless(schema), wordless(parameters.properties?.[name])),
    )
  );
}

/** What a schema demands as a whole, its properties and what must be there left aside. */
function rulesOf(schema: JsonSchemaObject): unknown {
  return wordless({ ...schema, properties: {}, required: [] });
}

function adds(before: Tool, after: Tool): boolean {
  return (
    Object.keys(after.parameters.properties ?? {}).length >
      Object.keys(before.parameters.properties ?? {}).length ||
    (before.parameters.required ?? []).length > (after.parameters.required ?? []).length ||
    !isDeepStrictEqual(wordless(before.returns), wordless(after.returns))
  );
}

/** A schema without the words that are meant for readers. */
function wordless(schema: JsonSchema | undefined): unknown {
  if (Array.isArray(schema)) return (schema as readonly JsonSchema[]).map(wordless);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(words.has(key) && (typeof value === 'string' || key === 'examples')))
      .map(([key, value]) => [key, wordless(value as JsonSchema)]),
  );
}

const words = new Set(['description', 'title', '$comment', 'examples']);
