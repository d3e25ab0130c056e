import type { JsonValue } from '../schema/json-schema.ts';
import type { CallArguments } from '../tool/call.ts';
import { targetOf, type Effect, type EffectKind } from '../tool/effect.ts';
import type { Tool } from '../tool/tool.ts';
import { compileGlob } from './glob.ts';

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

/**
 * Whether a rule is about the tool and the agent.
 *
 * @param name the name as it was asked for: an alias of an older version finds the tool as well
 */
export function concerns(rule: Rule, tool: Tool, name: string, agent: string | undefined): boolean {
  return matchesTool(rule.tool, tool, name) && matchesAgent(rule.agent, agent);
}

function matchesTool(pattern: string, tool: Tool, asked: string): boolean {
  if (pattern === '*') return true;
  return [tool.name, tool.id, asked, ...tool.aliases].some(compileGlob(pattern).matches);
}

function matchesAgent(pattern: string, agent: string | undefined): boolean {
  return pattern === '*' || (agent !== undefined && compileGlob(pattern).matches(agent));
}

/** `too_large`: nobody can say, for there is too much to look through. */
export type RuleMatch = 'yes' | 'no' | 'too_large';

/**
 * Whether a rule that concerns a call also speaks about its arguments and effects. All rules together may look so far and
 * no further; beyond that they fail closed: a rule that forbids or asks is taken to match, and one that allows is not.
 */
export function matchRule(
  rule: Rule,
  given: CallArguments,
  effects: readonly Effect[],
  effort: Effort,
): RuleMatch {
  try {
    const paths = Object.entries(rule.arguments);
    const matched =
      paths.every(([path, pattern]) => argumentMatches(rule, given, path, pattern, effort)) &&
      effectsMatch(rule, effects, effort);
    return matched ? 'yes' : 'no';
  } catch (ending) {
    if (ending !== outOfEffort) throw ending;
    return rule.decision === 'allow' ? 'no' : 'too_large';
  }
}

/** How much the rules may still look at for one call. Rules may be many and arguments large. */
export interface Effort {
  left: number;
}

/** Some ten milliseconds. */
export function fullEffort(): Effort {
  return { left: 1_000_000 };
}

const outOfEffort = new Error('too much to look through');

function spend(effort: Effort, steps: number): void {
  if ((effort.left -= steps) < 0) throw outOfEffort;
}

/** Lists match as effects do: any item for deny and ask, every item for allow. */
function argumentMatches(
  rule: Rule,
  given: CallArguments,
  path: string,
  pattern: string,
  effort: Effort,
): boolean {
  const glob = compileGlob(pattern);
  return quantify(rule, (decide) =>
    someValueAt(given, path, effort, (item) => {
      const text = typeof item === 'string' ? item : JSON.stringify(item);
      spend(effort, glob.costOf(text) + (item === text ? 0 : text.length));
      return decide(glob.matches(text));
    }),
  );
}

function effectsMatch(rule: Rule, effects: readonly Effect[], effort: Effort): boolean {
  if (rule.effects.length === 0) return true;
  const patterns = rule.effects.map(({ kind, target = '*' }) => ({ kind, glob: compileGlob(target) }));
  return quantify(rule, (decide) =>
    effects.some((effect) =>
      decide(
        patterns.some(({ kind, glob }) => {
          if (kind !== undefined && kind !== effect.kind) return false;
          const target = targetOf(effect);
          spend(effort, glob.costOf(target));
          return glob.matches(target);
        }),
      ),
    ),
  );
}

/**
 * One match settles deny and ask, one miss settles allow. `search` hands each item's match to `decide`, ends when that
 * says so, and tells whether it did.
 */
function quantify({ decision }: Rule, search: (decide: (matched: boolean) => boolean) => boolean): boolean {
  const settling = decision !== 'allow';
  let seen = false;
  const settled = search((matched) => {
    seen = true;
    return matched === settling;
  });
  return settling ? settled : seen && !settled;
}

/**
 * Whether `test` says yes to anything that a path leads to: through every item of a list on the way, and also by a key
 * that has dots in it.
 */
function someValueAt(
  value: JsonValue | undefined,
  path: string,
  effort: Effort,
  test: (value: JsonValue) => boolean,
): boolean {
  if (value === undefined) return false;
  spend(effort, 1);
  if (Array.isArray(value)) return value.some((item: JsonValue) => someValueAt(item, path, effort, test));
  if (path === '') return test(value);
  if (typeof value !== 'object' || value === null) return false;
  const object = value as CallArguments;
  if (Object.hasOwn(object, path) && someValueAt(object[path], '', effort, test)) return true;
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot);
    if (Object.hasOwn(object, key) && someValueAt(object[key], path.slice(dot + 1), effort, test))
      return true;
  }
  return false;
}
