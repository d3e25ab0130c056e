import { parseRule, type Rule } from '@toolcrib/core';
import type { Path } from './config-place.ts';
import { isObject, type ConfigReader, type Consequence } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

/**
 * Reads the rules. Leaving out one that cannot be read could open what it was meant to close, so until it is repaired
 * it denies: the tool it names, or everything when even that cannot be read.
 */
export function parseConfiguredRules(reader: ConfigReader): readonly Rule[] {
  const items = reader.items('rules', (texts) => texts.ruleDenies('*'));
  if (items === undefined) return reader.has('rules') ? [denying('*', `${reader.source} rules`)] : [];
  return items.map((value, index) => {
    const path = ['rules', index];
    const source = `${reader.source} ${reader.place(path).path}`;
    const tool = toolOf(reader.get([...path, 'tool']));
    const denies: Consequence = (texts) => texts.ruleDenies(tool);
    const known = refuseUnknownInRule(reader, path, denies);
    const parse = (): Rule => parseRule(isObject(value) ? { ...value, source } : value, source);
    return (known && reader.attempt(path, parse, denies)) || denying(tool, source);
  });
}

export function refuseUnknownInRule(reader: ConfigReader, path: Path, consequence: Consequence): boolean {
  const effects = reader.get([...path, 'effects']);
  const places = Array.isArray(effects)
    ? effects.map((_, index) => [...path, 'effects', index])
    : [[...path, 'effects']];
  return [
    reader.refuseUnknown(path, knownKeys.rule, consequence),
    ...places.map((place) => reader.refuseUnknown(place, knownKeys.effect, consequence)),
  ].every(Boolean);
}

function denying(tool: string, source: string): Rule {
  return parseRule({ decision: 'deny', tool, source }, source);
}

function toolOf(tool: unknown): string {
  return typeof tool === 'string' && tool.trim() !== '' && tool.length <= 256 ? tool : '*';
}
