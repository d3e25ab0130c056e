import type { Tool } from '@toolcrib/core';
import { UsageError } from './command-line.ts';
import type { CliTexts } from './texts.ts';

/**
 * `key=value` pairs as arguments. What the schema says is text stays text; anything else is read as JSON, and kept as
 * text when it is none, so that the corridor can say what is wrong with it.
 */
export function fromKeyValues(
  pairs: readonly string[],
  tool: Tool | undefined,
  { badPair, twice }: Pick<CliTexts, 'badPair' | 'twice'>,
): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at <= 0) throw new UsageError(badPair(pair));
    const name = pair.slice(0, at);
    if (Object.hasOwn(given, name)) throw new UsageError(twice(name));
    const value = toValue(pair.slice(at + 1), typesOf(tool, name));
    Object.defineProperty(given, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return given;
}

/** Where text and something else are both allowed, what reads as the other is the other. */
function toValue(text: string, types: readonly string[]): unknown {
  const value = fromJson(text);
  return types.includes('string') && !types.some((type) => isOfType(value, type)) ? text : value;
}

/** The types that the schema of a parameter names, or that its choices have. */
function typesOf(tool: Tool | undefined, name: string): readonly string[] {
  const { properties } = tool?.parameters ?? {};
  const schema = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (typeof schema !== 'object') return [];
  const { type, enum: values } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type as readonly string[];
  return Array.isArray(values) ? values.map((value) => (value === null ? 'null' : typeof value)) : [];
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'string':
      return false;
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
