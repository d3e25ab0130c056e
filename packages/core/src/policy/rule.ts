import type { JsonValue } from '../schema/json-schema.ts';
import type { CallArguments } from '../tool/call.ts';
import { targetOf, type Effect, type EffectKind } from '../tool/effect.ts';
import { createError } from '../tool/errors.ts';
import { FieldReader } from '../tool/field-reader.ts';
import { isRecord } from '../tool/spellings.ts';
import type { Tool } from '../tool/tool.ts';
import { matchesGlob } from './glob.ts';

/**
 * What the operator has decided about calls that match. Of all matching rules deny wins over ask, and ask over allow;
 * which one stands first or is more specific makes no difference.
 */
export interface Rule {
  readonly decision: Decision;
  /** A tool's name or alias; `*` stands for any text. @default '*' */
  readonly tool: string;
  /** An agent's id; `*` also matches the embedding application. @default '*' */
  readonly agent: string;
  /** Patterns for arguments by path, such as `{ "file_path": "src/*" }`. All must match. */
  readonly arguments: { readonly [path: string]: string };
  /** Patterns for effects. Deny and ask match when any effect does, allow only when every effect does. */
  readonly effects: readonly EffectPattern[];
  /** Said in the refusal. */
  readonly reason: string | undefined;
  /** Where it is written, such as `toolcrib.json rules[2]`. */
  readonly source: string;
}

const decisions = ['allow', 'ask', 'deny'] as const;
export type Decision = (typeof decisions)[number];

export interface EffectPattern {
  readonly kind?: EffectKind | undefined;
  /** A pattern for the path, command or host. @default '*' */
  readonly target?: string | undefined;
}

/** What a rule is asked about. */
export interface JudgedCall {
  readonly tool: Tool;
  readonly agent: string | undefined;
  readonly arguments: CallArguments;
  readonly effects: readonly Effect[];
}

export function ruleMatches(rule: Rule, call: JudgedCall): boolean {
  return (
    matchesTool(rule.tool, call.tool) &&
    (rule.agent === '*' || (call.agent !== undefined && matchesGlob(rule.agent, call.agent))) &&
    Object.entries(rule.arguments).every(([path, pattern]) =>
      argumentMatches(rule, call.arguments, path, pattern),
    ) &&
    effectsMatch(rule, call.effects)
  );
}

function matchesTool(pattern: string, tool: Tool): boolean {
  if (pattern === '*') return true;
  return [tool.name, tool.id, ...tool.aliases].some((name) => matchesGlob(pattern, name));
}

/** A list matches as effects do: any item for deny and ask, every item for allow. */
function argumentMatches(rule: Rule, given: CallArguments, path: string, pattern: string): boolean {
  const value = valueAt(given, path);
  if (value === undefined) return false;
  const texts = (Array.isArray(value) ? value : [value]).map((item: JsonValue) =>
    typeof item === 'string' ? item : JSON.stringify(item),
  );
  return quantify(rule, texts, (item) => matchesGlob(pattern, item));
}

function effectsMatch(rule: Rule, effects: readonly Effect[]): boolean {
  if (rule.effects.length === 0) return true;
  return quantify(rule, effects, (effect) =>
    rule.effects.some(
      ({ kind, target = '*' }) =>
        (kind === undefined || kind === effect.kind) && matchesGlob(target, targetOf(effect)),
    ),
  );
}

function quantify<T>(rule: Rule, items: readonly T[], test: (item: T) => boolean): boolean {
  return rule.decision === 'allow' ? items.length > 0 && items.every(test) : items.some(test);
}

function valueAt(given: CallArguments, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = given;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as CallArguments)[key];
  }
  return value;
}

/** Reads a list of rules; throws with the place of every problem. */
export function parseRules(value: unknown, source: string): readonly Rule[] {
  if (!Array.isArray(value)) {
    const problem = { kind: 'wrong_type', field: source, expected: 'a list of rules' } as const;
    throw createError('invalid_definition', { tool: source, problems: [problem] });
  }
  return value.map((item, index) => parseRule(item, `${source}[${index}]`));
}

export function parseRule(value: unknown, source: string): Rule {
  const fields = new FieldReader(isRecord(value) ? value : {}, `${source}.`);
  if (!isRecord(value)) fields.fault({ kind: 'not_an_object', field: '' });
  fields.refuseUnknown(['decision', 'tool', 'agent', 'arguments', 'effects', 'reason', 'source']);
  const decision = fields.oneOf('decision', decisions);
  if (fields.get('decision') === undefined) fields.fault({ kind: 'missing', field: 'decision' });
  const rule: Rule = {
    // Only read when there is no problem; deny in case it ever were.
    decision: decision ?? 'deny',
    tool: fields.text('tool', 256) ?? '*',
    agent: fields.text('agent', 256) ?? '*',
    arguments: fields.strings('arguments'),
    effects: parseEffects(fields),
    reason: fields.text('reason', 1024),
    source: fields.text('source', 1024) ?? source,
  };
  if (fields.problems.length > 0)
    throw createError('invalid_definition', { tool: source, problems: fields.problems });
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
    return { kind: effect.oneOf('kind', effectKinds), target: effect.text('target', 4096) };
  });
}
