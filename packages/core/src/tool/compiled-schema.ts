import { compileSchema, type CompiledSchema } from '../schema/compile-schema.ts';
import type { JsonSchemaObject } from '../schema/json-schema.ts';
import { digestOf } from './digest.ts';
import type { Tool } from './tool.ts';

/** By the schema itself, and by its digest: equal schemas of different tools are compiled once. */
const bySchema = new WeakMap<JsonSchemaObject, CompiledSchema>();
const byDigest = new Map<string, WeakRef<CompiledSchema>>();

/** The compiled parameters of a tool, made when first used. */
export function compiledSchemaOf({ parameters }: Pick<Tool, 'parameters'>): CompiledSchema {
  const known = bySchema.get(parameters);
  if (known !== undefined) return known;
  const digest = digestOf(parameters as never);
  const compiled = byDigest.get(digest)?.deref() ?? compileSchema(parameters);
  byDigest.set(digest, new WeakRef(compiled));
  bySchema.set(parameters, compiled);
  return compiled;
}
