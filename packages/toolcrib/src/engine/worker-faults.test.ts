import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Place } from '../store/databases/both-databases.test-support.ts';
import { ownSchema, startPostgres, type TestPostgres } from '../store/databases/postgres.test-support.ts';
import { seededRandom } from '../store/seeded-random.test-support.ts';
import { killAmongWorkers } from './worker-kills.test-support.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

function newPlace(): Place & { readonly kind: 'postgres' } {
  return { kind: 'postgres', url: server.url, schema: ownSchema() };
}

// In full: npm run faults:plans -- --engine dbos.
test.each([2, 4])(
  'kill -9 of one of %i workers ends no plan: what had ended is not called again, what was under way is, under its id',
  { timeout: 240_000 },
  async (workers) => {
    const report = await killAmongWorkers(newPlace(), { kills: 3, workers, random: seededRandom(workers) });
    expect(report).toMatchObject({ kills: 3, wrong: [], unfinished: [] });
    expect(report.calls).toBeGreaterThan(20);
  },
);
