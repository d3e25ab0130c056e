import type { JsonValue } from '../schema/json-schema.ts';
import type { CallArguments } from '../tool/call.ts';
import { targetOf, type Effect, type EffectKind } from '../tool/effect.ts';
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

/** A rule as it is written; what is left out matches everything. */
export type RuleInput = Pick<Rule, 'decision'> & Partial<Rule>;

export type Decision = 'allow' | 'ask' | 'deny';

export interface EffectPattern {
  readonly kind?: EffectKind | undefined;
  /** A pattern for the path, command or host. @default '*' */
  readonly target?: string | undefined;
}

/** What a rule is asked about. */
export interface JudgedCall {
  readonly tool: Tool;
  /** The name as it was asked for: an alias of an older version finds the tool as well. */
  readonly name: string;
  readonly agent: string | undefined;
  readonly arguments: CallArguments;
  readonly effects: readonly Effect[];
}

export function ruleMatches(rule: Rule, call: JudgedCall): boolean {
  return (
    matchesTool(rule.tool, call) &&
    (rule.agent === '*' || (call.agent !== undefined && matchesGlob(rule.agent, call.agent))) &&
    Object.entries(rule.arguments).every(([path, pattern]) =>
      argumentMatches(rule, call.arguments, path, pattern),
    ) &&
    effectsMatch(rule, call.effects)
  );
}

function matchesTool(pattern: string, { tool, name: asked }: JudgedCall): boolean {
  if (pattern === '*') return true;
  return [tool.name, tool.id, asked, ...tool.aliases].some((name) => matchesGlob(pattern, name));
}

/** Lists match as effects do: any item for deny and ask, every item for allow. */
function argumentMatches(rule: Rule, given: CallArguments, path: string, pattern: string): boolean {
  const texts = valuesAt(given, path).map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
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

/** Everything that a path leads to: through every item of a list on the way, and also by a key that has dots in it. */
function valuesAt(value: JsonValue | undefined, path: string): JsonValue[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => valuesAt(item, path));
  if (path === '') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const object = value as CallArguments;
  const found = Object.hasOwn(object, path) ? valuesAt(object[path], '') : [];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot);
    if (Object.hasOwn(object, key)) found.push(...valuesAt(object[key], path.slice(dot + 1)));
  }
  return found;
}
