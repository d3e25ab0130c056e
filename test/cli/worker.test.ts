import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { definePlan } from '@toolcrib/core/plan';
import { openToolcrib } from 'toolcrib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  ownSchema,
  startPostgres,
  type TestPostgres,
} from '../../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { run, start } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

const tools = [mockTool('greet')];

test('without the engine of many machines there is nothing to work on, and it is said what to set', async () => {
  const local = temporaryProject({ 'toolcrib.json': { tools } });
  const { code, stdout } = await run(['worker', '--json'], { cwd: local });
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { error_code: 'engine_is_local' }]);
  const alone = temporaryProject({ 'toolcrib.json': { tools, plans: { engine: 'dbos' } } });
  const { code: failed, stderr } = await run(['worker'], { cwd: alone });
  expect([failed, stderr]).toEqual([1, expect.stringContaining('PostgreSQL')]);
  const nowhere = temporaryProject({
    'toolcrib.json': { store: 'postgres://me@127.0.0.1:9/none', plans: { engine: 'dbos' } },
  });
  const unreachable = await run(['worker', '--json'], { cwd: nowhere });
  expect([unreachable.code, JSON.parse(unreachable.stdout)]).toMatchObject([
    1,
    { error_code: 'not_reachable' },
  ]);
  const { code: usage } = await run(['worker', '--concurrency', '0'], { cwd: alone });
  expect(usage).toBe(2);
});

test('workers of several processes do what another one submits, and end when they are asked to', async () => {
  const cwd = temporaryProject({
    'toolcrib.json': {
      tools,
      store: { url: server.url, schema: ownSchema() },
      plans: { engine: 'dbos', limit: 10 },
    },
  });
  const workers = ['left', 'right'].map((name) => start(['worker', '--name', name, '--json'], { cwd }));
  const lines = await Promise.all(
    workers.map(async ({ stdout }) => {
      const told: string[] = [];
      const reading = createInterface({ input: stdout }).on('line', (line) => told.push(line));
      await once(reading, 'line');
      return told;
    }),
  );
  const toolcrib = await openToolcrib({ trust: 'always', project: cwd });
  onTestFinished(() => toolcrib.close());
  const { engine } = await toolcrib.plans();
  const nodes = ['a', 'b', 'c', 'd'].map((id) => ({ id, tool: 'greet' }));
  await engine.submit(definePlan({ name: 'greetings', nodes }), { planId: 'greetings', agent: 'user' });
  expect(await engine.result('greetings')).toMatchObject({
    state: 'succeeded',
    output: { a: 'greet', b: 'greet', c: 'greet', d: 'greet' },
  });
  const ended = workers.map(async (worker) => {
    worker.kill('SIGTERM');
    const [code] = (await once(worker, 'close')) as [number | null];
    return code;
  });
  expect(await Promise.all(ended)).toEqual([0, 0]);
  // Nothing but what was asked for is on standard output.
  expect(lines.map((told) => told.map((line) => (JSON.parse(line) as { worker: string }).worker))).toEqual([
    ['left'],
    ['right'],
  ]);
  const { records } = await toolcrib.store.history.list({ parentCallId: 'greetings' });
  expect(records.map(({ givenId = '' }) => givenId).toSorted()).toEqual(
    nodes.map(({ id }) => `greetings:${id}#1`),
  );
});
