import { parseRule, type Rule } from '@toolcrib/core';
import type { ConfigReader } from './config-reader.ts';

/**
 * Reads the rules. Leaving out one that cannot be read could open what it was meant to close, so until it is repaired
 * it denies: the tool it names, or everything when even that cannot be read.
 */
export function parseConfiguredRules(reader: ConfigReader): readonly Rule[] {
  const items = reader.items('rules');
  if (items === undefined) return reader.has('rules') ? [denying('*', `${reader.source} rules`)] : [];
  return items.map((value, index) => {
    const source = `${reader.source} rules[${index}]`;
    const tool = toolOf(value);
    const rule = reader.attempt(['rules', index], () => parseRule({ ...asObject(value), source }, source), {
      remedy: (texts) => texts.ruleDenies(tool === '*' ? '*' : tool),
    });
    return rule ?? denying(tool, source);
  });
}

function denying(tool: string, source: string): Rule {
  return parseRule({ decision: 'deny', tool, source }, source);
}

function toolOf(value: unknown): string {
  const { tool } = asObject(value);
  return typeof tool === 'string' && tool !== '' ? tool : '*';
}

function asObject(value: unknown): { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: unknown })
    : {};
}
