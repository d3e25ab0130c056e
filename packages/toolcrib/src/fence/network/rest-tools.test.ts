import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolService, type ToolResult } from '@toolcrib/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSecurityLog } from '../security-log.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { canListen, closedPort, startListener, type Listener } from './loopback.test-support.ts';
import { createNetworkGuard } from './network-guard.ts';

/* Tools of the kind `rest` behind the guard, through the whole corridor. 127.0.0.2 is listed, 127.0.0.1 is not. */
const home = '127.0.0.2';
const isPossible = await canListen(home);
const folder = mkdtempSync(join(tmpdir(), 'rest-'));
const file = join(folder, 'security.jsonl');
let listener: Listener;
let answers: string[][] = [];

beforeAll(async () => {
  listener = await startListener({ address: '0.0.0.0' });
});
afterAll(async () => {
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  listener.forget();
  rmSync(file, { force: true });
  answers = [[home]];
});

function call(url: string, given: object = {}, options: object = {}): Promise<ToolResult> {
  const log = createSecurityLog({ file });
  const guard = createNetworkGuard({
    allow: ['api.example', 'other.example', home].map((host) => `${host}:${listener.port}`),
    lookup: () => Promise.resolve((answers.length > 1 ? answers.shift() : answers[0]) ?? []),
    onRefusal: log.onRefusal,
  });
  const service = new ToolService({
    fetch: createGuardedFetch(guard),
    secrets: () => 'key',
    agents: { worker: { permission: 'admin' } },
  });
  service.on('access-blocked', log.onBlocked);
  service.registerTool({
    name: 'api',
    description: 'An API.',
    approval: 'safe',
    parameters: { type: 'object' },
    implementation: {
      kind: 'rest',
      ...(url === ''
        ? {}
        : { baseUrl: url, path: '/start', method: 'GET', auth: { type: 'bearer', secret: 'KEY' } }),
    },
  });
  return service.execute('api', given, { agent: 'worker', callId: 'c1', ...options });
}

function logged(): unknown[] {
  const text = readFileSync(file, 'utf8');
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

describe.skipIf(!isPossible)('a REST tool', () => {
  test('reaches a host that is listed', async () => {
    const result = await call(`http://api.example:${listener.port}`);
    expect(result).toMatchObject({ status: 'success', output: 'here' });
    expect(listener.requests).toMatchObject([{ url: '/start', headers: { authorization: 'Bearer key' } }]);
  });

  test.each([
    'http://evil.example',
    'http://127.0.0.1:PORT',
    'http://localhost:PORT',
    'http://169.254.169.254',
  ])('that wants to %s is blocked, and that is written down once', async (place) => {
    const url = place.replace('PORT', String(listener.port));
    for (const [base, given] of [
      [url, {}],
      ['', { url: `${url}/x` }],
    ] as const) {
      rmSync(file, { force: true });
      expect(await call(base, given)).toMatchObject({
        status: 'blocked',
        errorCode: 'host_not_allowed',
        errorType: 'BlockedError',
        station: 'execute',
        rule: 'fence',
        metadata: { attempts: 1, outcomeUnknown: false },
      });
      const { hostname } = new URL(url);
      expect(logged()).toMatchObject([
        {
          code: 'host_not_allowed',
          reason: 'not_listed',
          host: hostname,
          tool: 'api',
          agent: 'worker',
          callId: 'c1',
        },
      ]);
    }
    expect(listener.reached).toEqual([]);
  });

  test('is not told where inside the network a name leads', async () => {
    answers = [['10.11.12.13']];
    const result = await call(`http://api.example:${listener.port}`);
    expect(result).toMatchObject({ status: 'blocked', data: { leadsTo: 'private' } });
    expect(JSON.stringify(result)).not.toContain('10.11.12.13');
    expect(logged()).toMatchObject([{ reason: 'private', address: '10.11.12.13' }]);
  });

  const statuses = [301, 302, 303, 307, 308];
  const elsewhere = [
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    '//127.0.0.1:PORT/',
    'http://other.example:PORT/',
  ];

  test.each(statuses.flatMap((status) => elsewhere.map((location) => [status, location] as const)))(
    'is not led by %i to %s',
    async (status, location) => {
      const target = location.replace('PORT', String(listener.port));
      listener.answerWith((_request, response) => response.writeHead(status, { location: target }).end());
      expect(await call(`http://api.example:${listener.port}`)).toMatchObject({ errorCode: 'http_error' });
      expect(listener.reached).toEqual([home]);
    },
  );

  test.each(statuses)('is not led by %i to a name that leads elsewhere by now', async (status) => {
    answers = [[home], ['127.0.0.1']];
    listener.answerWith((_request, response) => response.writeHead(status, { location: '/next' }).end());
    expect(await call(`http://api.example:${listener.port}`)).toMatchObject({
      errorCode: 'host_not_allowed',
    });
    expect(listener.reached).toEqual([home]);
  });

  test.each(statuses)('follows %i on the same host, and is looked up for each step', async (status) => {
    answers = [[home], [home], ['127.0.0.1']];
    listener.answerWith((request, response) =>
      request.url === '/start'
        ? response.writeHead(status, { location: '/next' }).end()
        : response.end('there'),
    );
    expect(await call(`http://api.example:${listener.port}`)).toMatchObject({
      status: 'success',
      output: 'there',
    });
    expect(listener.requests.map(({ url }) => url)).toEqual(['/start', '/next']);
  });

  test('whose server is not there is tried again, because nothing can have happened', async () => {
    const port = await closedPort();
    const service = new ToolService({
      fetch: createGuardedFetch(createNetworkGuard({ allow: [`127.0.0.1:${port}`] })),
    });
    const implementation = { kind: 'rest', baseUrl: `http://127.0.0.1:${port}`, path: '/', method: 'POST' };
    service.registerTool({
      name: 'pay',
      description: 'Pays.',
      parameters: { type: 'object' },
      approval: 'safe',
      implementation,
    });
    expect(await service.execute('pay', {}, { retries: 1, retryDelay: 1 })).toMatchObject({
      errorCode: 'network',
      metadata: { attempts: 2, outcomeUnknown: false },
    });
  });

  test('that waits too long ends with a timeout, and the connection with it', async () => {
    const left = new Promise<void>((resolve) => {
      listener.answerWith((_request, response) => response.once('close', () => resolve()));
    });
    const result = await call(`http://api.example:${listener.port}`, {}, { timeout: 50 });
    expect(result).toMatchObject({ status: 'error', errorCode: 'timeout' });
    await left;
  });
});
