import { ToolRegistry } from './tool-registry.ts';

/** A tool that says its name. */
export function definition(name: string, more: object = {}): object {
  const parameters = { type: 'object', properties: {} };
  return { name, description: `${name}.`, parameters, run: () => name, ...more };
}

export function registryOf(...definitions: readonly object[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const one of definitions) registry.register(one);
  return registry;
}
