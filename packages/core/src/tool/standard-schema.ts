import { checkSchema } from '../schema/check-schema.ts';
import type { JsonSchemaObject } from '../schema/json-schema.ts';

/**
 * The part of Standard Schema (standardschema.dev) that we use, described here so that no schema library is needed.
 * Zod, Valibot, ArkType and others implement it; the JSON Schema part is what a model is shown.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export function isStandardSchema(value: unknown): value is StandardSchema {
  // ArkType's schemas are functions.
  const holds = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return holds && typeof (value as Partial<StandardSchema>)['~standard']?.validate === 'function';
}

/** The JSON Schema of a Standard Schema; undefined when its library cannot write one. */
export function toJsonSchema(schema: StandardSchema): JsonSchemaObject | undefined {
  return schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' });
}

/**
 * The part of a library's JSON Schema that we check; the library checks all of it again. Its root takes objects, for
 * arguments are nothing else, whatever a union leaves open. A pattern that cannot be run in linear time is left out.
 */
export function ourPartOf(schema: JsonSchemaObject): JsonSchemaObject {
  const part: JsonSchemaObject = { type: 'object', ...schema };
  for (let paths = unsafePatterns(part); paths.length > 0; paths = unsafePatterns(part))
    for (const path of paths) removeAt(part, path);
  return part;
}

function unsafePatterns(schema: JsonSchemaObject): readonly string[] {
  return checkSchema(schema)
    .filter(({ reason, path }) => reason === 'unsafe_pattern' && path.endsWith('/pattern'))
    .map(({ path }) => path);
}

/** RFC 6901 */
function removeAt(schema: JsonSchemaObject, pointer: string): void {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  const parent = keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], schema);
  delete (parent as Record<string, unknown>)[last];
}
