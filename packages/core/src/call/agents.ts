import type { Agent } from '../policy/agent.ts';
import type { Rule } from '../policy/rule.ts';
import { isNamed } from '../registry/allow-list.ts';
import type { ToolRegistry } from '../registry/tool-registry.ts';
import type { Caller } from '../tool/call.ts';
import type { Tool } from '../tool/tool.ts';

/** A caller, and what says whether a tool is in its scope. */
export interface ScopedCaller {
  readonly caller: Caller;
  readonly allows: (tool: Tool) => boolean;
}

const application: ScopedCaller = {
  caller: Object.freeze({ agent: undefined, permission: 'admin', allowList: undefined }),
  allows: () => true,
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
   * The caller behind an id; without an id it is the embedding application. Undefined for an unknown one; throws a
   * `RegistryError` for one whose allow-list does not exist.
   */
  find(id: string | undefined): ScopedCaller | undefined {
    if (id === undefined) return application;
    if (this.#revision !== this.#registry.revision) {
      this.#scopes.clear();
      this.#revision = this.#registry.revision;
    }
    const known = this.#scopes.get(id);
    if (known !== undefined) return known;
    const agent = this.#agents.get(id);
    if (agent === undefined) return undefined;
    const scoped = { caller: toCaller(agent), allows: this.#allowanceOf(agent) };
    this.#scopes.set(id, scoped);
    return scoped;
  }

  #allowanceOf({ allowList, tools, localMode, excludeEmbeddingTools }: Agent): (tool: Tool) => boolean {
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
