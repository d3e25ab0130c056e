import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fromWireRecord, openToolcrib, Recording, ToolService, type CallRecord } from 'toolcrib';
import { expect, onTestFinished, test } from 'vitest';
import { sampleRecords } from '@toolcrib/core/testing';
import { command, ended, linesOf, run, start, type Ended } from '../command.ts';
import { mockTool, stateHome, storeOf, temporaryProject } from '../project.ts';
import { parseCsv } from './csv.ts';

interface Scene {
  readonly project: string;
  readonly env: { readonly TOOLCRIB_STATE: string };
  /** Records calls of these tools and arguments, in this order, by the library. */
  readonly record: (
    calls: readonly (readonly [tool: string, given: object, agent?: string])[],
  ) => Promise<void>;
  /** Writes records as they are. */
  readonly fill: (records: readonly CallRecord[]) => Promise<void>;
  readonly toolcrib: (...given: readonly string[]) => Promise<Ended>;
  readonly json: (...given: readonly string[]) => Promise<Record<string, unknown>[]>;
}

/** A project with two tools, and what can be done with its history. */
function scene(): Scene {
  const config = {
    tools: [mockTool('pong'), mockTool('echo', { parameters: { type: 'object' } })],
    agents: { coder: { permission: 'read_write' } },
  };
  const project = temporaryProject({ 'toolcrib.json': config, 'a.txt': 'one\n' });
  const env = { TOOLCRIB_STATE: stateHome() };
  const toolcrib = (...given: readonly string[]): Promise<Ended> => run(given, { cwd: project, env });
  return {
    project,
    env,
    toolcrib,
    async record(calls) {
      const opened = await openToolcrib({ trust: 'always', project, environment: env });
      const { service } = opened;
      for (const [tool, given, agent] of calls) await service.execute(tool, given, { agent });
      await opened.close();
    },
    async fill(records) {
      const opened = await openToolcrib({ trust: 'always', project, environment: env });
      const { store } = opened;
      for (const record of records) await store.history.append(record);
      await opened.close();
    },
    async json(...given) {
      const { code, stdout, stderr } = await toolcrib(...given, '--json');
      expect([code, stderr.replace(/^There are more.*\n/u, '')]).toEqual([0, '']);
      return JSON.parse(stdout) as Record<string, unknown>[];
    },
  };
}

