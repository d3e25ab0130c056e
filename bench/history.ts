import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, ToolService, type Annotations, type History } from '../packages/core/dist/index.js';
import { startPostgres } from '../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { add, description, parameters } from './call/add.ts';
import { emptyCopy, insertAll, rowsOf } from './history/raw.ts';
import { openStore, recordOf } from './history/records.ts';
import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { ratio } from './measuring/ratio.ts';
import { runScript } from './measuring/run-script.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';

const targets = { held: 6, share: 0.6 };
const batch = 500;

publish(await measureHistory());

async function measureHistory(): Promise<Section> {
  const held = await measureHeld();
  const shared = await measureShared();
  const started = await measureStarted();
  const delays = [await measureDelay(false), await measureDelay(true)];
  const speed = await measureSpeed();
  const stream = await measureStream();
  return {
    title: 'History in a file',
    markdown: [
      `Target: recording holds a call ≤ ${targets.held} µs. Measured: ${toDigits(held.adds)} µs of CPU on the caller's thread, writing included (${verdict(held.adds <= targets.held)}).`,
      `Recording into PostgreSQL: ${toDigits(shared.adds)} µs of CPU on the caller's thread, where its driver works too, and ${toDigits(shared.waits)} µs of time with the server on the same machine.`,
      `A call that does not only read is recorded on the disk before it runs:`,
      table(
        ['in a file', 'one after the other, ms per call', '50 at a time, ms per call', 'µs of CPU per call'],
        started.map(({ tool, alone, together, cpu }) => [tool, alone, together, cpu]),
      ),
      table(
        ['2,000 calls/s', 'loop delay p50, ms', 'p99, ms', 'max, ms'],
        delays.map(({ recorded, p50, p99, max }) => [recorded ? 'recorded' : 'not recorded', p50, p99, max]),
      ),
      `Target: ≥ ${targets.share} × the speed of raw inserts. Measured: ${toDigits(speed.share)} × (${verdict(speed.share >= targets.share)}): ${toDigits(speed.own)} records/s beside ${toDigits(speed.raw)}.`,
      `A stream of ${stream.records.toLocaleString('en')} records takes ${toDigits(stream.seconds)} s; memory grows from ${megabytes(stream.before)} to ${megabytes(stream.peak)} MB at most.`,
    ].join('\n\n'),
    data: { targets, held, shared, started, delays, speed, stream },
    figures: [
      { what: 'recording holds a call', value: held.adds, unit: 'µs', better: 'less', target: targets.held },
      {
        what: 'records beside raw inserts',
        value: speed.share,
        unit: '×',
        better: 'more',
        target: targets.share,
      },
    ],
  };
}

/** What a call costs its own thread with a store, without one, and with a history that drops everything. */
async function measureHeld(): Promise<{ adds: number; [way: string]: number }> {
  const { store, remove } = openStore();
  const ways = {
    none: serviceWith(undefined),
    dropped: serviceWith({ append: () => undefined }),
    stored: serviceWith(store.history),
  };
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const calls = 4000;
  const sample = async (name: keyof typeof ways): Promise<number> => {
    const start = threadMicroseconds();
    for (let turn = 0; turn < calls; turn++) await ways[name].execute('add', { a: turn, b: 1 });
    if (name === 'stored') await store.history.flush();
    return (threadMicroseconds() - start) / calls;
  };
  for (const name of names) await sample(name);
  const samples = await interleave(names, 15, sample);
  await remove();
  const of = (name: keyof typeof ways): number => median(samples.get(name) ?? []);
  return { none: of('none'), dropped: of('dropped'), stored: of('stored'), adds: of('stored') - of('none') };
}

/** The same over PostgreSQL: what a call costs its thread, and how much longer it takes. */
async function measureShared(): Promise<{ adds: number; waits: number }> {
  const server = await startPostgres();
  const { store, remove } = openStore({ kind: 'postgres', url: server.url, schema: 'bench' });
  const ways = { none: serviceWith(undefined), stored: serviceWith(store.history) };
  const calls = 4000;
  const times = { none: [] as number[], stored: [] as number[] };
  const sample = async (name: keyof typeof ways): Promise<number> => {
    const [start, begun] = [threadMicroseconds(), performance.now()];
    for (let turn = 0; turn < calls; turn++) await ways[name].execute('add', { a: turn, b: 1 });
    if (name === 'stored') await store.history.flush();
    times[name].push(((performance.now() - begun) * 1000) / calls);
    return (threadMicroseconds() - start) / calls;
  };
  for (const name of ['none', 'stored'] as const) await sample(name);
  const samples = await interleave(['none', 'stored'] as const, 9, sample);
  await remove();
  await server.stop();
  const of = (name: keyof typeof ways): number => median(samples.get(name) ?? []);
  return { adds: of('stored') - of('none'), waits: median(times.stored) - median(times.none) };
}

