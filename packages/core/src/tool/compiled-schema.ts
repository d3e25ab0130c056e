import { compileSchema, type CompiledSchema } from '../schema/compile-schema.ts';
import type { JsonSchemaObject, JsonValue } from '../schema/json-schema.ts';
import { digestOf } from './digest.ts';
import type { Tool } from './tool.ts';

/** By the schema itself, and by its digest: equal schemas of different tools are compiled once. */
const bySchema = new WeakMap<JsonSchemaObject, CompiledSchema>();
const byDigest = new Map<string, WeakRef<CompiledSchema>>();

/** The digest of a schema larger than this would take longer than compiling it again. */
const maxSharedNodes = 500;

/** The compiled parameters of a tool, made when first used. */
export function compiledSchemaOf({ parameters }: Pick<Tool, 'parameters'>): CompiledSchema {
  const known = bySchema.get(parameters);
  if (known !== undefined) return known;
  const schema = parameters as JsonValue;
  const compiled = hasMoreNodesThan(maxSharedNodes, schema) ? compileSchema(parameters) : shared(parameters);
  bySchema.set(parameters, compiled);
  return compiled;
}

function shared(parameters: JsonSchemaObject): CompiledSchema {
  const digest = digestOf(parameters as JsonValue);
  const compiled = byDigest.get(digest)?.deref() ?? compileSchema(parameters);
  byDigest.set(digest, new WeakRef(compiled));
  return compiled;
}

function hasMoreNodesThan(limit: number, schema: JsonValue): boolean {
  const waiting: JsonValue[] = [schema];
  for (let node = waiting.pop(), count = 0; node !== undefined; node = waiting.pop()) {
    if (++count + waiting.length > limit) return true;
    if (typeof node === 'object' && node !== null) waiting.push(...Object.values(node).slice(0, limit + 1));
  }
  return false;
}
