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
const callsOf = (id: string): string[] => [
  `${id}:list#1`,
  ...steps.map((_, item) => `${id}:each:${item}#1`),
  `${id}:last#1`,
];

/** Submits plans, and wants to find each that was acknowledged at its end. */
export class PlanSubmitter {
  readonly #site: Site;
  readonly #acknowledged: string[] = [];

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
      const signal = AbortSignal.timeout(60_000);
      const end = await this.#site.http.ask('get_plan_result', { plan_id: id }, { signal }).catch(String);
      const { state, output } = end as { readonly state?: string; readonly output?: unknown };
      if (state !== 'succeeded' || output !== `${id} c\n`.toUpperCase())
        faults.push(`${id} ended as ${JSON.stringify(end)}`);
    }
    return faults;
  }

  /** Every call of a plan is recorded, as a success; one whose worker was killed may have been made twice. */
  async compare(store: Store): Promise<{ repeated: number; faults: string[] }> {
    let repeated = 0;
    const faults: string[] = [];
    for (const id of this.#acknowledged) {
      const { records } = await store.history.list({ parentCallId: id, limit: 100 });
      for (const { givenId, status, errorCode } of records)
        if (status !== 'success') faults.push(`${givenId} is recorded as ${status} ${errorCode}`);
      for (const call of callsOf(id)) {
        const times = records.filter(({ givenId }) => givenId === call).length;
        if (times === 0) faults.push(`${call} has no record`);
        if (times > 1) repeated++;
      }
    }
    return { repeated, faults };
  }
}
