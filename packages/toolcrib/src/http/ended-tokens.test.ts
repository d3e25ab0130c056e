import { defineTool } from '@toolcrib/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createStore } from '../store/store.ts';
import { rawMcp, toolCall } from './raw-mcp.test-support.ts';
import { services } from './service.test-support.ts';

const { startService } = services(onTestFinished);

type Started = Awaited<ReturnType<typeof startService>>;

const wait = {
  name: 'wait',
  description: 'Waits for a person.',
  type: 'function',
  handler: 'wait',
  approval: 'confirm',
  parameters: { type: 'object' },
  implementation: { type: 'mock', mock_response: 'done' },
};
const config = { tools: [wait], agents: { coder: { permission: 'admin' } } };

/** Revokes as another process does: through a store of its own over the same file. */
async function revokeElsewhere({ toolcrib }: Started, token: string): Promise<void> {
  const { stateFolder } = toolcrib.workbench;
  const other = createStore({ place: toolcrib.store.place, stateFolder, onProblem: () => undefined });
  const [, id = ''] = token.split('_');
  expect(await other.tokens.revoke(id)).toBe(true);
  await other.close();
}

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Resolves when nothing more comes. */
async function endOf(response: Response): Promise<void> {
  try {
    await response.text();
  } catch {
    // It was cut off.
  }
}

/** A service with a tool that goes on until it is told to stop. */
async function startSlow(): Promise<Started & { readonly running: () => number }> {
  const service = await startService(config);
  let running = 0;
  service.toolcrib.service.registerTool(
    defineTool({
      name: 'slow',
      description: 'Goes on until it is told to stop.',
      parameters: { type: 'object' },
      annotations: { readOnly: true },
      async run(_, { signal }) {
        running++;
        await new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        );
        running--;
        return 'done';
      },
    }),
  );
  return { ...service, running: () => running };
}

const about = { name: 'coder', agent: 'coder', scopes: ['read', 'call'] } as const;

test('what was begun with a token ends when it expires', async () => {
  const service = await startService(config);
  const { token, request } = await service.client({ ...about, expiresAt: Date.now() + 3000 });
  const mcp = rawMcp(service.address, token);
  const streams = await Promise.all([request('/events'), mcp.listen(await mcp.initialize())]);
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  await Promise.all(streams.map(endOf));
  expect((await request('/status')).status).toBe(401);
});

describe.each([
  ['revoked by another process', revokeElsewhere],
  [
    'revoked through the service',
    async ({ client }: Started, token: string) => {
      await (await client()).ask('revoke_token', { id: token.split('_')[1] ?? '' });
    },
  ],
] as const)('what was begun with a token %s ends', (_, revoke) => {
  test('a stream of events, and the stream of an MCP session', async () => {
    const service = await startService(config);
    const { token, request } = await service.client(about);
    const kept = await (await service.client()).request('/events');
    const mcp = rawMcp(service.address, token);
    const session = await mcp.initialize();
    const streams = await Promise.all([request('/events'), mcp.listen(session)]);
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    await revoke(service, token);
    await Promise.all(streams.map(endOf));
    expect((await mcp.post(toolCall(1, 'wait'), session)).status).toBe(401);
    // Who has another token goes on.
    const reader = kept.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
  });

  test('a call that waits for a person: nobody can answer it any more', async () => {
    const service = await startService(config);
    const { token, request } = await service.client(about);
    const calling = request('/calls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tool_name: 'wait' }),
    });
    const { approvals } = service.toolcrib.store;
    await until(async () => (await approvals.list({ status: 'pending' })).length === 1);
    await revoke(service, token);
    const { status, json } = await calling.then(async (response) => ({
      status: response.status,
      json: (await response.json()) as unknown,
    }));
    expect([200, 401]).toContain(status);
    expect(JSON.stringify(json)).toMatch(/cancelled|token_not_valid/u);
    expect(await approvals.list()).toMatchObject([{ status: 'withdrawn' }]);
  });

  test('a call over /mcp, also when its client has hung up', async () => {
    const service = await startSlow();
    const { token } = await service.client(about);
    const mcp = rawMcp(service.address, token);
    const session = await mcp.initialize();
    const hangUp = new AbortController();
    const calls = [
      mcp.post(toolCall(1, 'slow'), session).then(endOf),
      mcp.post(toolCall(2, 'slow'), session, hangUp.signal).catch(() => undefined),
    ];
    await until(() => service.running() === 2);
    hangUp.abort();
    await revoke(service, token);
    await until(() => service.running() === 0);
    await Promise.all(calls);
  });
});

test('an export that somebody reads slowly ends with its token, and does not look whole', async () => {
  const service = await startService(config);
  const { toolcrib } = service;
  // More than the buffers of a connection take.
  for (let n = 0; n < 400; n++)
    await toolcrib.service.execute('calculator', { expression: `${n} ${' '.repeat(60_000)}` });
  await toolcrib.store.history.flush();
  const { token, request } = await service.client({ scopes: ['read'] });
  const response = await request('/export?format=jsonl');
  const reader = response.body?.getReader();
  await reader?.read();
  await revokeElsewhere(service, token);
  await expect(
    (async () => {
      for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })(),
  ).rejects.toThrow();
});

describe('a token that makes tokens', () => {
  test('makes none that outlives it, and none with more scopes', async () => {
    const { client, toolcrib } = await startService(config);
    const expiresAt = Date.now() + 60_000;
    const maker = await client({ scopes: ['admin', 'read'], expiresAt });
    const expires = new Date(expiresAt).toISOString();
    const { about: made } = await maker.ask('create_token', { name: 'child', scopes: ['read'] });
    expect(made.expires_at).toBe(expires);
    await expect(
      maker.ask('create_token', {
        name: 'child',
        scopes: ['read'],
        expires_at: new Date(expiresAt + 1000).toISOString(),
      }),
    ).rejects.toMatchObject({ problem: { status: 403, code: 'token_outlives' } });
    await expect(maker.ask('create_token', { name: 'child', scopes: ['call'] })).rejects.toMatchObject({
      problem: { status: 403, code: 'scopes_not_yours' },
    });
    expect((await toolcrib.store.tokens.list()).map(({ name }) => name).toSorted()).toEqual(['ada', 'child']);
  });

  test('takes those it has made with it, and theirs, when it is revoked', async () => {
    const { address, client, toolcrib } = await startService(config);
    const maker = await client({ scopes: ['admin', 'read'] });
    const child = await maker.ask('create_token', { name: 'child', scopes: ['admin', 'read'] });
    const made = await fetch(`${address}/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${child.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'grandchild', scopes: ['read'] }),
    });
    const grandchild = (await made.json()) as { readonly token: string };
    const other = await client({ name: 'other' });
    const listening = await fetch(`${address}/events`, {
      headers: { authorization: `Bearer ${grandchild.token}` },
    });
    await other.ask('revoke_token', { id: maker.token.split('_')[1] ?? '' });
    await endOf(listening);
    for (const token of [maker.token, child.token, grandchild.token])
      expect(await toolcrib.store.tokens.find(token)).toBeUndefined();
    expect(await toolcrib.store.tokens.find(other.token)).toBeDefined();
  });
});
