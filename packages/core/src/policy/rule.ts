import type { JsonValue } from '../schema/json-schema.ts';
import type { CallArguments } from '../tool/call.ts';
import {
  targetOf,
  type Effect,
  type EffectKind,
  type ParsedCommand,
  type RunEffect,
} from '../tool/effect.ts';
import type { Tool } from '../tool/tool.ts';
import { LineMatcher } from './command-lines.ts';
import { outOfEffort, spend, type Effort } from './effort.ts';
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
  /**
   * Patterns for arguments by path, such as `{ "file_path": "src/*" }`. All must match. A command line is not matched as
   * text but each of its commands by itself: deny and ask match when any command does, allow only when every one does.
   */
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
  /** A pattern for the path, each command or the host. @default '*' */
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

/** How a rule matches a call. */
export interface RuleMatch {
  /** `too_large`: nobody can say, for there is too much to look through. */
  readonly answer: 'yes' | 'no' | 'too_large';
  /** The command that a deny or ask rule matched. */
  readonly command?: ParsedCommand | undefined;
  /** What an allow rule asks of each command line; all of it must hold for a command. */
  readonly lines: LineConditions;
}

/** By command line: for each condition on it the patterns of which one must match. */
export type LineConditions = ReadonlyMap<RunEffect, readonly (readonly string[])[]>;

/**
 * Whether a rule that concerns a call also speaks about its arguments and effects. All rules together may look so far and
 * no further; beyond that they fail closed: a rule that forbids or asks is taken to match, and one that allows is not.
 * Whether an allow rule covers the commands of a call is for `coverageOf` to say: several rules may do so together.
 */
export function matchRule(
  rule: Rule,
  given: CallArguments,
  effects: readonly Effect[],
  effort: Effort,
): RuleMatch {
  const lines = new LineMatcher(rule.decision === 'allow', effects, effort);
  try {
    const paths = Object.entries(rule.arguments);
    const matched =
      paths.every(([path, pattern]) => argumentMatches(rule, given, { path, pattern, effort, lines })) &&
      effectsMatch(rule, effects, effort, lines);
    return { answer: matched ? 'yes' : 'no', command: lines.matched, lines: lines.conditions };
  } catch (ending) {
    if (ending !== outOfEffort) throw ending;
    return { answer: rule.decision === 'allow' ? 'no' : 'too_large', lines: lines.conditions };
  }
}

interface ArgumentCondition {
  readonly path: string;
  readonly pattern: string;
  readonly effort: Effort;
  readonly lines: LineMatcher;
}

/** Lists match as effects do: any item for deny and ask, every item for allow. */
function argumentMatches(
  rule: Rule,
  given: CallArguments,
  { path, pattern, effort, lines }: ArgumentCondition,
): boolean {
  const glob = compileGlob(pattern);
  return quantify(rule, (decide) =>
    someValueAt(given, path, effort, (item) => {
      const text = typeof item === 'string' ? item : JSON.stringify(item);
      const line = lines.lineIn(path, text);
      if (line !== undefined) return decide(lines.matches(line, [pattern]));
      spend(effort, glob.costOf(text) + (item === text ? 0 : text.length));
      return decide(glob.matches(text));
    }),
  );
}

function effectsMatch(rule: Rule, effects: readonly Effect[], effort: Effort, lines: LineMatcher): boolean {
  if (rule.effects.length === 0) return true;
  const patterns = rule.effects.map(({ kind, target = '*' }) => ({
    kind,
    target,
    glob: compileGlob(target),
  }));
  return quantify(rule, (decide) =>
    effects.some((effect) => {
      const about = patterns.filter(({ kind }) => kind === undefined || kind === effect.kind);
      if (effect.kind === 'run') {
        return decide(
          about.length > 0 &&
            lines.matches(
              effect,
              about.map(({ target }) => target),
            ),
        );
      }
      const target = targetOf(effect);
      return decide(
        about.some(({ glob }) => {
          spend(effort, glob.costOf(target));
          return glob.matches(target);
        }),
      );
    }),
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
