/**
 * Attacks a real `toolcrib serve` at full size: `npm run attack:service -- --seed 7`. Takes less than five minutes. Ends with 1 when
 * the service ends, the operator is not answered, memory is not bounded, or something goes on that should have ended.
 */
import { parseArgs } from 'node:util';
import { ownSchema, startPostgres } from '../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { openSilent } from '../test/service/connections.ts';
import { askFrozen, lockSqlite, startPartition } from '../test/service/frozen.ts';
import {
  callAtOnce,
  initializeStorm,
  sendBodies,
  startUpstream,
  takeListeners,
} from '../test/service/gateway.ts';
import { flood, recordFat } from '../test/service/memory.ts';
import { attackAtRandom } from '../test/service/mixed.ts';
import { startServing, type Serving, type ServingOptions } from '../test/service/serving.ts';
import { guessTokens, revokeUnderStreams } from '../test/service/tokens.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '7' } } });
const seed = Number(values.seed);
const began = performance.now();
/** Megabytes that the service may hold, and what code and the pages of the engine take beside that. */
const memory = { memory_mb: 512 };
const bound = 700;
let wrong = 0;

const server = await startPostgres();
const upstream = await startUpstream(300);
const agents = upstream.config;
try {
  await exportsAndPages();
  await bodies();
  await gateway();
  await connections();
  await revocation();
  await frozen();
  await mixed();
} finally {
  server.thaw();
  await server.stop();
  await upstream.close();
}
const took = `in ${Math.round((performance.now() - began) / 1000)} s`;
console.log(wrong === 0 ? `\nEverything held, ${took}.` : `\n${wrong} did not hold, ${took}.`);
process.exitCode = wrong === 0 ? 0 : 1;

/** 600 exports over 6 MB, and 64 pages of 500 records of 126 KB, by a token that may only read. */
async function exportsAndPages(): Promise<void> {
  for (const kind of ['sqlite', 'postgres'] as const) {
    const small = await serving({ kind, prepare: (store) => recordFat(store, 50, 60) });
    const exported = await flood(small, '/export', { times: 600 });
    say(`600 exports at once of 6 MB over ${kind}`, {
      holds: exported.peakMegabytes < bound && exported.cut === 0,
      figures: `${counts(exported.statuses)}; peak ${mb(exported.peakMegabytes)}`,
    });
    await small.end();
    const fat = await serving({ kind, prepare: (store) => recordFat(store, 500, 63) });
    const pages = await flood(fat, '/history?limit=500', { times: 64 });
    say(`64 pages of 500 records of 126 KB over ${kind}`, {
      holds: pages.peakMegabytes < bound && pages.bytes < 1_500_000,
      figures: `${counts(pages.statuses)}; longest ${Math.round(pages.bytes / 1024)} KB; peak ${mb(pages.peakMegabytes)}`,
    });
    await fat.end();
  }
}

async function bodies(): Promise<void> {
  const service = await serving({});
  const statuses = await sendBodies(service, { times: 200, kilobytes: 1000 });
  const peak = service.peakMegabytes();
  say('200 bodies of 1 MB that become 340,000 values each', {
    holds: peak < bound,
    figures: `${counts(statuses)}; peak ${mb(peak)}`,
  });
  await service.end();
}

async function gateway(): Promise<void> {
  const service = await serving({ config: { ...agents, server: memory } });
  for (const isBatch of [false, true]) {
    const outcomes = await callAtOnce(service, { times: isBatch ? 100 : 200, isBatch });
    say(isBatch ? '100 calls in one batch over /mcp' : '200 calls at once over /mcp', {
      holds: upstream.most() <= 64,
      figures: `${counts(outcomes)}; at most ${upstream.most()} at once at the server behind the tool`,
    });
  }
  const storm = await initializeStorm(service, { times: 1020 });
  say('1,020 sessions of one token', {
    holds: storm.isOtherAlive,
    figures: `${storm.begun} begun, ${storm.refused} refused; the session of another agent ${storm.isOtherAlive ? 'lives' : 'is gone'}`,
  });
  const listeners = await takeListeners(service, { times: 2000 });
  say('2,000 listeners of one token', {
    holds: listeners.operator === 200 && listeners.other === 200,
    figures: `${counts(listeners.statuses)}; operator ${listeners.operator}, another agent ${listeners.other}`,
  });
  await service.end();
}

