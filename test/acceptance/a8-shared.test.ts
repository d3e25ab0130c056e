import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startPostgres,
  type TestPostgres,
} from '../../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

const description = 'Weather forecast for a city.';
const parameters = {
  type: 'object',
  properties: { city: { type: 'string', description: 'The city' } },
  required: ['city'],
};
const nobodyListens = { type: 'rest', base_url: 'http://127.0.0.1:9', path: '/', method: 'GET' };

/** A machine of its own: another folder, and the store that it shares. */
function machine(schema: string) {
  const cwd = temporaryProject({
    'toolcrib.json': {
      store: { url: server.url, schema },
      tools: [
        mockTool('first', { description, parameters }),
        mockTool('second', { description, parameters }),
        mockTool('third', { description, parameters, read_only: true, implementation: nobodyListens }),
      ],
    },
  });
  const command = async (...given: string[]): Promise<string> => (await run(given, { cwd })).stdout;
  const recommend = async (task: string): Promise<Recommended> =>
    JSON.parse(await command('recommend', task, '--json')) as Recommended;
  return { command, recommend };
}

interface Recommended {
  readonly recommended: readonly { readonly name: string }[];
  readonly left_out: readonly { readonly name: string }[];
}

const task = 'Weather forecast for the city of Graz';

test('A8.1 a request that one machine has served is remembered by another', async () => {
  const [here, there] = [machine('served'), machine('served')];
  expect((await there.recommend('shall I take galoshes?')).recommended[0]?.name).not.toBe('second');
  await here.command('call', 'second', 'city=Graz', '--task', 'do I need my galoshes?');
  expect((await there.recommend('shall I take galoshes?')).recommended[0]?.name).toBe('second');
}, 120_000);

test('A8.1 what people say of a call on one machine counts on another', async () => {
  const [here, there] = [machine('said'), machine('said')];
  const secondThere = async (): Promise<unknown> =>
    (await there.recommend(task)).recommended.find(({ name }) => name === 'second');
  const { call_id: callId } = JSON.parse(await here.command('call', 'second', 'city=Graz', '--json')) as {
    call_id: string;
  };
  const before = { parts: { feedback: 0.5 }, statistics: { calls: 1, praised: 0, blamed: 0 } };
  expect(await secondThere()).toMatchObject(before);
  await here.command('feedback', callId, '-1', 'not what I asked for');
  const after = { parts: { feedback: 0.333 }, statistics: { calls: 1, praised: 0, blamed: 1 } };
  expect(await secondThere()).toMatchObject(after);
}, 120_000);

test('A8.3 a tool that fails again and again on one machine is left out on another', async () => {
  const [here, there] = [machine('failing'), machine('failing')];
  expect((await there.recommend(task)).left_out).toEqual([]);
  for (let turn = 0; turn < 5; turn++) await here.command('call', 'third', 'city=Graz');
  expect((await there.recommend(task)).left_out).toMatchObject([{ name: 'third' }]);
}, 120_000);
