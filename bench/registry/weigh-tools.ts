import { ToolRegistry } from '../../packages/core/dist/index.js';
import { toolDefinition } from './tool-definition.ts';

/** Prints the bytes of heap per tool, registered or kept in a bare Map as the definition is. Needs --expose-gc. */
const count = 20_000;
const keepers = { registry: keepInRegistry, map: keepInMap };
const keep = keepers[process.argv[2] as keyof typeof keepers];

keep(100, 0);
const before = heapUsed();
const kept = keep(count, 1000);
console.log((heapUsed() - before) / count);
if (kept.size !== count) throw new Error('not all tools were kept');

function keepInRegistry(size: number, from: number): { readonly size: number } {
  const registry = new ToolRegistry();
  for (let index = from; index < from + size; index++) registry.register(toolDefinition(index));
  return registry;
}

function keepInMap(size: number, from: number): { readonly size: number } {
  const map = new Map<string, unknown>();
  for (let index = from; index < from + size; index++) {
    const definition = toolDefinition(index);
    map.set(definition.name, definition);
  }
  return map;
}

function heapUsed(): number {
  for (let turn = 0; turn < 4; turn++) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