async function connections(): Promise<void> {
  const service = await serving({});
  const { operator, left } = await openSilent(service, { sockets: 4200, seconds: 12 });
  say('4,200 silent connections for 12 s', {
    holds: operator.refused === 0 && left <= 256,
    figures: `operator asked ${operator.asked} times, ${operator.refused} refused, slowest ${ms(operator.longestMs)}; ${left} left`,
  });
  const guesses = await guessTokens(service, { times: 2000 });
  say('2,000 wrong tokens from the address of the operator', {
    holds: guesses.operator.refused === 0,
    figures: `${counts(guesses.statuses)}; operator slowest ${ms(guesses.operator.longestMs)}`,
  });
  await service.end();
}

async function revocation(): Promise<void> {
  for (const kind of ['sqlite', 'postgres'] as const) {
    const service = await serving({ kind });
    const { streams, longestMs } = await revokeUnderStreams(service, { listeners: 30 });
    say(`a token with ${streams} streams revoked by another process over ${kind}`, {
      holds: longestMs < 1000,
      figures: `the last one ended after ${ms(longestMs)}`,
    });
    await service.end();
  }
}

/** With the limits that hold unless they are configured. */
async function frozen(): Promise<void> {
  const limit = 40_000;
  const report = async (what: string, service: Serving): Promise<void> => {
    const { outcomes, longestMs, health, ready } = await askFrozen(service, { times: 40 });
    say(what, {
      holds: longestMs < limit && health === 200 && ready === 503,
      figures: `40 requests: ${counts(outcomes)}; the last one ended after ${ms(longestMs)}; health ${health}, ready ${ready}`,
    });
  };
  const stopped = await serving({ kind: 'postgres' });
  server.freeze();
  await report('PostgreSQL stopped by SIGSTOP', stopped);
  server.thaw();
  await stopped.end();
  const partition = await startPartition(server);
  const parted = await startServing({
    config: { server: memory },
    place: { kind: 'postgres', url: partition.url, schema: ownSchema() },
  });
  partition.interrupt();
  await report('the network to PostgreSQL interrupted', parted);
  partition.heal();
  await parted.end();
  await partition.close();
  const locked = await serving({});
  const lock = lockSqlite(locked.place.kind === 'sqlite' ? locked.place.file : '');
  await report('SQLite locked by another process', locked);
  lock.release();
  await locked.end();
}

async function mixed(): Promise<void> {
  const service = await serving({
    config: { ...agents, server: { ...memory, stall_timeout: 2000 } },
    prepare: (store) => recordFat(store, 100, 60),
  });
  const seconds = Math.max(10, 240 - (performance.now() - began) / 1000);
  const report = await attackAtRandom(service, { rounds: 12, atOnce: 4, size: 150, seed, seconds });
  const { operator, left, peakMegabytes } = report;
  say(`all of it at random, seed ${seed}`, {
    holds: operator.refused === 0 && peakMegabytes < bound && left.listeners + left.running === 0,
    figures: `${counts(report.made)}; operator asked ${operator.asked} times, ${operator.refused} refused, slowest ${ms(operator.longestMs)}; peak ${mb(peakMegabytes)}; left ${left.listeners} listeners, ${left.running} requests`,
  });
  await service.end();
}

function serving({
  kind = 'sqlite',
  config = { ...agents, server: memory },
  ...options
}: ServingOptions & { readonly kind?: 'sqlite' | 'postgres' }): Promise<Serving> {
  const place = { kind: 'postgres', url: server.url, schema: ownSchema() } as const;
  return startServing({ ...options, config, ...(kind === 'postgres' && { place }) });
}

function say(what: string, { holds, figures }: { readonly holds: boolean; readonly figures: string }): void {
  if (!holds) wrong++;
  console.log(`${holds ? 'held ' : 'WRONG'}  ${what}\n       ${figures}`);
}

function counts(found: { readonly [name: string]: number }): string {
  return Object.entries(found)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');
}

function ms(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

function mb(megabytes: number): string {
  return `${Math.round(megabytes)} MB`;
}
