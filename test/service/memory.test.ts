import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  ownSchema,
  startPostgres,
  type TestPostgres,
} from '../../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { flood, recordFat } from './memory.ts';
import { ask, startServing, type Serving, type ServingOptions } from './serving.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

/** What an idle service holds is about 120 MB; 60 such exports that were read at once would be 500 MB more. */
const bound = 320;

async function serving(kind: 'sqlite' | 'postgres', options: ServingOptions): Promise<Serving> {
  const database = { kind: 'postgres', url: server.url, schema: ownSchema() } as const;
  const started = await startServing({ ...options, ...(kind === 'postgres' && { place: database }) });
  onTestFinished(started.end);
  return started;
}

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('many exports at once by one token wait for one another, and memory stays bounded', async () => {
    const service = await serving(kind, { prepare: (store) => recordFat(store, 15, 60) });
    const { statuses, bytes, peakMegabytes } = await flood(service, '/export', { times: 150 });
    expect(statuses['200']).toBeGreaterThanOrEqual(64);
    expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '429')).toEqual([]);
    expect(bytes).toBeGreaterThan(1_800_000);
    expect(peakMegabytes).toBeLessThan(bound);
  }, 120_000);

  test('pages of fat records end early with a cursor, and lead to every record once', async () => {
    const service = await serving(kind, { prepare: (store) => recordFat(store, 60, 60) });
    const { statuses, bytes, peakMegabytes } = await flood(service, '/history?limit=500', { times: 64 });
    expect(statuses).toEqual({ 200: 64 });
    expect(bytes).toBeLessThan(1_500_000);
    expect(peakMegabytes).toBeLessThan(bound);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const address = `${service.address}/history?limit=500${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const headers = { authorization: `Bearer ${service.operator}` };
      const page = (await (await fetch(address, { headers })).json()) as {
        readonly items: readonly { readonly call_id: string }[];
        readonly next: string | null;
      };
      seen.push(...page.items.map(({ call_id }) => call_id));
      cursor = page.next;
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => `fat_${60 - index}`));
  }, 120_000);

  test('whoever does not take what it asked for loses the connection, and its place with it', async () => {
    const config = { server: { stall_timeout: 300, max_requests_per_token: 8 } };
    const service = await serving(kind, { config, prepare: (store) => recordFat(store, 75, 60) });
    const { statuses, cut } = await flood(service, '/export', { times: 8, stall: 6000 });
    expect([statuses, cut]).toEqual([{ 200: 8 }, 8]);
    expect(await ask(service.address, '/status', { token: service.operator })).toMatchObject({ status: 200 });
    const { status, isWhole } = await ask(service.address, '/export', { token: service.operator });
    expect([status, isWhole]).toEqual([200, true]);
  }, 120_000);
});
