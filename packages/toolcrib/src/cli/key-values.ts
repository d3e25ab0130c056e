import type { Tool } from '@toolcrib/core';

/**
 * `key=value` pairs as arguments. What the schema says is text stays text; anything else is read as JSON, and kept as
 * text when it is none, so that the corridor can say what is wrong with it.
 */
export function fromKeyValues(
  pairs: readonly string[],
  tool: Tool | undefined,
  refuse: (pair: string) => Error,
): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at <= 0) throw refuse(pair);
    const name = pair.slice(0, at);
    const text = pair.slice(at + 1);
    const value = isText(tool, name) ? text : fromJson(text);
    Object.defineProperty(given, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return given;
}

function isText(tool: Tool | undefined, name: string): boolean {
  const { properties } = tool?.parameters ?? {};
  const schema = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (typeof schema !== 'object') return false;
  const { type, enum: values } = schema;
  return type === 'string' || (Array.isArray(values) && values.every((value) => typeof value === 'string'));
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
