import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { messagesOf, rawMcp, toolCall } from '../../packages/toolcrib/src/http/raw-mcp.test-support.ts';
import { ask, countOf, type Serving, type ServingOptions } from './serving.ts';

/** A server behind a tool, which counts at the receiving end. */
export interface Upstream {
  readonly config: NonNullable<ServingOptions['config']>;
  /** The most requests that it has had at the same time. */
  readonly most: () => number;
  readonly received: () => number;
  close(): Promise<void>;
}

/** Each request is answered after a moment. */
export async function startUpstream(milliseconds: number): Promise<Upstream> {
  let now = 0;
  let most = 0;
  let received = 0;
  const server = createServer((_, response) => {
    received++;
    most = Math.max(most, ++now);
    setTimeout(() => {
      now--;
      response.setHeader('content-type', 'application/json');
      response.end('{"done":true}');
    }, milliseconds);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const slow = {
    name: 'slow',
    description: 'Answers after a moment.',
    type: 'function',
    handler: 'slow',
    annotations: { read_only: true },
    parameters: { type: 'object' },
    implementation: { type: 'rest', base_url: `http://127.0.0.1:${port}`, method: 'GET', path: '/slow' },
  };
  return {
    config: { tools: [slow], agents: { one: { permission: 'admin' }, two: { permission: 'admin' } } },
    most: () => most,
    received: () => received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function callerOf({ store }: Serving, agent: string): Promise<string> {
  return (await store.tokens.create({ name: agent, agent, scopes: ['read', 'call'] })).token;
}

/** So many calls at once over `/mcp` with one token, one by one or in one batch. */
export async function callAtOnce(
  serving: Serving,
  { times, isBatch }: { readonly times: number; readonly isBatch: boolean },
): Promise<{ readonly [outcome: string]: number }> {
  const client = rawMcp(serving.address, await callerOf(serving, 'one'));
  const session = await client.initialize();
  const calls = Array.from({ length: times }, (_, id) => toolCall(id + 1, 'slow'));
  const answers = isBatch
    ? [await client.post(calls, session)]
    : await Promise.all(calls.map((call) => client.post(call, session)));
  const messages = await Promise.all(
    answers.map(async (answer) => (answer.ok ? messagesOf(answer) : [`${answer.status}`])),
  );
  return countOf(messages.flat().map(outcomeOf));
}

function outcomeOf(message: unknown): string {
  if (typeof message === 'string') return message;
  const said = JSON.stringify(message);
  return /too_many_requests|too_busy/u.exec(said)?.[0] ?? (said.includes('done') ? 'done' : 'other');
}

export interface StormReport {
  readonly begun: number;
  readonly refused: number;
  /** Whether the session of another agent, begun before, still answers. */
  readonly isOtherAlive: boolean;
}

/** One token begins sessions without end. */
export async function initializeStorm(
  serving: Serving,
  { times }: { readonly times: number },
): Promise<StormReport> {
  const [one, two] = [
    rawMcp(serving.address, await callerOf(serving, 'one')),
    rawMcp(serving.address, await callerOf(serving, 'two')),
  ];
  const kept = await two.initialize();
  let [begun, refused] = [0, 0];
  for (let at = 0; at < times; at += 30)
    await Promise.all(
      Array.from({ length: Math.min(30, times - at) }, async () => {
        await one.initialize().then(
          () => begun++,
          () => refused++,
        );
      }),
    );
  const alive = await two.post(toolCall(1, 'calculator', { expression: '6*7' }), kept);
  const isOtherAlive = alive.ok && JSON.stringify(await messagesOf(alive)).includes('42');
  return { begun, refused, isOtherAlive };
}

export interface ListenersReport {
  readonly statuses: { readonly [status: string]: number };
  /** What the operator and another agent got while the first one held all it could. */
  readonly operator: number;
  readonly other: number;
}

/** One token takes as many listener places as it gets. */
export async function takeListeners(
  serving: Serving,
  { times }: { readonly times: number },
): Promise<ListenersReport> {
  const { address, operator } = serving;
  const [one, two] = [await callerOf(serving, 'one'), await callerOf(serving, 'two')];
  const stop = new AbortController();
  /** An answer that nobody holds any more would be cancelled by the collector, and give its place back. */
  const held: Response[] = [];
  const listen = async (token: string): Promise<number> => {
    const response = await fetch(`${address}/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    held.push(response);
    return response.status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 50)
    statuses.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, times - at) }, () => listen(one)))),
    );
  const report = { statuses: countOf(statuses), operator: await listen(operator), other: await listen(two) };
  stop.abort();
  await wait(50);
  return report;
}

/** So many bodies of a megabyte at once; what they hold is not called. */
export async function sendBodies(
  serving: Serving,
  { times, kilobytes }: { readonly times: number; readonly kilobytes: number },
): Promise<{ readonly [status: string]: number }> {
  const token = await callerOf(serving, 'one');
  // Many small values: what a parser makes of them is many times larger than the text.
  const list = `[${'[],'.repeat(Math.floor((kilobytes * 1024 - 200) / 3))}0]`;
  const body = `{"tool_name":"calculator","arguments":{"expression":${list}}}`;
  const headers = { 'content-type': 'application/json' };
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      ask(serving.address, '/calls', { token, method: 'POST', headers, body }).catch(() => ({ status: 0 })),
    ),
  );
  return countOf(answers.map(({ status }) => status));
}
