import type { Store } from 'toolcrib';
import type { Site } from './site.ts';

const steps = ['a', 'b', 'c'];
/** A row of three, each slow enough to be under way when its worker is killed. */
const planOf = (id: string): { readonly [name: string]: unknown } => ({
  name: 'soak',
  nodes: [
    { id: 'list', tool: 'array', arguments: { operation: 'unique', items: steps } },
    {
      id: 'each',
      tool: 'Bash',
      for_each: '{{nodes.list.output.result}}',
      arguments: { command: `sleep 0.1 && echo ${id} {{item}}` },
    },
    {
      id: 'last',
      tool: 'string',
      arguments: { operation: 'upper', text: '{{nodes.each.output[2].stdout}}' },
    },
  ],
  output: '{{nodes.last.output.result}}',
});
const nodesOf = (id: string): string[] => [
  `${id}:list`,
  ...steps.map((_, item) => `${id}:each:${item}`),
  `${id}:last`,
];

/** Submits plans, and wants to find each that was acknowledged at its end. */
export class PlanSubmitter {
  readonly #site: Site;
  readonly #acknowledged: string[] = [];
  #decided = 0;

  constructor(site: Site) {
    this.#site = site;
  }

  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  async submit(id: string): Promise<void> {
    const submitted = await this.#site.http
      .ask('submit_plan', { plan: planOf(id), plan_id: id, agent: 'user' })
      .catch(() => undefined);
    if (submitted !== undefined) this.#acknowledged.push(id);
  }

  /** Waits for the ends. One after the other: a token may not ask for all at once. */
  async faults(): Promise<string[]> {
    const faults: string[] = [];
    for (const id of this.#acknowledged) {
      const end = await this.#endOf(id).catch(String);
      const { state, output } = end as { readonly state?: string; readonly output?: unknown };
      if (state !== 'succeeded' || output !== `${id} c\n`.toUpperCase())
        faults.push(`${id} ended as ${JSON.stringify(end)}`);
    }
    return faults;
  }

  /** A person looks after what a killed worker has left with an unknown outcome. These commands may be run again. */
  async #endOf(id: string): Promise<object> {
    const { http } = this.#site;
    for (;;) {
      const end = await http.ask('get_plan_result', { plan_id: id }, { signal: AbortSignal.timeout(60_000) });
      if (end.state !== 'parked') return end;
      const { undecided = [] } = await http.ask('get_plan', { plan_id: id });
      this.#decided += undecided.length;
      const decisions = Object.fromEntries(
        undecided.map(({ name }) => [name, { decision: 'retry' } as const]),
      );
      await http.ask('resume_plan', { plan_id: id, decisions });
    }
  }

  /** Every call of a plan is recorded as a success; one whose worker was killed may be recorded as unknown before that. */
  async compare(store: Store): Promise<{ repeated: number; decided: number; faults: string[] }> {
    let repeated = 0;
    const faults: string[] = [];
    for (const id of this.#acknowledged) {
      const { records } = await store.history.list({ parentCallId: id, limit: 100 });
      for (const { givenId, status, errorCode = '' } of records)
        if (status !== 'success' && !expected.has(errorCode))
          faults.push(`${givenId} is recorded as ${status} ${errorCode}`);
      for (const node of nodesOf(id)) {
        const own = records.filter(({ givenId = '' }) => givenId.startsWith(`${node}#`));
        if (!own.some(({ status }) => status === 'success'))
          faults.push(`${node} has no record of a success`);
        if (own.filter(({ station = 'execute' }) => station === 'execute').length > 1) repeated++;
      }
    }
    return { repeated, decided: this.#decided, faults };
  }
}

/** How calls end whose worker is killed or whose database is away. */
const expected: ReadonlySet<string> = new Set([
  'outcome_unknown',
  'cancelled',
  'call_taken_over',
  'history_unavailable',
]);