test('B7.1 A7.1 a record tells time, caller, tool, arguments, status and duration, through library and command', async () => {
  const { project, env, json, toolcrib } = scene();
  const before = Date.now();
  const opened = await openToolcrib({ trust: 'always', project, environment: env });
  const { service, store } = opened;
  await service.execute('Read', { file_path: 'a.txt' }, { agent: 'coder' });
  await service.execute('Read', { file_path: 'gone.txt' }, { agent: 'coder' });
  await service.execute('Read', { file_path: '/etc/passwd' }, { agent: 'coder' });
  const { records } = await store.history.list();
  await opened.close();

  expect(records).toMatchObject([
    { tool: 'Read', agent: 'coder', arguments: { file_path: '/etc/passwd' }, status: 'blocked' },
    { tool: 'Read', agent: 'coder', arguments: { file_path: 'gone.txt' }, status: 'error' },
    { tool: 'Read', agent: 'coder', arguments: { file_path: 'a.txt' }, status: 'success' },
  ]);
  for (const { time, executionTimeMs } of records) {
    expect(time).toBeGreaterThanOrEqual(Math.floor(before));
    expect(time).toBeLessThanOrEqual(Date.now());
    expect(executionTimeMs).toBeGreaterThan(0);
  }

  const shown = await json('history');
  expect(shown).toMatchObject([
    { tool: 'Read', agent: 'coder', arguments: { file_path: '/etc/passwd' }, status: 'blocked' },
    { tool: 'Read', agent: 'coder', arguments: { file_path: 'gone.txt' }, status: 'error' },
    {
      tool: 'Read',
      agent: 'coder',
      version: '1.0.0',
      status: 'success',
      execution_time_ms: expect.any(Number) as number,
    },
  ]);
  expect(Date.parse(String(shown[2]?.['time']))).toBeGreaterThanOrEqual(Math.floor(before));
  const callId = String(shown[2]?.['call_id']);
  expect(await json('history', 'show', callId)).toEqual(shown[2]);
  const page = await toolcrib('history', 'show', callId);
  expect(page.stdout).toMatch(/^call_id .*\n(?:.*\n)*arguments\n {2}\{\n {4}"file_path": "a.txt"/u);
});

test('A7.1 the log of a call holds its result, without secrets', async () => {
  const { record, json } = scene();
  const token = `ghp_${'a1B2c3'.repeat(6)}`;
  await record([['string', { operation: 'trim', text: ` ${token} ` }]]);
  expect(await json('history')).toMatchObject([{ output: { result: 'ghp_[redacted]' } }]);
});

test('B7.2 the last ten of Read, newest first', async () => {
  const { record, json } = scene();
  const reads = Array.from(
    { length: 12 },
    (_, at) => ['Read', { file_path: 'a.txt', offset: at + 1 }] as const,
  );
  await record([...reads.slice(0, 6), ['pong', {}], ...reads.slice(6), ['pong', {}]]);
  const last = await json('history', '--tool', 'Read', '--limit', '10');
  expect(last.map(({ tool }) => tool)).toEqual(Array.from({ length: 10 }, () => 'Read'));
  expect(last.map(({ arguments: given }) => (given as { offset: number }).offset)).toEqual([
    12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
  ]);
});

test('B7.2 filters by agent, status, time, parent and text, and goes on where a page ended', async () => {
  const { project, env, json, toolcrib } = scene();
  const opened = await openToolcrib({ trust: 'always', project, environment: env });
  const { service } = opened;
  await service.execute('pong', {}, { agent: 'coder' });
  await service.execute('nobody', {}, { agent: 'coder', parentCallId: 'p1' });
  await service.execute('echo', { text: 'Needle in a 干草堆' });
  await opened.close();

  const tools = async (...given: readonly string[]): Promise<unknown[]> =>
    (await json('history', ...given)).map(({ tool }) => tool);
  expect(await tools()).toEqual(['echo', 'nobody', 'pong']);
  expect(await tools('--agent', 'coder')).toEqual(['nobody', 'pong']);
  expect(await tools('--status', 'error')).toEqual(['nobody']);
  expect(await tools('--parent', 'p1')).toEqual(['nobody']);
  expect(await tools('--text', 'needle in a 干草堆')).toEqual(['echo']);
  expect(await tools('--since', '1h')).toEqual(['echo', 'nobody', 'pong']);
  expect(await tools('--until', '1h')).toEqual([]);
  expect(await tools('--tool', 'nobody')).toEqual(['nobody']);

  const first = await toolcrib('history', '--json', '--limit', '2');
  const cursor = /--cursor (\d+)/u.exec(first.stderr)?.[1] as string;
  expect(await tools('--limit', '2', '--cursor', cursor)).toEqual(['pong']);
});

/** Begins like a formula, or breaks a careless file. */
const hostile = [
  '=HYPERLINK("http://x","y")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  'a,b',
  'say "hi"',
  'two\r\nlines',
  ' space ',
  '中文，逗号',
  'nul\0byte',
];

test('B7.3 exports every record as JSON and as CSV, through library and command', async () => {
  const { project, fill, toolcrib } = scene();
  const time = Date.now();
  const records = sampleRecords(1000, { executionTimeMs: 1.5 }).map((record, at) => {
    const agent = hostile[at % hostile.length] ?? '';
    const output = at % 2 === 0 ? -1 - at : agent;
    return { ...record, callId: `call_${at}`, agent, arguments: { text: agent }, output, time: time + at };
  });
  await fill(records);
  const newestFirst = records.toReversed();

  const json = await toolcrib('history', 'export', '--format', 'json');
  const exported = JSON.parse(json.stdout) as unknown[];
  expect(exported).toHaveLength(1000);
  expect(exported.map(fromWireRecord)).toMatchObject(
    newestFirst.map(({ callId, agent, arguments: given, output }) => ({
      callId,
      agent,
      arguments: given,
      output,
    })),
  );

  const file = join(project, 'calls.csv');
  expect((await toolcrib('history', 'export', '-o', file)).stderr).toBe(`Wrote 1000 records to ${file}.\n`);
  const text = readFileSync(file, 'utf8');
  expect(text.endsWith('\r\n')).toBe(true);
  const [header = [], ...rows] = parseCsv(text);
  expect(rows).toHaveLength(1000);
  const cell = (row: readonly string[] | undefined, name: string): string =>
    row?.[header.indexOf(name)] ?? '';
  for (const [at, row] of rows.entries()) {
    const { callId, agent, arguments: given, output } = newestFirst[at] as (typeof records)[number];
    expect(cell(row, 'call_id')).toBe(callId);
    expect(row.some((value) => /^[=+@\t\r]|^-(?!\d)/u.test(value))).toBe(false);
    const shown = agent.replaceAll('\0', '\uFFFD');
    const neutral = shown.replace(/^[\t\r]/u, "'$&").replace(/^('?[\t\r]?)(?=[=+\-@])/u, "$1'");
    expect(cell(row, 'agent')).toBe(neutral);
    expect(JSON.parse(cell(row, 'arguments'))).toEqual(given);
    expect(JSON.parse(cell(row, 'output'))).toEqual(output);
    expect(cell(row, 'execution_time_ms')).toBe('1.5');
  }

  const lines = await toolcrib('history', 'export', '--format', 'jsonl', '--tool', 'Read');
  expect(
    lines.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(exported);
});

test('B7.3 an export of nothing is a whole file', async () => {
  const { toolcrib } = scene();
  expect(JSON.parse((await toolcrib('history', 'export')).stdout)).toEqual([]);
  expect(parseCsv((await toolcrib('history', 'export', '--format', 'csv')).stdout)).toHaveLength(1);
  expect((await toolcrib('history', 'export', '--format', 'jsonl')).stdout).toBe('');
});

/** Tells at the end how much memory was used at most. */
const tellMemory = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write(`peak ${process.resourceUsage().maxRSS}\\n`));",
)}`;

/** So that what is used is what is needed, and not what the collector has not yet come round to. */
const littleMemory = ['--max-semi-space-size=1', '--max-old-space-size=64'];

test('B7.3 an export of 100,000 records takes no more memory than one of 10,000', async () => {
  const { project, env, fill } = scene();
  const time = Date.now();
  const output = 'x'.repeat(1000);
  const peak = async (): Promise<number> => {
    const file = join(project, 'all.json');
    const { code, stderr } = await run(['history', 'export', '-o', file], {
      cwd: project,
      env,
      node: [...littleMemory, '--import', tellMemory],
    });
    expect(code).toBe(0);
    return Number(/^peak (\d+)$/mu.exec(stderr)?.[1]) / 1024;
  };
  await fill(sampleRecords(10_000, { output, time }));
  const small = await peak();
  await fill(sampleRecords(90_000, { output, time }));
  const large = await peak();
  expect(statSync(join(project, 'all.json')).size).toBeGreaterThan(100_000_000);
  // Held in memory, the difference alone would be more than 100 MB.
  expect(large - small).toBeLessThan(60);
}, 120_000);

test('B7.3 Ctrl-C in the middle of an export leaves nothing behind', async () => {
  const { project, env, fill } = scene();
  await fill(sampleRecords(20_000, { output: 'x'.repeat(2000), time: Date.now() }));
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const child = start(['history', 'export', '-o', join(folder, 'all.json')], { cwd: project, env });
  const end = ended(child);
  while (readdirSync(folder).length === 0) await wait(5);
  child.kill('SIGINT');
  expect((await end).code).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
}, 60_000);

const smallDisk = (folder: string, ...given: readonly string[]): string[] => {
  const mount = 'mount -t tmpfs -o size=64k none "$0" && exec "$@"';
  return ['--user', '--map-root-user', '--mount', 'sh', '-c', mount, folder, ...given];
};
const canMount = spawnSync('unshare', smallDisk(tmpdir(), 'true')).status === 0;

test.skipIf(!canMount)('B7.3 a full disk is told, and no half file is left', async () => {
  const { project, env, fill } = scene();
  await fill(sampleRecords(2000, { output: 'x'.repeat(1000), time: Date.now() }));
  const folder = temporaryProject();
  const script = '"$@"; echo "code $?"; ls -A "$0"';
  const exporting = [
    process.execPath,
    command,
    'history',
    'export',
    '--project',
    project,
    '-o',
    join(folder, 'x.json'),
  ];
  const { stdout, stderr } = spawnSync(
    'unshare',
    smallDisk(folder, 'sh', '-c', script, folder, ...exporting),
    {
      encoding: 'utf8',
      env: { LANG: 'C', PATH: process.env['PATH'], ...env },
    },
  );
  expect(stdout).toBe('code 1\n');
  expect(stderr).toContain('the disk is full');
});

test('B7.2 another process reads while this one writes, and nobody waits for the other', async () => {
  const { project, env, json } = scene();
  const opened = await openToolcrib({ trust: 'always', project, environment: env });
  const { service, store } = opened;
  const state = { done: false };
  const writing = (async () => {
    for (let at = 0; at < 300; at++) {
      await service.execute('pong', { at });
      await wait(2);
    }
    await store.history.flush();
    state.done = true;
  })();
  const seen: number[] = [];
  while (!state.done) {
    const records = await json('history', '--limit', '1000');
    const order = records.map(({ arguments: given }) => (given as { at: number }).at);
    expect(order).toEqual(order.toSorted((one, other) => other - one));
    seen.push(records.length);
  }
  await writing;
  await opened.close();
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  expect(await json('history', '--limit', '1000')).toHaveLength(300);
}, 60_000);

test('B7.1 history watch shows calls of other processes as they come, and Ctrl-C ends it', async () => {
  const { project, env, toolcrib } = scene();
  await toolcrib('call', 'pong');
  const child = start(['history', 'watch', '--json', '--tool', 'echo'], { cwd: project, env });
  const lines = linesOf(child);
  await new Promise((resolve) => child.stderr.once('data', resolve));
  await wait(500);
  await toolcrib('call', 'pong');
  await toolcrib('call', 'echo', 'text=hello');
  expect(JSON.parse((await lines.next()).value as string)).toMatchObject({
    tool: 'echo',
    arguments: { text: 'hello' },
  });
  const end = ended(child);
  child.kill('SIGINT');
  expect((await end).code).toBe(130);
}, 60_000);

test('B7.1 history verify finds what was changed, and a head that was kept proves the rest', async () => {
  const { project, env, record, toolcrib } = scene();
  await record([
    ['pong', {}],
    ['pong', {}],
    ['pong', {}],
  ]);
  const intact = await toolcrib('history', 'verify', '--json');
  const { head } = JSON.parse(intact.stdout) as { head: string };
  expect(intact).toMatchObject({ code: 0 });
  await record([['pong', {}]]);
  expect(await toolcrib('history', 'verify', '--head', head)).toMatchObject({ code: 0 });
  const other = await toolcrib('history', 'verify', '--head', 'f'.repeat(64));
  expect(other).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No record has the hash') as string,
  });

  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(storeOf(project, env.TOOLCRIB_STATE));
  database.exec(`UPDATE calls SET record = replace(record, '"pong"', '"ping"') WHERE seq = 2`);
  database.close();
  expect(await toolcrib('history', 'verify')).toMatchObject({
    code: 1,
    stderr: 'The chain is broken: record 2 is not as it was written.\n',
  });
});

test('E6.2 a recorded call is replayed by command, as whoever calls now', async () => {
  const { record, toolcrib, json } = scene();
  await record([
    ['string', { operation: 'upper', text: 'hello' }, 'coder'],
    ['echo', { password: 'hunter2' }],
  ]);
  const [secret, plain] = (await json('history')).map(({ call_id }) => String(call_id)) as [string, string];

  expect(JSON.parse((await toolcrib('replay', plain, '--yes')).stdout)).toEqual({ result: 'HELLO' });
  expect(await json('history', '--limit', '1')).toMatchObject([{ replay_of: plain, agent: 'user' }]);
  expect(JSON.parse((await toolcrib('replay', plain, 'text=bye', '--yes')).stdout)).toEqual({
    result: 'BYE',
  });

  const refused = await toolcrib('replay', secret, '--json', '--yes');
  expect(JSON.parse(refused.stdout)).toMatchObject({ status: 'error', error_code: 'not_replayable' });
  expect(refused.code).toBe(1);
  const given = await toolcrib('replay', secret, 'password=other', '--yes');
  expect(given).toMatchObject({ code: 0, stdout: 'echo\n' });
  expect(given.stderr).toContain('"password":"[redacted]"');
});

test('E6.2 an exported history answers the calls of an agent under test', async () => {
  const { record, toolcrib } = scene();
  await record([
    ['calculator', { expression: '6*7' }],
    ['calculator', { expression: '1/0' }],
  ]);
  const exported = await toolcrib('history', 'export', '--format', 'json');
  const recording = new Recording((JSON.parse(exported.stdout) as unknown[]).map(fromWireRecord));
  const service = new ToolService({ recording, locale: 'zh-CN' });
  expect(await service.execute('calculator', { expression: '6*7' })).toMatchObject({
    output: { result: '42' },
  });
  expect(await service.execute('calculator', { expression: '1/0' })).toMatchObject({
    errorCode: 'builtin_failed',
    error: expect.stringMatching(/除/u) as string,
  });
  expect(await service.execute('calculator', { expression: '2*3' })).toMatchObject({
    errorCode: 'not_recorded',
  });
  expect(recording.unused()).toEqual([]);
});
