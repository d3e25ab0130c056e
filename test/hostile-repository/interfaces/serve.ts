import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from '../calls.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { askWith, whileServing, type Ask } from './serving.ts';

const paths = [
  '/status',
  '/tools',
  '/tools/Write',
  '/agents',
  '/rules',
  '/grants',
  '/tokens',
  '/approvals',
  '/history',
  '/sources',
  '/plans',
  '/statistics',
  '/advice',
  '/metrics',
  '/openapi.json',
  '/',
];

/** Requests everything that the service shows, makes calls as a person who denies every request, and runs a plan. */
export async function openByService(testbed: Testbed, calls: readonly Call[]): Promise<string> {
  let answers = '';
  const said = await whileServing(testbed, async ({ address, ask }) => {
    if (testbed.plantedToken !== undefined) {
      const { status } = await askWith(testbed, address, testbed.plantedToken)('GET', '/status');
      if (status !== 401) testbed.note({ kind: 'token_accepted', what: `${status}` });
    }
    for (const port of [new URL(address).port, testbed.plantedPort].map(Number))
      if (port > 0 && (await isListening('127.0.0.2', port)))
        testbed.note({ kind: 'exposed', what: `port ${port}` });
    for (const path of paths) answers += (await ask('GET', path)).text;
    answers += await whileDenying(ask, () => callAll(ask, calls));
    await runPlan(ask);
  });
  return (said ?? '') + answers;
}

async function callAll(ask: Ask, calls: readonly Call[]): Promise<string> {
  let answers = '';
  for (const [tool_name, given] of calls)
    answers += (await ask('POST', '/calls', { tool_name, arguments: given })).text;
  return answers;
}

interface Request {
  readonly id: string;
  readonly shown_digest: string;
}

/** Denies every approval request until the work is done. */
async function whileDenying<T>(ask: Ask, work: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  const denying = (async () => {
    while (!done.signal.aborted) {
      const { status, text } = await ask('GET', '/approvals');
      const { items = [] } = (status === 200 ? JSON.parse(text) : {}) as { items?: Request[] };
      for (const { id, shown_digest } of items)
        await ask('POST', `/approvals/${id}/answer`, { decision: 'reject_once', shown_digest });
      await wait(50);
    }
  })();
  try {
    return await work();
  } finally {
    done.abort();
    await denying;
  }
}

/** Plans that came with the project would be resumed before this one ends. */
async function runPlan(ask: Ask): Promise<void> {
  const nodes = [{ id: 'a', tool: 'calculator', arguments: { expression: '1 + 1' } }];
  const { text } = await ask('POST', '/plans', { plan: { name: 'own', nodes } });
  const { plan_id: id } = JSON.parse(text) as { readonly plan_id?: string };
  if (id !== undefined) await ask('GET', `/plans/${id}/result`);
}

/** Whether anybody listens there. An address of this machine that is not the default one stands for all others. */
function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 });
    const end = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}
