import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { numberInText } from './call/number-in-text.ts';
import { openSession, post, withoutSession, type Send } from './gateway/http-client.ts';
import { speakWith } from './gateway/stdio-client.ts';
import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { ratio } from './measuring/ratio.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';

const rounds = 21;
const callsPerSample = 100;
/** Calls of each way before any is measured: as long as it takes until nothing gets quicker any more. */
const warmingCalls = 3000;
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = here('mcp/server.ts');
const command = here('../packages/toolcrib/bin/toolcrib.js');
const folder = mkdtempSync(join(tmpdir(), 'toolcrib-bench-'));
const children: ChildProcess[] = [];

/** A way to call `add` of a server in a process of its own, through a gateway in another. */
interface Way {
  readonly name: string;
  readonly send: Send;
  /** The name of the tool behind this gateway. */
  readonly tool: string;
}

const groups = [
  { title: 'HTTP → stdio, sessions of before 2026', open: bySessions },
  { title: 'HTTP → stdio, revision 2026-07-28', open: byRequests },
  { title: 'stdio → stdio', open: byLines },
];
try {
  publish(await measure());
} finally {
  killAll();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function measure(): Promise<Section> {
  const results = [];
  for (const { title, open } of groups) {
    const costs = await costsOf(await open());
    killAll();
    const reached = costs.find(({ name }) => name === 'Toolcrib')?.timesHand ?? Number.NaN;
    results.push({ title, reached, costs });
  }
  return {
    title: 'One call through a gateway',
    markdown: results
      .map(({ title, reached, costs }) =>
        [
          `**${title}.** Target: Toolcrib ≤ 1× the one by hand. Measured: ${toDigits(reached)}× (${reached <= 1 ? 'met' : 'missed'}).`,
          table(
            ['gateway', 'µs per call', '× the floor', '× by hand'],
            costs.map(({ name, microseconds, times, timesHand }) => [name, microseconds, times, timesHand]),
          ),
        ].join('\n\n'),
      )
      .join('\n\n'),
    data: { rounds, callsPerSample, results },
    figures: results.map(({ title, reached }) => ({
      what: `${title}, beside one by hand`,
      value: reached,
      unit: '×',
      better: 'less',
      target: 1,
    })),
  };
}

interface Cost {
  readonly name: string;
  readonly microseconds: number;
  readonly times: number;
  readonly timesHand: number;
}

/** What a call costs each way, beside the first of them and beside the one by hand. */
async function costsOf(ways: readonly Way[]): Promise<readonly Cost[]> {
  // In turns, and only those that are compared: a process that is left alone for a while forgets what it has compiled.
  await interleave(ways, warmingCalls / callsPerSample, microsecondsPerCall);
  const samples = await interleave(ways, rounds, microsecondsPerCall);
  const of = (way: Way | undefined): readonly number[] => (way && samples.get(way)) ?? [];
  const hand = ways.find(({ name }) => name === 'by hand on SDK v2');
  return ways.map((way) => ({
    name: way.name,
    microseconds: median(of(way)),
    times: ratio(of(way), of(ways[0])),
    timesHand: ratio(of(way), of(hand)),
  }));
}

function killAll(): void {
  for (const child of children.splice(0)) child.kill();
}

async function microsecondsPerCall({ name, send, tool }: Way): Promise<number> {
  const start = performance.now();
  for (let turn = 0; turn < callsPerSample; turn++) {
    const result = await send(tool, { a: turn, b: 1 });
    if (numberInText(result as never) !== turn + 1) throw new Error(`${name} adds wrongly`);
  }
  return ((performance.now() - start) * 1000) / callsPerSample;
}

async function bySessions(): Promise<Way[]> {
  const [raw, hand, ours] = await Promise.all([
    script('gateway/raw.ts'),
    script('gateway/by-hand.ts'),
    script('gateway/toolcrib.ts'),
  ]);
  return [
    { name: 'lines handed on', send: await openSession(raw), tool: 'add' },
    { name: 'by hand on SDK v2', send: await openSession(hand), tool: 'add' },
    { name: 'Toolcrib', send: await openSession(ours), tool: 'bench__add' },
    { name: 'Toolcrib, its own HTTP service', send: await throughService(), tool: 'bench__add' },
    { name: 'mcp-hub 4.2.1', send: await throughHub(), tool: 'add' },
    { name: 'mcp-proxy 6.7.19', send: await openSession(await proxy()), tool: 'add' },
    { name: 'supergateway 4.0.0', send: await openSession(await supergateway()), tool: 'add' },
  ];
}

async function byRequests(): Promise<Way[]> {
  const [hand, ours] = await Promise.all([script('gateway/by-hand.ts'), script('gateway/toolcrib.ts')]);
  return [
    { name: 'by hand on SDK v2', send: withoutSession(hand), tool: 'add' },
    { name: 'Toolcrib', send: withoutSession(ours), tool: 'bench__add' },
  ];
}

async function byLines(): Promise<Way[]> {
  const env = { ...process.env, TOOLCRIB_STATE: join(folder, 'state'), TOOLCRIB_LOG: 'off' };
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(
    join(project, 'toolcrib.json'),
    JSON.stringify({ rules: [{ tool: '*', decision: 'allow' }] }),
  );
  const add = ['mcp', 'add', 'bench', '--yes', '--', process.execPath, server];
  for (const given of [['trust', '--yes'], add])
    await once(spawn(process.execPath, [command, ...given], { cwd: project, env, stdio: 'ignore' }), 'exit');
  const direct = await speakWith([server]);
  const hand = await speakWith([here('gateway/by-hand.ts'), server, 'stdio']);
  const ours = await speakWith([command, 'mcp'], { cwd: project, env });
  children.push(direct.child, hand.child, ours.child);
  return [
    { name: 'the server itself', send: direct.send, tool: 'add' },
    { name: 'by hand on SDK v2', send: hand.send, tool: 'add' },
    { name: 'Toolcrib', send: ours.send, tool: 'bench__add' },
  ];
}

/** A gateway of this folder, and where it listens. */
async function script(path: string, way = ''): Promise<string> {
  const child = spawn(process.execPath, [here(path), server, way], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return url;
}

async function proxy(): Promise<string> {
  const port = await freePort();
  const args = ['--port', String(port), '--host', '127.0.0.1', '--server', 'stream', '--'];
  return peer('mcp-proxy', [...args, process.execPath, server], `http://127.0.0.1:${port}/mcp`);
}

async function supergateway(): Promise<string> {
  const port = await freePort();
  const stdio = `${process.execPath} ${server}`;
  const args = ['--stdio', stdio, '--outputTransport', 'streamableHttp', '--stateful', '--logLevel', 'none'];
  return peer('supergateway', [...args, '--port', String(port)], `http://127.0.0.1:${port}/mcp`);
}

/** The interface of the service for calls, which is what mcp-hub has as well. */
async function throughService(): Promise<Send> {
  const [address = '', token = ''] = (await script('gateway/toolcrib.ts', 'service')).split(' ');
  return async (tool, given) => {
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await post(`${address}/calls`, { tool_name: tool, arguments: given }, headers);
    return { content: [{ text: String(body.output) }] };
  };
}

/** It has an interface of its own for calls. */
async function throughHub(): Promise<Send> {
  const port = await freePort();
  const config = join(folder, 'hub.json');
  writeFileSync(
    config,
    JSON.stringify({ mcpServers: { bench: { command: process.execPath, args: [server] } } }),
  );
  const base = `http://127.0.0.1:${port}`;
  await peer('mcp-hub', ['--port', String(port), '--config', config], `${base}/api/health`);
  const tools = `${base}/api/servers/tools`;
  return async (tool, given) =>
    (await post(tools, { server_name: 'bench', tool, arguments: given }, {})).body.result;
}

async function peer(name: string, args: readonly string[], url: string): Promise<string> {
  const program = here(`node_modules/.bin/${name}`);
  children.push(spawn(process.execPath, [program, ...args], { cwd: folder, stdio: 'ignore' }));
  for (let tries = 0; tries < 150; tries++) {
    await wait(200);
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
  }
  await wait(1000);
  return url;
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  listener.close();
  return port;
}
