import { createError } from '../tool/errors.ts';
import type { EffectKind } from '../tool/effect.ts';
import { FieldReader } from '../tool/field-reader.ts';
import type { Decision, EffectPattern, Rule } from './rule.ts';

const decisions: readonly Decision[] = ['allow', 'ask', 'deny'];

/** Reads a list of rules; throws with the place of every problem. */
export function parseRules(value: unknown, source: string): readonly Rule[] {
  if (!Array.isArray(value)) {
    const problem = { kind: 'wrong_type', field: source, expected: 'list_of_rules' } as const;
    throw createError('invalid_definition', { subject: source, problems: [problem] });
  }
  return value.map((item, index) => parseRule(item, `${source}[${index}]`));
}

export function parseRule(value: unknown, source: string): Rule {
  const fields = new FieldReader(value, `${source}.`);
  fields.refuseUnknown(['decision', 'tool', 'agent', 'arguments', 'effects', 'reason', 'source']);
  const decision = fields.oneOf('decision', decisions);
  if (fields.get('decision') === undefined) fields.fault({ kind: 'missing', field: 'decision' });
  const rule: Rule = {
    // Only read when there is no problem; deny in case it ever were.
    decision: decision ?? 'deny',
    tool: readPattern(fields, 'tool', 256) ?? '*',
    agent: readPattern(fields, 'agent', 256) ?? '*',
    arguments: fields.strings('arguments'),
    effects: parseEffects(fields),
    reason: fields.text('reason', 1024),
    source: fields.text('source', 1024) ?? source,
  };
  fields.finish(source);
  return Object.freeze(rule);
}

const effectKinds: readonly EffectKind[] = ['read', 'write', 'run', 'connect'];

function parseEffects(fields: FieldReader): readonly EffectPattern[] {
  const value = fields.get('effects');
  if (value === undefined) return [];
  const items = Array.isArray(value) ? value : [value];
  return items.map((item: unknown, index) => {
    const effect = fields.inside(item, `effects[${index}]`);
    effect.refuseUnknown(['kind', 'target']);
    return { kind: effect.oneOf('kind', effectKinds), target: readPattern(effect, 'target', 4096) };
  });
}

/** An empty pattern would match nothing: a rule that was meant to deny would never speak. */
function readPattern(fields: FieldReader, field: string, limit: number): string | undefined {
  const pattern = fields.text(field, limit);
  if (pattern?.trim() === '') fields.fault({ kind: 'missing', field });
  return pattern;
}
