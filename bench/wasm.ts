import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openToolcrib, type Toolcrib } from '../packages/toolcrib/dist/index.js';
import { createProcesses } from '../packages/toolcrib/src/fence/processes/create-processes.ts';
import { clampModule } from '../packages/toolcrib/src/connectors/wasm/clamp-module.ts';
import { encodeFrame, FrameReader } from '../packages/toolcrib/src/connectors/wasm/frames.ts';
import { decideLimits } from '../packages/toolcrib/src/connectors/wasm/limits.ts';
import { readModule } from '../packages/toolcrib/src/connectors/wasm/module-reader.ts';
import { PluginProcess } from '../packages/toolcrib/src/connectors/wasm/plugin-process.ts';
import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { ratio } from './measuring/ratio.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';
import { echoPlugin } from './wasm/echo-plugin.ts';

const target = 2;
const input = Buffer.from('{"value":"a little text"}');
const module = echoPlugin({
  name: 'echo',
  version: '1.0.0',
  description: 'Answers with its arguments.',
  parameters: { type: 'object', properties: { value: {} } },
});
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-bench-')));

try {
  publish(await measureWasm());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureWasm(): Promise<Section> {
  const bare = await measureBare();
  const { cold, warm, pooled } = await measureService();
  return {
    title: 'Plugins in WebAssembly',
    markdown: [
      `Target: a warm call ≤ ${target} × an echo through such a process. Measured: ${toDigits(bare.ratio)} × (${bare.ratio <= target ? 'met' : 'missed'}): ${toDigits(bare.call)} µs beside ${toDigits(bare.echo)} µs, in the layer \`${bare.layer}\`. Without a pause between two calls, in which the next instance is made: ${toDigits(bare.withoutPause)} ×.`,
      table(
        ['through the service', 'ms'],
        [
          ['the first call, its process started for it', cold],
          ['a warm call', warm],
          ['a call of eight at once, one process', pooled.one],
          ['a call of eight at once, four processes', pooled.four],
        ],
      ),
    ].join('\n\n'),
    data: { target, bare, cold, warm, pooled },
    figures: [{ what: 'a warm call beside an echo', value: bare.ratio, unit: '×', better: 'less', target }],
  };
}

/** One process that runs the plugin and one that only answers, each held by the same layer. */
async function measureBare(): Promise<{
  call: number;
  echo: number;
  ratio: number;
  withoutPause: number;
  layer: string;
}> {
  const room = join(folder, 'room');
  mkdirSync(room);
  const processes = createProcesses({ root: room, mode: 'best_effort', stateFolder: folder });
  const shape = readModule(module);
  const plugin = await PluginProcess.start({
    name: 'echo',
    module: clampModule(module, shape, { pages: 1024, tableElements: 1 }),
    runsAtStart: false,
    limits: decideLimits({}, {}),
    environment: {},
    folders: [],
    answer: () => ({ head: { kind: 'missing' } }),
    processes,
    room,
  });
  const program = fileURLToPath(new URL('wasm/echo-host.ts', import.meta.url));
  const echo = await processes.start({
    argv: [process.execPath, '--no-warnings', program],
    directory: room,
    writes: 'nothing',
    reads: [fileURLToPath(new URL('..', import.meta.url))],
  });
  const frames = new FrameReader<object>(1_000_000);
  let heard: () => void = () => undefined;
  echo.stdout.on('data', (piece: Buffer) => {
    frames.add(piece);
    if (frames.next() !== undefined) heard();
  });
  const ways = {
    call: async () => void (await plugin.call(input)),
    echo: () =>
      new Promise<void>((resolve) => {
        heard = resolve;
        echo.stdin.write(encodeFrame({ call: true }, input));
      }),
  };
  const names = ['call', 'echo'] as const;
  type Way = (typeof names)[number];
  /** Microseconds of a call, the pauses between them left aside: in these the next instance is made. */
  const paced = async (way: Way): Promise<number> => {
    let took = 0;
    for (let turn = 0; turn < 100; turn++) {
      took += await timeOf(ways[way]);
      await wait(1);
    }
    return took * 10;
  };
  const unpaced = async (way: Way): Promise<number> => (await timeOf(() => repeat(500, ways[way]))) * 2;
  for (const name of names) await unpaced(name);
  const samples = await interleave(names, 21, paced);
  const busy = await interleave(names, 21, unpaced);
  await processes.close();
  const [call = [], echoed = []] = names.map((name) => samples.get(name));
  return {
    call: median(call),
    echo: median(echoed),
    ratio: ratio(call, echoed),
    withoutPause: ratio(busy.get('call') ?? [], busy.get('echo') ?? []),
    layer: processes.layer(),
  };
}

async function measureService(): Promise<{
  cold: number;
  warm: number;
  pooled: { one: number; four: number };
}> {
  const project = join(folder, 'project');
  mkdirSync(project);
  const file = join(project, 'echo.wasm');
  writeFileSync(file, module);
  const open = (): Promise<Toolcrib> =>
    openToolcrib({
      trust: 'always',
      project,
      environment: { TOOLCRIB_STATE: join(folder, 'state'), TOOLCRIB_LOG: 'off' },
      onImportNotice: () => undefined,
    });
  const first = await open();
  await (await first.plugins()).register(file);
  await first.close();
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < 7; round++) {
    const { service, close } = await open();
    const call = async (): Promise<void> => void (await service.execute('echo', { value: round }));
    cold.push(await timeOf(call));
    for (let turn = 0; turn < 200; turn++) await call();
    warm.push((await timeOf(() => repeat(500, call))) / 500);
    await close();
  }
  const pooled = { one: await measurePool(1), four: await measurePool(4) };
  return { cold: median(cold), warm: median(warm), pooled };

  async function measurePool(instances: number): Promise<number> {
    writeFileSync(
      join(project, 'toolcrib.json'),
      JSON.stringify({ plugins: { echo: { file: 'echo.wasm', limits: { instances } } } }),
    );
    const { service, close } = await open();
    const eight = async (): Promise<void> => {
      await Promise.all(Array.from({ length: 8 }, (_, value) => service.execute('echo', { value })));
    };
    await repeat(20, eight);
    const took = await timeOf(() => repeat(50, eight));
    await close();
    return took / 400;
  }
}

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < times; turn++) await work();
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
