import { compileSchema, type CompiledSchema } from '../schema/compile-schema.ts';
import type { JsonSchemaObject } from '../schema/json-schema.ts';
import type { Tool } from './tool.ts';

/** By the schema itself: to find out that another tool has an equal one takes as long as to compile it. */
const compiled = new WeakMap<JsonSchemaObject, CompiledSchema>();

/** The compiled parameters of a tool, made when first used. */
export function compiledSchemaOf({ parameters }: Pick<Tool, 'parameters'>): CompiledSchema {
  const known = compiled.get(parameters);
  if (known !== undefined) return known;
  const made = compileSchema(parameters);
  compiled.set(parameters, made);
  return made;
}
