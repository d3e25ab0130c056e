import type { Agent } from '../policy/agent.ts';
import type { Rule } from '../policy/rule.ts';
import { isNamed } from '../registry/allow-list.ts';
import type { Among, ToolRegistry } from '../registry/tool-registry.ts';
import type { Caller } from '../tool/call.ts';
import type { Tool } from '../tool/tool.ts';
import { block, isRefusal, type Refusal } from '../tool/refusal.ts';
import { permits } from '../tool/safety.ts';

/** A caller, and what is in its scope. */
export interface ScopedCaller {
  readonly caller: Caller;
  readonly allows: Among;
  /** What it is shown: the versions in its scope that its level permits. Undefined is all of them. */
  readonly shown: Among | undefined;
}

const application: ScopedCaller = {
  caller: Object.freeze({ agent: undefined, permission: 'admin', allowList: undefined }),
  allows: () => true,
  shown: undefined,
};

/** Who may call, and what is in their scope. What an agent is shown and what it may call come from the same set. */
export class Agents {
  readonly #agents: ReadonlyMap<string, Agent>;
  readonly #registry: ToolRegistry;
  readonly #scopes = new Map<string, ScopedCaller>();
  #revision = -1;

  constructor(agents: readonly Agent[], registry: ToolRegistry) {
    this.#agents = new Map(agents.map((agent) => [agent.id, agent]));
    this.#registry = registry;
  }

  ids(): string[] {
    return [...this.#agents.keys()];
  }

  rules(): readonly Rule[] {
    return [...this.#agents.values()].flatMap((agent) => agent.rules);
  }

  /**
   * The caller behind an id; without an id it is the embedding application. A refusal for one that nobody configured,
   * and for one whose allow-list does not exist.
   */
  find(id: string | undefined): ScopedCaller | Refusal {
    if (id === undefined) return application;
    if (this.#revision !== this.#registry.revision) {
      this.#scopes.clear();
      this.#revision = this.#registry.revision;
    }
    const known = this.#scopes.get(id);
    if (known !== undefined) return known;
    const agent = this.#agents.get(id);
    if (agent === undefined) return block('unknown_agent', { agent: id, known: this.ids() }, 'agents');
    const scoped = this.#scopeOf(agent);
    if (!isRefusal(scoped)) this.#scopes.set(id, scoped);
    return scoped;
  }

  /** What an agent is shown, and so what a name means to it. */
  shownTo(id: string | undefined): Among | undefined {
    const found = this.find(id);
    return isRefusal(found) ? undefined : found.shown;
  }

  /** Those that are shown a tool, and could be shown no version of it by its name any more. */
  bereftOf(tool: Tool): string[] {
    return this.ids().filter((id) => {
      const shown = this.shownTo(id);
      return shown?.(tool) === true && this.#registry.get(tool.name, undefined, shown) === undefined;
    });
  }

  #scopeOf(agent: Agent): ScopedCaller | Refusal {
    const known = this.#registry.allowLists().map(({ name }) => name);
    const { allowList, permission } = agent;
    if (allowList !== undefined && !known.includes(allowList))
      return block('unknown_allow_list', { allowList, known }, `agents.${agent.id}.allow_list`);
    const inList = this.#allowanceOf(agent);
    const allows: Among = (tool) => inList(tool) || this.#registry.isEverywhere(tool);
    return {
      caller: toCaller(agent),
      allows,
      shown: (tool) => allows(tool) && permits(permission, tool.permission),
    };
  }

  #allowanceOf({ allowList, tools, localMode, excludeEmbeddingTools }: Agent): Among {
    if (allowList !== undefined)
      return this.#registry.allowance(allowList, { localMode, excludeEmbeddingTools });
    if (tools === undefined) return () => true;
    const names = new Set(tools);
    return (tool) => isNamed(names, tool);
  }
}

function toCaller({ id, permission, allowList, tools }: Agent): Caller {
  return Object.freeze({ agent: id, permission, allowList: allowList ?? (tools && `agents.${id}.tools`) });
}
