import { openStore } from './history/records.ts';
import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';
import { chain, layered, shortestPossible, wide, type Shape } from './plans/shapes.ts';
import { measureWorkers } from './plans/workers.ts';
import { callsAlone, langGraph, pGraph, planOf, toolcrib, type Run } from './plans/ways.ts';

const targets = { memory: 50, durable: 1000, makespan: 1.05 };

publish(await measurePlans());

async function measurePlans(): Promise<Section> {
  const { store, remove } = openStore();
  const durable = await store.plans();
  const rows: Measured[] = [];
  for (const shape of [chain(200), wide(500), layered(10, 50)])
    rows.push(
      await measureShape(shape, {
        'by themselves': callsAlone(shape),
        Toolcrib: toolcrib(shape, 'call'),
        'Toolcrib, durable': toolcrib(shape, 'call', durable),
        'p-graph': pGraph(shape, 'call'),
        LangGraph: langGraph(shape, 'call'),
      }),
    );
  const commit = await measureCommit();
  const large = await measureLarge();
  const makespans = await measureMakespans(layered(6, 20));
  await remove();
  const shared = await measureWorkers();
  const own = (name: string): number => median(rows.map(({ added }) => added[name] ?? Number.NaN));
  return {
    title: 'Plans',
    markdown: [
      `Target: ≤ ${targets.memory} µs a node in memory. Measured: ${toDigits(own('Toolcrib'))} µs (${verdict(own('Toolcrib') <= targets.memory)}). Target: ≤ ${toDigits(targets.durable)} µs a node with every ending on the disk. Measured: ${toDigits(own('Toolcrib, durable'))} µs (${verdict(own('Toolcrib, durable') <= targets.durable)}), where one commit of SQLite alone takes ${toDigits(commit)} µs. What is added to the calls by themselves, in CPU time of the process; durable in time:`,
      table(
        ['µs a node', ...Object.keys(rows[0]?.added ?? {})],
        rows.map(({ name, added }) => [name, ...Object.values(added)]),
      ),
      `A plan of 10,000 nodes is read and checked for circles in ${toDigits(large.read)} ms and run in ${toDigits(large.run)} ms.`,
      `How long calls of 5 to 35 ms take in 6 layers of 20, 8 at once, beside the shortest that is possible (${toDigits(makespans.shortest)} ms):`,
      table(
        ['', 'ms', '× shortest'],
        Object.entries(makespans.taken).map(([name, taken]) => [name, taken, taken / makespans.shortest]),
      ),
      `With workers in processes of their own over PostgreSQL, a node in a row takes ${toDigits(shared.node)} ms. 64 calls of 500 ms each, four at once in each worker:`,
      table(
        ['workers', 'ms', '× shortest'],
        Array.from(shared.taken, ([count, { milliseconds, shortest }]) => [
          String(count),
          milliseconds,
          milliseconds / shortest,
        ]),
      ),
    ].join('\n\n'),
    data: {
      targets,
      rows,
      commit,
      large,
      makespans,
      shared: { node: shared.node, taken: Object.fromEntries(shared.taken) },
    },
    figures: [
      {
        what: 'a node in memory',
        value: own('Toolcrib'),
        unit: 'µs',
        better: 'less',
        target: targets.memory,
      },
      {
        what: 'a node, every ending on the disk',
        value: own('Toolcrib, durable'),
        unit: 'µs',
        better: 'less',
        target: targets.durable,
      },
      {
        what: 'calls of a plan beside the shortest time that is possible',
        value: (makespans.taken['Toolcrib'] ?? Number.NaN) / makespans.shortest,
        unit: '×',
        better: 'less',
        target: targets.makespan,
      },
    ],
  };
}

interface Measured {
  readonly name: string;
  /** By way, in microseconds. */
  readonly added: Record<string, number>;
}

/** What a node costs beyond its call: CPU time, which other processes do not disturb; with a disk, time. */
async function measureShape({ name, waitsFor }: Shape, ways: Record<string, Run>): Promise<Measured> {
  const names = Object.keys(ways);
  const sample = async (way: string): Promise<number> => {
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    await ways[way]?.();
    const { user, system } = process.cpuUsage(cpu);
    const spent = way.includes('durable') ? (performance.now() - begun) * 1000 : user + system;
    return spent / waitsFor.length;
  };
  for (const way of names) await sample(way);
  const samples = await interleave(names, 7, sample);
  const of = (way: string): number => median(samples.get(way) ?? []);
  const added = names.slice(1).map((way) => [way, of(way) - of('by themselves')] as const);
  return { name, added: Object.fromEntries(added) };
}

/** One row and its commit, on the same disk. */
async function measureCommit(): Promise<number> {
  const { store, remove } = openStore();
  const database = await store.database.get();
  const times: number[] = [];
  for (let turn = 0; turn < 100; turn++) {
    const begun = performance.now();
    await database.write((transaction) =>
      transaction
        .insertInto('feedback')
        .values({
          seq: turn,
          call_id: 'c',
          tool: 't',
          task: null,
          good: 1,
          words: null,
          given_by: 'u',
          time: 1,
        })
        .execute(),
    );
    times.push((performance.now() - begun) * 1000);
  }
  await remove();
  return median(times);
}

async function measureLarge(): Promise<{ read: number; run: number }> {
  const shape = layered(100, 100);
  const reading = performance.now();
  planOf(shape, 'call');
  const read = performance.now() - reading;
  const run = toolcrib(shape, 'call');
  await run();
  const running = performance.now();
  await run();
  return { read, run: performance.now() - running };
}

async function measureMakespans(shape: Shape): Promise<{ shortest: number; taken: Record<string, number> }> {
  const ways: Record<string, Run> = {
    Toolcrib: toolcrib(shape, 'wait'),
    'p-graph': pGraph(shape, 'wait'),
    LangGraph: langGraph(shape, 'wait'),
  };
  const names = Object.keys(ways);
  const samples = await interleave(names, 5, async (way) => {
    const begun = performance.now();
    await ways[way]?.();
    return performance.now() - begun;
  });
  const taken = names.map((way) => [way, median(samples.get(way) ?? [])] as const);
  return { shortest: shortestPossible(shape, 8), taken: Object.fromEntries(taken) };
}

function verdict(met: boolean): string {
  return met ? 'met' : 'not met';
}
