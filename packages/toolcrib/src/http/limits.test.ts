import { connect, type Socket } from 'node:net';
import { defineTool } from '@toolcrib/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ServiceProblem } from './client.ts';
import { messagesOf, rawMcp, toolCall } from './raw-mcp.test-support.ts';
import { services } from './service.test-support.ts';

const { startService } = services(onTestFinished);

type Started = Awaited<ReturnType<typeof startService>>;

/** A tool that goes on until it is told to stop, and says how many of it run and how many were told. */
function slowTool({ toolcrib }: Started): {
  readonly running: number;
  readonly most: number;
  finish(): void;
} {
  let running = 0;
  let most = 0;
  const endings = new Set<() => void>();
  toolcrib.service.registerTool(
    defineTool({
      name: 'slow',
      description: 'Goes on until it is told to stop.',
      parameters: { type: 'object' },
      annotations: { readOnly: true },
      async run(_, { signal }) {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => {
          endings.add(resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        running--;
        return 'done';
      },
    }),
  );
  return {
    get running() {
      return running;
    },
    get most() {
      return most;
    },
    finish: () => endings.forEach((end) => end()),
  };
}

const agents = { one: { permission: 'admin' }, two: { permission: 'admin' } } as const;
const caller = (agent: string): object => ({ name: agent, agent, scopes: ['read', 'call'] });

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('calls at once', () => {
  const server = { max_requests_per_token: 4, max_requests: 40 };

  test('over /mcp there are no more than over HTTP, also in one batch, and also when the client hangs up', async () => {
    const service = await startService({ agents, server });
    const tool = slowTool(service);
    const one = rawMcp(service.address, (await service.client(caller('one'))).token);
    const session = await one.initialize();
    const batch = Array.from({ length: 20 }, (_, id) => toolCall(id + 1, 'slow'));
    const hangUp = new AbortController();
    const asked = one.post(batch, session, hangUp.signal).catch(() => undefined);
    await until(() => tool.running === 4);
    hangUp.abort();
    await asked;
    const [refused] = await messagesOf(await one.post(toolCall(99, 'slow'), session));
    expect(refused).toMatchObject({ error: { code: -32_000, data: { error_code: 'too_many_requests' } } });
    // Another token has places of its own.
    const two = rawMcp(service.address, (await service.client(caller('two'))).token);
    const other = two.post(toolCall(1, 'slow'), await two.initialize());
    await until(() => tool.running === 5);
    expect(tool.most).toBe(5);
    tool.finish();
    expect(JSON.stringify(await messagesOf(await other))).toContain('done');
    await until(() => tool.running === 0);
    const again = one.post(toolCall(100, 'slow'), session);
    await until(() => tool.running === 1);
    tool.finish();
    expect(JSON.stringify(await messagesOf(await again))).toContain('done');
  });

  test('a batch over HTTP runs as many of its calls at once as the token may', async () => {
    const service = await startService({ agents, server });
    const tool = slowTool(service);
    const one = await service.client(caller('one'));
    const calls = Array.from({ length: 20 }, () => ({ tool_name: 'slow' }));
    const asked = one.ask('execute_tools', { calls });
    await until(() => tool.running === 4);
    await until(async () => {
      tool.finish();
      return Promise.race([asked.then(() => true), new Promise<false>((end) => setTimeout(end, 5, false))]);
    });
    expect([tool.most, (await asked).results.length]).toEqual([4, 20]);
  });

  test('a call over /mcp ends at the deadline, and so does one whose client is gone', async () => {
    const service = await startService({ agents, server: { deadline: 200 } });
    const tool = slowTool(service);
    const one = rawMcp(service.address, (await service.client(caller('one'))).token);
    const session = await one.initialize();
    const [ended] = await messagesOf(await one.post(toolCall(1, 'slow'), session));
    expect(JSON.stringify(ended)).toContain('cancelled');
    const hangUp = new AbortController();
    const asked = one.post(toolCall(2, 'slow'), session, hangUp.signal).catch(() => undefined);
    await until(() => tool.running === 1);
    hangUp.abort();
    await asked;
    await until(() => tool.running === 0);
  });

  test('a body over /mcp is no longer than over HTTP, and nothing is called', async () => {
    const service = await startService({ agents, server: { max_body_kb: 4 } });
    const one = rawMcp(service.address, (await service.client(caller('one'))).token);
    const body = JSON.stringify(toolCall(1, 'calculator', { expression: `1${' '.repeat(5000)}` }));
    expect((await one.post(body)).status).toBe(413);
    expect((await service.toolcrib.store.history.list()).records).toEqual([]);
  });
});

test('plans of one token are no more at once than it may have, and leave room for those of others', async () => {
  const service = await startService({ agents, server: { max_plans_per_token: 2, max_plans: 10 } });
  const tool = slowTool(service);
  const [one, two] = [await service.client(caller('one')), await service.client(caller('two'))];
  const plan = { name: 'slow', nodes: [{ id: 'wait', tool: 'slow' }] };
  const submit = async (client: typeof one, plan_id: string): Promise<string> =>
    client.ask('submit_plan', { plan, plan_id }).then(
      ({ state }) => state,
      ({ problem }: ServiceProblem) => problem.code,
    );
  expect(await submit(one, 'a')).toBe('running');
  expect(await submit(one, 'a')).toBe('running');
  expect(await submit(one, 'b')).toBe('running');
  expect(await submit(one, 'c')).toBe('too_many_requests');
  expect(await submit(two, 'd')).toBe('running');
  await until(() => tool.running === 3);
  expect(tool.most).toBe(3);
  tool.finish();
  for (const id of ['a', 'b']) await one.ask('get_plan_result', { plan_id: id });
  await until(async () => (await submit(one, 'e')) === 'running');
  tool.finish();
});

describe('sessions of /mcp', () => {
  test('a storm of one token ends its own sessions and never those of another', async () => {
    const service = await startService({ agents, server: { max_sessions: 20, max_sessions_per_token: 3 } });
    const one = rawMcp(service.address, (await service.client(caller('one'))).token);
    const two = rawMcp(service.address, (await service.client(caller('two'))).token);
    const kept = await two.initialize();
    const sessions: string[] = [];
    for (let n = 0; n < 30; n++) sessions.push(await one.initialize());
    const statusOf = async (client: typeof one, session: string): Promise<number> => {
      const { status, body } = await client.post(toolCall(1, 'calculator', { expression: '1' }), session);
      await body?.cancel();
      return status;
    };
    const own = await Promise.all(sessions.map((session) => statusOf(one, session)));
    expect(own).toEqual([...Array.from({ length: 27 }, () => 404), 200, 200, 200]);
    expect(await statusOf(two, kept)).toBe(200);
    // The session of another token is no more there than one that never was.
    expect(await statusOf(one, kept)).toBe(404);
  });

  test('when all places are taken, others are refused, and the operator still gets one', async () => {
    const service = await startService({ agents, server: { max_sessions: 4, operator_reserve: 2 } });
    const one = rawMcp(service.address, (await service.client(caller('one'))).token);
    const two = rawMcp(service.address, (await service.client(caller('two'))).token);
    const operator = rawMcp(service.address, (await service.client()).token);
    const kept = [await one.initialize(), await one.initialize()];
    await expect(two.initialize()).rejects.toThrow('503');
    await operator.initialize();
    const alive = await one.post(toolCall(1, 'calculator', { expression: '1' }), kept[0]);
    expect(alive.status).toBe(200);
  });

  test('a session that nobody uses ends', async () => {
    const service = await startService({ agents, server: { session_idle: 100 } });
    const one = rawMcp(service.address, (await service.client(caller('one'))).token);
    const [quiet, open] = [await one.initialize(), await one.initialize()];
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const listening = await one.listen(open, stop.signal);
    expect(listening.status).toBe(200);
    // Asking would be a use: the transport says of an unknown session that it is not found, whatever is asked.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await one.post(toolCall(1, 'slow'), quiet)).status).toBe(404);
    expect((await one.post(toolCall(1, 'slow'), open)).status).toBe(200);
  });
});

test('streams are bounded for each token and in all, over /events and /mcp together, with room for the operator', async () => {
  const server = { max_streams: 6, max_streams_per_token: 3, operator_reserve: 2 };
  const service = await startService({ agents, server });
  const [one, two, operator] = [
    await service.client(caller('one')),
    await service.client(caller('two')),
    await service.client(),
  ];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const listen = async (who: typeof one): Promise<number> =>
    (await who.request('/events', { signal: stop.signal })).status;
  const mcp = rawMcp(service.address, one.token);
  const session = await mcp.initialize();
  expect((await mcp.listen(session, stop.signal)).status).toBe(200);
  expect([await listen(one), await listen(one), await listen(one)]).toEqual([200, 200, 429]);
  // A request is not a stream: what has no place among streams is still answered.
  expect((await one.request('/status')).status).toBe(200);
  expect([await listen(two), await listen(two)]).toEqual([200, 503]);
  expect([await listen(operator), await listen(operator)]).toEqual([200, 200]);
});

describe('connections', () => {
  function open(address: string, count: number): readonly Socket[] {
    const { hostname, port } = new URL(address);
    const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
    }
    return sockets;
  }
  const left = (sockets: readonly Socket[]): number => sockets.filter(({ closed }) => !closed).length;

  test('silent ones give way to new ones, and the operator is answered all the while', async () => {
    const server = { max_sockets: 20, max_silent_sockets_per_address: 1000 };
    const service = await startService({ server });
    const operator = await service.client();
    for (let round = 0; round < 5; round++) {
      const sockets = open(service.address, 100);
      expect((await operator.request('/status')).status).toBe(200);
      await until(() => sockets.every((socket) => !socket.connecting));
      await until(() => left(sockets) <= 20);
    }
  });

  test('one address has so many silent ones and no more', async () => {
    const service = await startService({ server: { max_silent_sockets_per_address: 5 } });
    const sockets = open(service.address, 40);
    await until(() => sockets.every((socket) => !socket.connecting));
    await until(() => left(sockets) <= 5);
    expect((await (await service.client()).request('/status')).status).toBe(200);
  });

  test('one that says nothing is closed in time', async () => {
    const service = await startService({ server: { headers_timeout: 100 } });
    const sockets = open(service.address, 10);
    for (const socket of sockets) socket.resume();
    await until(() => left(sockets) === 0);
  });

  test('a token has so many, and loses one that waits for the next request', async () => {
    const service = await startService({ agents, server: { max_sockets_per_token: 3 } });
    const { token } = await service.client(caller('one'));
    const sockets = open(service.address, 8);
    for (const socket of sockets) {
      socket.resume();
      socket.write(`GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      await until(() => socket.bytesRead > 0);
    }
    await until(() => left(sockets) <= 3);
    expect(sockets.map(({ closed }) => closed)).toEqual([true, true, true, true, true, false, false, false]);
  });
});

test('wrong tokens are slowed down and then refused, and a valid one from the same address is not', async () => {
  const { address, client } = await startService({ server: { max_wrong_tokens: 3 } });
  const operator = await client();
  const wrong = `Bearer tc_${'0'.repeat(30)}_${'A'.repeat(43)}`;
  const statuses: number[] = [];
  const guesses = Array.from({ length: 60 }, async () => {
    const { status } = await fetch(`${address}/status`, { headers: { authorization: wrong } });
    statuses.push(status);
  });
  await until(() => statuses.filter((status) => status === 429).length === 25);
  // The others wait; the operator does not.
  expect((await operator.request('/status')).status).toBe(200);
  expect(statuses.filter((status) => status === 401)).toHaveLength(3);
  await Promise.all(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(35);
});

test('while more memory is held than is configured, operators alone are answered, and the service says that it is not ready', async () => {
  const { address, client } = await startService({ agents, server: { memory_mb: 1 } });
  const [operator, one] = [await client(), await client(caller('one'))];
  for (const path of ['/status', '/history', '/events'])
    expect((await one.request(path)).status, path).toBe(503);
  expect((await rawMcp(address, one.token).post(toolCall(1, 'calculator'))).status).toBe(503);
  expect((await operator.request('/status')).status).toBe(200);
  const ready = await fetch(`${address}/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { code: 'not_ready', detail: expect.stringContaining('memory') as string },
  ]);
  expect((await fetch(`${address}/health`)).status).toBe(200);
});
