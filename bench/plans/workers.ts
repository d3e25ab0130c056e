import { definePlan, type Plan } from '../../packages/core/dist/plan/index.js';
import { DbosEngine } from '../../packages/toolcrib/src/engine/dbos-engine.ts';
import { startWorker } from '../../packages/toolcrib/src/engine/worker-kills.test-support.ts';
import { openAt } from '../../packages/toolcrib/src/store/databases/both-databases.test-support.ts';
import {
  ownSchema,
  startPostgres,
} from '../../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { median } from '../measuring/median.ts';

/** Calls that only wait, so that the cores of this machine do not matter. */
const calls = { count: 64, milliseconds: 500, atOnce: 4 };

export interface Shared {
  /** Milliseconds of a node in a row of calls that take no time. */
  readonly node: number;
  /** By the number of workers. */
  readonly taken: ReadonlyMap<number, { readonly milliseconds: number; readonly shortest: number }>;
}

/** Workers in processes of their own over one PostgreSQL: what a node costs, and what more workers bring. */
export async function measureWorkers(): Promise<Shared> {
  const server = await startPostgres();
  const place = { kind: 'postgres', url: server.url, schema: ownSchema() } as const;
  const database = openAt(place);
  const engine = new DbosEngine(() => Promise.reject(new Error('only submits')), {
    place: { ...place, name: 'bench' },
    database,
    onProblem: () => undefined,
  });
  const run = async (plan: Plan): Promise<number> => {
    const begun = performance.now();
    const { planId } = await engine.submit(plan);
    await engine.result(planId);
    return performance.now() - begun;
  };
  const workers: ReturnType<typeof startWorker>[] = [];
  const taken = new Map<number, { milliseconds: number; shortest: number }>();
  const nodes: number[] = [];
  for (const count of [1, 2, 4]) {
    while (workers.length < count)
      workers.push(startWorker(place, `worker${workers.length}`, { concurrency: calls.atOnce }));
    await Promise.all(workers.map((worker) => worker.said('ready')));
    if (count === 1) for (let turn = 0; turn < 3; turn++) nodes.push((await run(row)) / row.nodes.length);
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn++) times.push(await run(apart));
    const shortest = (calls.count * calls.milliseconds) / (calls.atOnce * count);
    taken.set(count, { milliseconds: median(times), shortest });
  }
  for (const worker of workers) {
    worker.child.kill('SIGTERM');
    await worker.ended();
  }
  await engine.close();
  await database.close();
  await server.stop();
  return { node: median(nodes), taken };
}

const row = definePlan({
  name: 'row',
  nodes: Array.from({ length: 20 }, (_, index) => ({
    id: `n${index}`,
    tool: 'act',
    arguments: { pause: 0 },
    after: index === 0 ? [] : [`n${index - 1}`],
  })),
});

const apart = definePlan({
  name: 'apart',
  concurrency: calls.count,
  nodes: Array.from({ length: calls.count }, (_, index) => ({
    id: `n${index}`,
    tool: 'act',
    arguments: { pause: calls.milliseconds },
  })),
});
