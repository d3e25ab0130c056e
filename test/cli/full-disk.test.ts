import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createClient, type Client } from 'toolcrib/client';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../packages/toolcrib/src/store/receiver.test-support.ts';
import { command, run } from '../command.ts';
import { stateHome, temporaryProject } from '../project.ts';

interface Serving {
  readonly client: Client;
  /** Nothing can be written into files any more, as on a disk that is full. */
  fill(): void;
  giveRoom(): void;
  kill(): Promise<void>;
}

async function serve(cwd: string): Promise<Serving> {
  // What writes too much is told so instead of being ended.
  const child = spawn(
    'bash',
    ['-c', 'trap "" XFSZ; exec "$0" "$@"', process.execPath, command, 'serve', '--port', '0', '--json'],
    {
      cwd,
      env: { LANG: 'C', TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: stateHome() },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { address, link } = JSON.parse(line) as { readonly address: string; readonly link: string };
  const limit = (bytes: string): void =>
    void execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}`]);
  return {
    client: createClient({ fetch, base: address, token: link.split('#token=')[1] ?? '' }),
    fill: () => limit('0:unlimited'),
    giveRoom: () => limit('unlimited'),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

/** What every interface tells of the calls without a record. */
async function told(client: Client): Promise<object> {
  const { status, unrecorded } = await client.ask('get_health', {});
  const { history } = await client.ask('get_status', {});
  const metrics = await client.ask('get_metrics', {});
  const sample = (state: string): number =>
    Number(new RegExp(`toolcrib_history_unrecorded\\{state="${state}"\\} (\\d+)`, 'u').exec(metrics)?.[1]);
  return {
    status,
    unrecorded,
    waiting: [history?.waiting, sample('waiting')],
    lost: [history?.lost, sample('lost')],
    isTold: history?.problem !== null,
  };
}

test.skipIf(process.platform !== 'linux')(
  'on a full disk payments are refused, everything else goes on, and every interface tells exactly how many calls have no record',
  { timeout: 120_000 },
  async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.stop());
    const pay = {
      name: 'pay',
      description: 'Pays.',
      type: 'function',
      handler: 'pay',
      approval: 'safe',
      parameters: { type: 'object' },
      implementation: { type: 'rest', base_url: receiver.url, path: '/rent', method: 'POST' },
    };
    const cwd = temporaryProject({ 'toolcrib.json': { tools: [pay] } });
    const service = await serve(cwd);
    const { client } = service;
    const compute = (): Promise<unknown> =>
      client.ask('execute_tool', { tool_name: 'calculator', arguments: { expression: '6*7' } });
    await compute();
    expect(await told(client)).toMatchObject({ status: 'ok', unrecorded: 0 });

    service.fill();
    for (let round = 0; round < 40; round++)
      for (const result of await Promise.all(Array.from({ length: 10 }, compute)))
        expect(result).toMatchObject({ status: 'success' });
    expect(await client.ask('execute_tool', { tool_name: 'pay', arguments: {} })).toMatchObject({
      status: 'blocked',
      error_code: 'history_unavailable',
    });
    expect(receiver.received.size).toBe(0);
    // The refusal is a call without a record as well.
    const missing = 401;
    expect(await told(client)).toEqual({
      status: 'degraded',
      unrecorded: missing,
      waiting: [missing, missing],
      lost: [0, 0],
      isTold: true,
    });

    await service.kill();
    const listed = await run(['history'], { cwd });
    expect(listed.stderr).toContain(`${missing} calls have no record here: ${missing} are lost, 0 wait`);
    const verified = await run(['history', 'verify'], { cwd });
    expect([verified.code, verified.stderr]).toEqual([
      0,
      expect.stringMatching(new RegExp(`Gap in place of record \\d+: ${missing} calls between`, 'u')),
    ]);
    const { stdout } = await run(['history', 'verify', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, gaps: [{ records: missing }] });
    expect((await run(['doctor'], { cwd })).stdout).toContain(`${missing} calls have no record`);
  },
);

test.skipIf(process.platform !== 'linux')(
  'when there is room again, what waited is recorded, and payments are made',
  { timeout: 120_000 },
  async () => {
    const cwd = temporaryProject();
    const service = await serve(cwd);
    const { client } = service;
    service.fill();
    for (let call = 0; call < 20; call++)
      await client.ask('execute_tool', { tool_name: 'calculator', arguments: { expression: '1' } });
    expect(await told(client)).toMatchObject({ status: 'degraded', unrecorded: 20 });
    service.giveRoom();
    await expect
      .poll(() => told(client), { timeout: 20_000 })
      .toEqual({
        status: 'ok',
        unrecorded: 0,
        waiting: [0, 0],
        lost: [0, 0],
        isTold: false,
      });
    expect((await client.ask('list_history', { limit: 100 })).items).toHaveLength(20);
  },
);
