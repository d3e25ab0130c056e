import { expect, onTestFinished, test } from 'vitest';
import { openSilent } from './connections.ts';
import { callAtOnce, initializeStorm, sendBodies, startUpstream, takeListeners } from './gateway.ts';
import { recordFat } from './memory.ts';
import { attackAtRandom } from './mixed.ts';
import { startServing, type Serving, type ServingOptions } from './serving.ts';
import { guessTokens, revokeUnderStreams } from './tokens.ts';

/** A real service with a server behind one of its tools. */
async function serving(
  server: object = {},
  { milliseconds = 50, ...options }: ServingOptions & { readonly milliseconds?: number } = {},
): Promise<Serving & { readonly most: () => number }> {
  const upstream = await startUpstream(milliseconds);
  onTestFinished(() => upstream.close());
  const service = await startServing({ ...options, config: { ...upstream.config, server } });
  onTestFinished(service.end);
  return { ...service, most: upstream.most };
}

test.each([false, true])(
  'no more calls over /mcp reach a server at once than a token may make, in one batch: %s',
  async (isBatch) => {
    const service = await serving({ max_requests_per_token: 8 }, { milliseconds: 300 });
    const outcomes = await callAtOnce(service, { times: 60, isBatch });
    expect(service.most()).toBe(8);
    expect(outcomes['done']).toBeGreaterThanOrEqual(8);
    expect(Object.keys(outcomes).filter((one) => !/^(?:done|too_many_requests|429)$/u.test(one))).toEqual([]);
  },
  60_000,
);

test('one token can neither end the session of another, nor keep anybody else from listening', async () => {
  const service = await serving({ max_sessions_per_token: 4, max_streams_per_token: 4 });
  expect(await initializeStorm(service, { times: 60 })).toMatchObject({ isOtherAlive: true });
  expect(await takeListeners(service, { times: 60 })).toEqual({
    statuses: { 200: 4, 429: 56 },
    operator: 200,
    other: 200,
  });
}, 60_000);

test('connections that say nothing and tokens that are guessed do not keep the operator out', async () => {
  const service = await serving({ max_sockets: 100, max_silent_sockets_per_address: 50 });
  const { operator, left } = await openSilent(service, { sockets: 400, seconds: 1, most: 50 });
  expect(operator.refused).toBe(0);
  expect(left).toBeLessThanOrEqual(50);
  const guesses = await guessTokens(service, { times: 200 });
  expect(guesses.operator.refused).toBe(0);
  expect(guesses.statuses['200']).toBeUndefined();
}, 60_000);

test('a token that another process has revoked ends all its streams', async () => {
  const service = await serving();
  const { streams } = await revokeUnderStreams(service, { listeners: 10 });
  expect(streams).toBe(20);
}, 60_000);

test('bodies that would become large values are read a few at a time', async () => {
  const service = await serving();
  const statuses = await sendBodies(service, { times: 60, kilobytes: 900 });
  expect(Object.keys(statuses).filter((status) => !['200', '400', '429'].includes(status))).toEqual([]);
  expect(service.peakMegabytes()).toBeLessThan(450);
}, 60_000);

test('whatever comes together, the operator is answered, memory stays bounded, and nothing is left', async () => {
  const server = { stall_timeout: 1000, memory_mb: 450, max_sockets: 400 };
  const service = await serving(server, { prepare: (store) => recordFat(store, 20, 60) });
  const report = await attackAtRandom(service, { rounds: 6, atOnce: 3, size: 25, seed: 7 });
  expect(report.operator.refused).toBe(0);
  expect(report.left).toEqual({ listeners: 0, running: 0 });
  expect(report.peakMegabytes).toBeLessThan(550);
  expect(service.child.exitCode).toBeNull();
}, 120_000);