interface Started {
  readonly tool: string;
  /** Milliseconds of time. */
  readonly alone: number;
  readonly together: number;
  /** Microseconds of the caller's thread, one after the other. */
  readonly cpu: number;
}

/** What it takes that a call is on the disk before it runs, beside a call that only reads. */
async function measureStarted(): Promise<Started[]> {
  const { store, remove } = openStore();
  const ways = { 'only reads': true, 'does not only read': false };
  const started: Started[] = [];
  for (const [tool, readOnly] of Object.entries(ways)) {
    const service = serviceWith(store.history, { readOnly, destructive: false });
    const call = (turn: number): Promise<unknown> => service.execute('add', { a: turn, b: 1 });
    const cpu: number[] = [];
    const sample = async (atOnce: number): Promise<number> => {
      const calls = 500;
      const [start, begun] = [threadMicroseconds(), performance.now()];
      for (let made = 0; made < calls; made += atOnce)
        await Promise.all(Array.from({ length: atOnce }, (_, turn) => call(made + turn)));
      const time = (performance.now() - begun) / calls;
      await store.history.flush();
      if (atOnce === 1) cpu.push((threadMicroseconds() - start) / calls);
      return time;
    };
    await sample(1);
    const samples = await interleave([1, 50], 9, sample);
    const [alone, together] = [1, 50].map((atOnce) => median(samples.get(atOnce) ?? [])) as [number, number];
    started.push({ tool, alone, together, cpu: median(cpu) });
  }
  await remove();
  return started;
}

function serviceWith(
  history: History | undefined,
  annotations: Partial<Annotations> = { readOnly: true },
): ToolService {
  const service = new ToolService(history === undefined ? {} : { history });
  service.registerTool(
    defineTool({ name: 'add', description, annotations, parameters, run: (given) => add(given) }),
  );
  return service;
}

function threadMicroseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

async function measureDelay(
  recorded: boolean,
): Promise<{ recorded: boolean; p50: number; p99: number; max: number }> {
  const { store, remove } = openStore();
  const service = serviceWith(recorded ? store.history : undefined);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const start = performance.now();
  let made = 0;
  delay.enable();
  while (performance.now() - start < 4000) {
    for (const due = (performance.now() - start) * 2; made < due; made++)
      await service.execute('add', { a: made, b: 1 });
    await wait(1);
  }
  delay.disable();
  await remove();
  const milliseconds = (nanoseconds: number): number => nanoseconds / 1e6;
  const [p50, p99] = [50, 99].map((share) => milliseconds(delay.percentile(share))) as [number, number];
  return { recorded, p50, p99, max: milliseconds(delay.max) };
}

/** The same rows, written by us from records, and by hand as they are. */
async function measureSpeed(): Promise<{ own: number; raw: number; share: number }> {
  const count = 50_000;
  const records = Array.from({ length: count }, (_, number) => recordOf(number));
  const own: number[] = [];
  const raw: number[] = [];
  for (let round = 0; round < 5; round++) {
    const { store, file, remove } = openStore();
    // The file and the thread are there before the clock starts.
    for (const record of records.slice(0, batch)) await store.history.append(record);
    await store.history.flush();
    own.push(
      await perSecond(count, async () => {
        for (const record of records) await store.history.append(record);
        await store.history.flush();
      }),
    );
    const rows = rowsOf(file).slice(batch);
    const copy = emptyCopy(file, `${file}.raw`);
    raw.push(await perSecond(count, async () => insertAll(copy, rows, batch)));
    copy.close();
    await remove();
  }
  return { own: median(own), raw: median(raw), share: ratio(own, raw) };
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (count * 1000) / (performance.now() - start);
}

interface Streamed {
  readonly records: number;
  readonly seconds: number;
  readonly before: number;
  readonly peak: number;
}

async function measureStream(): Promise<Streamed> {
  const { output, ok } = await runScript('history/stream.ts', { args: ['--json'] });
  if (!ok) throw new Error('history/stream.ts failed');
  return (JSON.parse(output) as { readonly data: Streamed }).data;
}

function verdict(met: boolean): string {
  return met ? 'met' : 'missed';
}

function megabytes(bytes: number): string {
  return toDigits(bytes / 1e6);
}
