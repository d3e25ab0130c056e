import type { Agent } from '../policy/agent.ts';
import type { Rule } from '../policy/rule.ts';
import type { ToolRegistry } from '../registry/tool-registry.ts';
import type { Caller } from '../tool/call.ts';
import type { Tool } from '../tool/tool.ts';
import { permits } from '../tool/safety.ts';

/** A caller and the tools in its scope; `undefined` names mean every tool. */
export interface ScopedCaller {
  readonly caller: Caller;
  readonly names: ReadonlySet<string> | undefined;
}

const application: ScopedCaller = {
  caller: Object.freeze({ agent: undefined, permission: 'admin', allowList: undefined }),
  names: undefined,
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
    const scoped = { caller: toCaller(agent), names: this.#namesOf(agent) };
    this.#scopes.set(id, scoped);
    return scoped;
  }

  /** The tools that an agent is shown: in its scope, and within its level. */
  toolsOf({ caller, names }: ScopedCaller): Tool[] {
    return this.#registry
      .list()
      .filter(
        (tool) =>
          (names === undefined || names.has(tool.name)) && permits(caller.permission, tool.permission),
      );
  }

  #namesOf(agent: Agent): ReadonlySet<string> | undefined {
    const { allowList, tools, localMode, excludeEmbeddingTools } = agent;
    if (allowList !== undefined) {
      return new Set(this.#registry.resolveAllowList(allowList, { localMode, excludeEmbeddingTools }));
    }
    if (tools === undefined) return undefined;
    return new Set(tools.flatMap((name) => this.#registry.getMetadata(name)?.name ?? []));
  }
}

function toCaller({ id, permission, allowList, tools }: Agent): Caller {
  return Object.freeze({ agent: id, permission, allowList: allowList ?? (tools && `agents.${id}.tools`) });
}
