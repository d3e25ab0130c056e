import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { ToolService, type RecordRequirement, type ToolResult } from '@toolcrib/core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { startReceiver, type Receiver } from '../receiver.test-support.ts';
import { stores } from '../store.test-support.ts';
import type { Store } from '../store.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

const { openStore, placeOf, temporaryFolder } = stores(onTestFinished);

async function receiver(): Promise<Receiver> {
  const started = await startReceiver();
  onTestFinished(() => started.stop());
  return started;
}

/** Calls `pay`, which posts to the receiver, and `look`, which only reads; both tell how they ended. */
function serviceOver(
  { history }: Store,
  { url }: Receiver,
  historyRequired?: RecordRequirement,
): (tool: 'pay' | 'look', callId: string) => Promise<string> {
  const service = new ToolService({
    builtins: false,
    history,
    ...(historyRequired !== undefined && { historyRequired }),
  });
  for (const readOnly of [true, false])
    service.registerTool({
      name: readOnly ? 'look' : 'pay',
      description: 'Acts.',
      approval: 'safe',
      annotations: { readOnly, destructive: false },
      parameters: { type: 'object' },
      run: async (_input: object, { callId }: { readonly callId: string }) => {
        const response = await fetch(`${url}/${callId}`, { method: readOnly ? 'GET' : 'POST' });
        return response.status;
      },
    });
  return async (tool, callId) => {
    const result: ToolResult = await service.execute(tool, {}, { callId });
    return result.status === 'success' ? 'success' : `${result.errorCode}: ${result.error}`;
  };
}

test.skipIf(process.platform !== 'linux')(
  'on a full disk a payment is refused before it is sent, and nothing arrives',
  async () => {
    const { url, received } = await receiver();
    const program = fileURLToPath(new URL('start-victim.test-support.ts', import.meta.url));
    const orders = { place: placeOf('sqlite', server), stateFolder: temporaryFolder(), url, name: 'full' };
    const child = spawn(
      'bash',
      [
        '-c',
        'trap "" XFSZ; ulimit -S -f 0; exec "$0" "$@"',
        process.execPath,
        '--no-warnings',
        program,
        JSON.stringify(orders),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) > 12) break;
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(new Set(lines)).toEqual(
      new Set(['problem not_writable', 'ended blocked history_unavailable', 'paid']),
    );
    expect(received.size).toBe(0);
  },
);

test('without its database a payment is refused and nothing arrives; what only reads goes on', async () => {
  const own = await startPostgres();
  onTestFinished(() => own.stop());
  const to = await receiver();
  const call = serviceOver(openStore(placeOf('postgres', own)), to);
  expect(await call('pay', 'first')).toBe('success');
  await own.kill();
  expect(await call('pay', 'second')).toMatch(/^history_unavailable: pay is refused, .* cannot be reached/u);
  expect(await call('look', 'third')).toBe('success');
  await own.restart();
  expect(await call('pay', 'fourth')).toBe('success');
  expect([...to.received.keys()]).toEqual(['first', 'fourth']);
});

test('while another process holds the store a payment is refused and nothing arrives', async () => {
  const place = placeOf('sqlite', server);
  if (place.kind !== 'sqlite') throw new Error('not a file');
  const to = await receiver();
  const call = serviceOver(openStore(place), to);
  expect(await call('pay', 'first')).toBe('success');
  const holder = new DatabaseSync(place.file);
  onTestFinished(() => holder.close());
  holder.exec('begin immediate');
  expect(await call('pay', 'second')).toMatch(/^history_unavailable: .* was held by another process/u);
  holder.exec('rollback');
  expect(await call('pay', 'third')).toBe('success');
  expect([...to.received.keys()]).toEqual(['first', 'third']);
});

test.each([
  ['all', 'history_unavailable', 'history_unavailable'],
  ['not_read_only', 'history_unavailable', 'success'],
  ['none', 'success', 'success'],
] as const)(
  'with history.required %s and a store that cannot be written, a payment ends as %s and a look as %s',
  async (required, payment, look) => {
    const place = placeOf('sqlite', server);
    if (place.kind !== 'sqlite') throw new Error('not a file');
    writeFileSync(dirname(place.file), 'in the way');
    const to = await receiver();
    const store = openStore(place);
    const call = serviceOver(store, to, required);
    expect((await call('pay', 'payment')).split(':')[0]).toBe(payment);
    expect((await call('look', 'look')).split(':')[0]).toBe(look);
    expect(to.received.size).toBe(payment === 'success' ? 1 : 0);
    // Both calls are missing so far, and that is known exactly.
    await store.history.flush().catch(() => undefined);
    expect(store.history.condition()).toMatchObject({
      problem: { code: 'not_writable' },
      waiting: 2,
      lost: 0,
    });
  },
);
