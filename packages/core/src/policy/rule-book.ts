import type { ValidatedCall } from '../tool/call.ts';
import type { Tool } from '../tool/tool.ts';
import { concerns, type Rule } from './rule.ts';

type Subject = Pick<ValidatedCall, 'tool' | 'name' | 'caller'>;

/** All the rules of a service. A rule about other tools or other agents costs a call nothing. */
export class RuleBook {
  readonly #rules: readonly Rule[];
  /** By tool and agent: both are few, unlike the spellings in which models ask for a tool. */
  readonly #known = new WeakMap<Tool, Map<string | undefined, readonly Rule[]>>();

  constructor(rules: readonly Rule[]) {
    this.#rules = Object.freeze([...rules]);
  }

  /** The rules that could speak about a call, whatever its arguments and effects are. */
  about({ tool, name, caller: { agent } }: Subject): readonly Rule[] {
    if (this.#rules.length === 0) return this.#rules;
    if (name !== tool.name) return this.#select(tool, name, agent);
    let byAgent = this.#known.get(tool);
    if (byAgent === undefined) this.#known.set(tool, (byAgent = new Map()));
    let rules = byAgent.get(agent);
    if (rules === undefined) byAgent.set(agent, (rules = this.#select(tool, name, agent)));
    return rules;
  }

  #select(tool: Tool, name: string, agent: string | undefined): readonly Rule[] {
    return this.#rules.filter((rule) => concerns(rule, tool, name, agent));
  }
}
