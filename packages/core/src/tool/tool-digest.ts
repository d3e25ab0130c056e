import type { JsonValue } from '../schema/json-schema.ts';
import { digestOf } from './digest.ts';
import { isPlainObject } from './json.ts';
import type { Tool } from './tool.ts';

/**
 * The digest of everything that a definition says, whatever the order of its fields: it changes when the tool does.
 * Where the definition came from is not part of it, nor are functions, which say nothing that could be compared.
 */
export function digestOfTool(tool: Omit<Tool, 'digest'>): string {
  const { id: _1, source: _2, derived: _3, effects: _4, preflight: _5, refine: _6, ...said } = tool;
  const data: JsonValue = JSON.parse(JSON.stringify(said, onlyData));
  return digestOf(data);
}

/** The implementation of a kind that somebody else brings may hold anything. */
function onlyData(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return undefined;
  return typeof value !== 'object' || value === null || Array.isArray(value) || isPlainObject(value)
    ? value
    : undefined;
}
