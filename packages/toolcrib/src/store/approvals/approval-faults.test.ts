import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { killAroundApprovals } from './approval-kills.test-support.ts';
import { raceApprovals } from './approval-races.test-support.ts';
import { newSchema, newSqlite, type Place } from '../databases/both-databases.test-support.ts';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { seededRandom } from '../seeded-random.test-support.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

function newPlace(kind: 'sqlite' | 'postgres'): Place {
  if (kind === 'postgres') return newSchema(server.url);
  const { place, remove } = newSqlite();
  onTestFinished(remove);
  return place;
}

// In full: npm run races:approvals, npm run faults:approvals.
describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('of many processes one opens, one answers and one uses', { timeout: 240_000 }, async () => {
    const races = 60;
    expect(await raceApprovals(newPlace(kind), { races, processes: 4, heat: 20 })).toEqual({
      races,
      wrong: { open: [], answer: [], use: [] },
      misremembered: [],
    });
  });

  test('kill -9 loses nothing that was acknowledged, and no call runs twice', {
    timeout: 240_000,
  }, async () => {
    const report = await killAroundApprovals(newPlace(kind), { kills: 4, random: seededRandom(7) });
    expect(report).toMatchObject({ kills: 4, lost: [], ranTwice: [] });
    expect(report.acknowledged).toBeGreaterThan(0);
  });
});
