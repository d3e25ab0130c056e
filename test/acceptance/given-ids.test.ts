import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { services } from '../../packages/toolcrib/src/http/service.test-support.ts';
import {
  ownSchema,
  startPostgres,
  type TestPostgres,
} from '../../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { run, start } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';
import { answerJson, startLoopbackServer, type LoopbackServer } from './loopback-server.ts';

/** Each starts many processes. */
vi.setConfig({ testTimeout: 120_000 });

let database: TestPostgres;
beforeAll(async () => void (database = await startPostgres()), 60_000);
afterAll(() => database.stop());

const { serveProject } = services(onTestFinished);

/** A project with a tool that pays at a server which counts what it receives. */
function projectAt(server: LoopbackServer, more: object = {}): string {
  const implementation = { type: 'rest', base_url: server.address, path: '/pay', method: 'POST' };
  return temporaryProject({
    'toolcrib.json': {
      tools: [mockTool('pay', { implementation })],
      agents: { ada: { permission: 'admin' }, bob: { permission: 'admin' } },
      rules: [{ tool: 'pay', decision: 'allow' }],
      sandbox: { allow_hosts: [server.host] },
      ...more,
    },
  });
}

const pay = (id: string): string => JSON.stringify({ id, tool_name: 'pay', arguments: {} });

interface Answer {
  readonly status: string;
  readonly error_code?: string;
  readonly metadata: { readonly record_id?: string };
}

const stores: readonly (readonly [string, () => object])[] = [
  ['SQLite', () => ({})],
  ['PostgreSQL', () => ({ store: { url: database.url, schema: ownSchema() } })],
];

test.each(stores)(
  '%s: of processes that race with one id, one pays; another agent pays too',
  async (_, store) => {
    const server = await startLoopbackServer((__, response) => answerJson(response, 200, { paid: true }));
    const cwd = projectAt(server, store());
    const answers = await Promise.all(
      ['ada', 'ada', 'ada', 'bob'].map(async (agent) => {
        const { stdout } = await run(['execute_tool', pay('bill-1'), '--agent', agent], { cwd });
        return JSON.parse(stdout) as Answer;
      }),
    );
    expect(server.requests).toHaveLength(2);
    expect(answers.map(({ status, error_code }) => error_code ?? status).toSorted()).toEqual([
      'call_id_used',
      'call_id_used',
      'success',
      'success',
    ]);
  },
);

test.each(stores)('%s: after kill -9 in the middle of a call its id is not used again', async (_, store) => {
  const arrived = Promise.withResolvers<void>();
  const server = await startLoopbackServer((__, ___, nth) => void (nth === 1 && arrived.resolve()));
  const cwd = projectAt(server, store());
  const killed = start(['execute_tool', pay('bill-1')], { cwd });
  await arrived.promise;
  killed.kill('SIGKILL');
  await once(killed, 'close');
  const { code, stdout } = await run(['execute_tool', pay('bill-1')], { cwd });
  expect([code, JSON.parse(stdout)]).toMatchObject([3, { status: 'blocked', error_code: 'call_id_used' }]);
  expect(server.requests).toHaveLength(1);
});

test('an id that was used over HTTP is used at the command and over MCP as well, and a batch has no way around', async () => {
  const server = await startLoopbackServer((_, response) => answerJson(response, 200, { paid: true }));
  const cwd = projectAt(server);
  const { client, toolcrib } = await serveProject(cwd);
  const ada = await client({ agent: 'ada', name: 'ada', scopes: ['read', 'call'] });
  const request = { id: 'bill-1', tool_name: 'pay', arguments: {} };
  const first = (await ada.ask('execute_tool', request)) as Answer;
  const { results } = await ada.ask('execute_tools', {
    calls: [request, { ...request, id: 'bill-2' }, request],
  });
  const byCommand = await run(['execute_tool', pay('bill-1'), '--agent', 'ada'], { cwd });
  const meta = { name: 'pay', id: 'bill-1', tool_args: {} };
  const byModel = await toolcrib.service.execute('execute_tool', meta, { agent: 'ada' });
  expect(results.map(({ error_code, status }) => error_code ?? status)).toEqual([
    'call_id_used',
    'success',
    'call_id_used',
  ]);
  expect(JSON.parse(byCommand.stdout)).toMatchObject({
    error_code: 'call_id_used',
    details: { call_id: first.metadata.record_id },
  });
  expect(byModel).toMatchObject({ errorCode: 'call_id_used' });
  expect(server.requests).toHaveLength(2);
});
