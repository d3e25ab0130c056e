import type { NodeRunner } from '@toolcrib/core/plan';
import { engineContract } from '@toolcrib/core/testing';
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest';
import { newSchema, openAt, type Place } from '../store/databases/both-databases.test-support.ts';
import { startPostgres, type TestPostgres } from '../store/databases/postgres.test-support.ts';
import { DbosEngine } from './dbos-engine.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

/** An engine that works, as one process has it. */
async function open(run: NodeRunner, place: Place): Promise<DbosEngine> {
  if (place.kind !== 'postgres') throw new Error('only PostgreSQL is shared');
  const database = openAt(place);
  onTestFinished(() => database.close());
  const engine = new DbosEngine(run, {
    place: { ...place, name: 'test' },
    database,
    onProblem: (problem) => {
      throw problem;
    },
  });
  await engine.attend();
  return engine;
}

async function empty(place: Place): Promise<void> {
  const database = openAt(place);
  const { read } = await database.get();
  for (const table of ['plans', 'plan_nodes', 'plan_calls'] as const) await read.deleteFrom(table).execute();
  await database.close();
}

describe('the contract of engines', () => {
  // One place for all cases, emptied for each: DBOS takes a second to make its tables.
  let place: Place | undefined;
  const cases = engineContract({
    create: async (run) => {
      place ??= newSchema(server.url);
      await empty(place);
      return open(run, place);
    },
    reopen: (run) => open(run, place as Place),
  });
  for (const { title, check } of cases) test(title, check);
});
