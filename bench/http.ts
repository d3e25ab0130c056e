import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { ratio } from './measuring/ratio.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';

const rounds = 31;
const callsPerSample = 200;
const listeners = 1000;
const eventCalls = 20;

interface Addresses {
  readonly raw: string;
  readonly hono: string;
  readonly toolcrib: string;
  readonly token: string;
}

interface Way {
  readonly name: string;
  readonly address: string;
}

const child = fork(fileURLToPath(new URL('http/servers.ts', import.meta.url)), { execArgv: ['--expose-gc'] });
const [addresses] = (await once(child, 'message')) as [Addresses];
const { token } = addresses;
const ways: readonly [Way, ...Way[]] = [
  { name: 'node:http by hand', address: addresses.raw },
  { name: 'Hono alone', address: addresses.hono },
  { name: 'Toolcrib: token, contract, corridor, record', address: addresses.toolcrib },
];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
try {
  publish(await measure());
} finally {
  agent.destroy();
  child.send('end');
}

async function measure(): Promise<Section> {
  for (const way of ways) for (let i = 0; i < 5; i++) await microsecondsPerCall(way);
  const samples = await interleave(ways, rounds, microsecondsPerCall);
  const base = samples.get(ways[0]) ?? [];
  const costs = [...samples].map(([{ name }, own]) => ({
    name,
    microseconds: median(own),
    times: ratio(own, base),
  }));
  const events = await tellMany();
  return {
    title: 'The HTTP service',
    markdown: [
      'One call after the other over one connection, the sum checked each time.',
      table(
        ['way', 'µs per call', '× by hand'],
        costs.map(({ name, microseconds, times }) => [name, microseconds, times]),
      ),
      `${listeners} listeners of events: ${toDigits(events.kilobytesEach)} KB each in the service; ${toDigits(events.delivered)} events delivered, ${events.missing} missing, the last ${toDigits(events.milliseconds)} ms after the first of ${eventCalls} calls.`,
    ].join('\n\n'),
    data: { rounds, costs, events },
    figures: costs.slice(1).map(({ name, times }) => ({
      what: `${name}, beside node:http by hand`,
      value: times,
      unit: '×',
      better: 'less',
    })),
  };
}

async function microsecondsPerCall({ address, name }: Way): Promise<number> {
  const start = performance.now();
  for (let turn = 0; turn < callsPerSample; turn++) {
    const { output } = await call(address, { a: turn, b: 1 });
    if (output !== turn + 1) throw new Error(`${name} adds wrongly`);
  }
  return ((performance.now() - start) * 1000) / callsPerSample;
}

async function call(address: string, operands: object): Promise<{ readonly output: unknown }> {
  const body = JSON.stringify({ tool_name: 'add', arguments: operands });
  const asked = request(`${address}/calls`, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
    },
  });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return JSON.parse(await text(response)) as { readonly output: unknown };
}

/** A thousand listeners, and what each of them hears of some calls. */
async function tellMany(): Promise<{
  readonly kilobytesEach: number;
  readonly delivered: number;
  readonly missing: number;
  readonly milliseconds: number;
}> {
  const before = await memory();
  const heard = Array.from({ length: listeners }, () => 0);
  const wanted = eventCalls;
  let satisfied = 0;
  const done = Promise.withResolvers<void>();
  const streams = await Promise.all(
    heard.map(async (_, index) => {
      const asked = request(`${addresses.toolcrib}/events`, {
        agent: false,
        headers: { authorization: `Bearer ${token}` },
      });
      asked.end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      response.setEncoding('utf8').on('data', (piece: string) => {
        const count = piece.split('event: call-end\n').length - 1;
        if (count === 0) return;
        const now = (heard[index] = (heard[index] ?? 0) + count);
        if (now === wanted && ++satisfied === listeners) done.resolve();
      });
      return asked;
    }),
  );
  const after = await memory();
  const start = performance.now();
  for (let turn = 0; turn < eventCalls; turn++) await call(addresses.toolcrib, { a: turn, b: 1 });
  await Promise.race([done.promise, new Promise((resolve) => setTimeout(resolve, 30_000))]);
  const milliseconds = performance.now() - start;
  for (const stream of streams) stream.destroy();
  const delivered = heard.reduce((sum, count) => sum + count, 0);
  return {
    kilobytesEach: (after - before) / listeners / 1024,
    delivered,
    missing: listeners * wanted - delivered,
    milliseconds,
  };
}

/** Bytes that the service holds. */
async function memory(): Promise<number> {
  child.send('memory');
  const [{ rss }] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
  return rss;
}
