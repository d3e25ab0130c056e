import { compileSchema, type CompiledSchema } from '../schema/compile-schema.ts';
import type { JsonSchemaObject } from '../schema/json-schema.ts';
import type { Tool } from './tool.ts';

/** By the schema itself: to find out that another tool has an equal one takes as long as to compile it. */
const filling = new WeakMap<JsonSchemaObject, CompiledSchema>();
const asGiven = new WeakMap<JsonSchemaObject, CompiledSchema>();

/** The compiled parameters of a tool, made when first used. */
export function compiledSchemaOf(tool: Pick<Tool, 'parameters' | 'implementation'>): CompiledSchema {
  const { parameters } = tool;
  const fillsDefaults = hasOwnDefaults(tool.implementation);
  const compiled = fillsDefaults ? filling : asGiven;
  const known = compiled.get(parameters);
  if (known !== undefined) return known;
  const made = compileSchema(parameters, { fillsDefaults });
  compiled.set(parameters, made);
  return made;
}

/**
 * Whether the defaults of a tool's schema are values that its author wants to be sent. Those of a server or a plugin say what
 * happens when nothing is sent, or are simply wrong: sending them can change what nobody has spoken of.
 */
export function hasOwnDefaults({ kind }: { readonly kind: string }): boolean {
  return kind !== 'mcp' && kind !== 'wasm';
}
