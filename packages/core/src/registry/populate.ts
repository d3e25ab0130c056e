import { createError } from '../tool/errors.ts';
import type { Tool } from '../tool/tool.ts';
import { ToolRegistry } from './tool-registry.ts';

/** What is said about tools that somebody else provides: tier, category, short description, annotations, by name. */
export type ToolDefinitions = { readonly [name: string]: { readonly [field: string]: unknown } };

export interface ToolProvider {
  listTools(): readonly Tool[];
}

export interface Population {
  readonly registry: ToolRegistry;
  /** Defined, but not provided. */
  readonly missing: readonly string[];
  /** Provided, but not defined: left out. */
  readonly unknown: readonly string[];
}

/**
 * Builds a registry from definitions and the tools of a service: what the definitions say comes first, the rest
 * (description, parameters, implementation) from the service. `strict` makes a missing or unknown tool an error.
 */
export function populate(
  definitions: ToolDefinitions,
  service: ToolProvider,
  { strict = false }: { readonly strict?: boolean } = {},
): Population {
  const provided = new Map(service.listTools().map((tool) => [tool.name, tool]));
  const names = Object.keys(definitions);
  const missing = names.filter((name) => !provided.has(name));
  const unknown = [...provided.keys()].filter((name) => !Object.hasOwn(definitions, name));
  if (strict && missing.length > 0) throw createError('missing_tools', { tools: missing });
  if (strict && unknown.length > 0) throw createError('undefined_tools', { tools: unknown });

  const registry = new ToolRegistry();
  for (const name of names) {
    const tool = provided.get(name);
    if (tool !== undefined) registry.register(describeAnew(tool, definitions[name] ?? {}));
  }
  return { registry, missing, unknown };
}

/** Derived facts are left out, so that they are derived again from what the definition says. */
function describeAnew(tool: Tool, definition: { readonly [field: string]: unknown }): unknown {
  const declared = Object.entries(tool.annotations).filter(([fact]) => !tool.derived.includes(fact));
  const { id: _, annotations: __, derived: ___, refine, ...kept } = tool;
  return {
    // First, so that its spelling of a field wins; and last, so that its value does.
    ...definition,
    ...kept,
    ...(refine !== undefined && { parameters: refine }),
    permission: tool.derived.includes('permission') ? undefined : tool.permission,
    approval: tool.derived.includes('approval') ? undefined : tool.approval,
    ...Object.fromEntries(declared),
    ...definition,
    name: tool.name,
  };
}
