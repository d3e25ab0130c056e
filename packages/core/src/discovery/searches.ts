/** Searches of one agent that are remembered, and agents that are. */
const mostSearches = 8;
const mostAgents = 1000;

/** What agents have searched for: a tool that was found and then called has served that search. */
export class Searches {
  readonly #byAgent = new Map<string | undefined, Search[]>();

  note(agent: string | undefined, query: string, found: readonly string[]): void {
    const before = this.#byAgent.get(agent) ?? [];
    this.#byAgent.delete(agent);
    this.#byAgent.set(agent, [{ query, found: new Set(found) }, ...before].slice(0, mostSearches));
    const [oldest] = this.#byAgent.keys();
    if (this.#byAgent.size > mostAgents) this.#byAgent.delete(oldest);
  }

  /** The agent's latest search that found this tool. */
  servedBy(tool: string, agent: string | undefined): string | undefined {
    return this.#byAgent.get(agent)?.find(({ found }) => found.has(tool))?.query;
  }
}

interface Search {
  readonly query: string;
  readonly found: ReadonlySet<string>;
}
