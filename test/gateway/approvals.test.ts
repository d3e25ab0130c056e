import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { connect, openGateway, textOf, type Gateway } from './gateway.ts';

interface Asking {
  readonly gateway: Gateway;
  readonly ran: string[];
}

/** A gateway with a tool that asks before it runs. */
async function askingGateway(options: Parameters<typeof openGateway>[0] = {}): Promise<Asking> {
  const ran: string[] = [];
  const agents = { one: { permission: 'admin' }, two: { permission: 'admin' } };
  const gateway = await openGateway({ ...options, config: { agents, ...options.config } });
  gateway.toolcrib.service.registerTool({
    name: 'launch',
    description: 'Launches.',
    parameters: { type: 'object', properties: { what: { type: 'string' } } },
    approval: 'confirm',
    run: (input: { readonly what?: string }) => {
      ran.push(String(input.what));
      return `launched ${input.what}`;
    },
  });
  return { gateway, ran };
}

const yes = { approval: { action: 'accept', content: { decision: 'allow_once' } } };
const elicit = (): never => {
  throw new Error('asked by hand');
};

interface Returned {
  readonly resultType?: string | undefined;
  readonly requestState?: string | undefined;
  readonly inputRequests?: { readonly [key: string]: object } | undefined;
  readonly isError?: boolean | undefined;
  readonly content?: unknown;
}

/** One request, as it is on the wire: the client does not answer by itself. */
function send(client: Client, what: string, more: object = {}, name = 'launch'): Promise<Returned> {
  const params = { name, arguments: { what }, ...more };
  return client.request({ method: 'tools/call', params }, { allowInputRequired: true });
}

async function asked(client: Client, what: string): Promise<string> {
  const { resultType, requestState = '', inputRequests } = await send(client, what);
  expect(resultType).toBe('input_required');
  expect(inputRequests?.['approval']).toMatchObject({ method: 'elicitation/create' });
  return requestState;
}

const codeOf = (result: Returned): unknown =>
  (JSON.parse(textOf(result)) as { error_code: string }).error_code;

test('a yes runs the call once; the same state again, also at the same time, runs nothing', async () => {
  const { gateway, ran } = await askingGateway();
  const client = await connect('2026 http', gateway, { elicit });
  const requestState = await asked(client, 'it');
  const answers = await Promise.all(
    [1, 2, 3].map(() => send(client, 'it', { requestState, inputResponses: yes })),
  );
  expect(answers.filter((one) => one.isError !== true).map(textOf)).toEqual(['launched it']);
  expect(codeOf(await send(client, 'it', { requestState, inputResponses: yes }))).toBe('approval_used');
  expect(ran).toEqual(['it']);
});

test('a question about a call that has an id of its own is put to its client, and to no other', async () => {
  const { gateway, ran } = await askingGateway();
  const client = await connect('2026 http', gateway, { elicit, agent: 'one' });
  const bystander = await connect('2026 http', gateway, { elicit, agent: 'two' });
  const inner = { id: 'deploy-7', name: 'launch', tool_args: { what: 'it' } };
  const params = { name: 'execute_tool', arguments: inner };
  const sendInner = (from: Client, more: object = {}): Promise<Returned> =>
    from.request({ method: 'tools/call', params: { ...params, ...more } }, { allowInputRequired: true });
  const [mine, theirs] = [await sendInner(client), await sendInner(bystander)];
  expect([mine.resultType, theirs.resultType]).toEqual(['input_required', 'input_required']);
  const no = { approval: { action: 'decline' } };
  expect(
    (await sendInner(bystander, { requestState: theirs.requestState, inputResponses: no })).isError,
  ).toBe(true);
  expect(ran).toEqual([]);
  const done = await sendInner(client, { requestState: mine.requestState, inputResponses: yes });
  expect(textOf(done)).toBe('launched it');
  expect(codeOf(await sendInner(client))).toBe('call_id_used');
  expect(ran).toEqual(['it']);
});

test('a yes is for the arguments and the tool that were shown', async () => {
  const { gateway, ran } = await askingGateway();
  const client = await connect('2026 http', gateway, { elicit });
  const requestState = await asked(client, 'it');
  expect(codeOf(await send(client, 'else', { requestState, inputResponses: yes }))).toBe('approval_mismatch');
  expect(codeOf(await send(client, 'it', { requestState, inputResponses: yes }, 'calculator'))).toBe(
    'approval_mismatch',
  );
  expect(ran).toEqual([]);
  expect(textOf(await send(client, 'it', { requestState, inputResponses: yes }))).toBe('launched it');
});

test('a forged state, one of another principal, one of another door and one that is too old are refused', async () => {
  const { gateway, ran } = await askingGateway({ config: { defaults: { approval_timeout: 1000 } } });
  const client = await connect('2026 http', gateway, { elicit, agent: 'one' });
  const foreign = await connect('2026 http', gateway, { elicit, agent: 'two' });
  const other = await connect('2026 http', (await askingGateway()).gateway, { elicit, agent: 'one' });
  const requestState = await asked(client, 'it');
  const [head, body = '', mac] = requestState.split('.');
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as { p: object; exp: number };
  const forgery = Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 1000 })).toString('base64url');
  const tries: [Client, string][] = [
    [client, `${head}.${forgery}.${mac}`],
    [client, `${requestState.slice(0, -2)}AA`],
    [client, 'nonsense'],
    [foreign, requestState],
    [other, requestState],
  ];
  for (const [who, state] of tries)
    await expect(send(who, 'it', { requestState: state, inputResponses: yes })).rejects.toMatchObject({
      code: -32_602,
    });
  await wait(2100);
  await expect(send(client, 'it', { requestState, inputResponses: yes })).rejects.toMatchObject({
    code: -32_602,
  });
  expect(ran).toEqual([]);
});

test.each([
  ['declined', { approval: { action: 'decline' } }],
  ['cancelled', { approval: { action: 'cancel' } }],
  ['an accepted form without a decision', { approval: { action: 'accept', content: {} } }],
  ['a standing yes', { approval: { action: 'accept', content: { decision: 'allow_always' } } }],
])('%s is a no', async (_, inputResponses) => {
  const { gateway, ran } = await askingGateway();
  const client = await connect('2026 http', gateway, { elicit });
  const requestState = await asked(client, 'it');
  expect(codeOf(await send(client, 'it', { requestState, inputResponses }))).toBe('approval_refused');
  expect(ran).toEqual([]);
  expect(await gateway.toolcrib.service.grants.list()).toEqual([]);
});

test.each([
  ['no answer', {}],
  ['an answer to something else', { other: yes.approval }],
  ['what is no answer', { approval: { yes: true } }],
])('%s: the client is asked again', async (_, inputResponses) => {
  const { gateway, ran } = await askingGateway();
  const client = await connect('2026 http', gateway, { elicit });
  const first = await asked(client, 'it');
  const again = await send(client, 'it', { requestState: first, inputResponses });
  expect(again.resultType).toBe('input_required');
  expect(ran).toEqual([]);
  const { requestState } = again;
  expect(textOf(await send(client, 'it', { requestState, inputResponses: yes }))).toBe('launched it');
  expect(ran).toEqual(['it']);
});

test('who watches the store is asked first, the others go on meanwhile, and the client waits', async () => {
  const { gateway, ran } = await askingGateway({ isWatched: () => true });
  const client = await connect('2026 http', gateway, { elicit });
  const { approvals } = gateway.toolcrib.store;
  const waiting = send(client, 'it');
  await expect.poll(async () => (await approvals.list({ status: 'pending' })).length).toBe(1);
  expect(textOf(await client.callTool({ name: 'calculator', arguments: { expression: '6*7' } }))).toContain(
    '42',
  );
  const [question] = await approvals.list({ status: 'pending' });
  await approvals.answer(question?.id ?? '', { decision: 'allow_once', by: 'console' });
  expect(textOf(await waiting)).toBe('launched it');
  expect(ran).toEqual(['it']);
});

test('answered elsewhere while the client shows it, the call has run once when the client comes back', async () => {
  const { gateway, ran } = await askingGateway();
  const client = await connect('2026 http', gateway, { elicit });
  const requestState = await asked(client, 'it');
  const { approvals } = gateway.toolcrib.store;
  const [question] = await approvals.list({ status: 'pending' });
  await approvals.answer(question?.id ?? '', { decision: 'allow_once', by: 'console' });
  await expect.poll(() => ran).toEqual(['it']);
  const declined = { approval: { action: 'decline' } };
  expect(textOf(await send(client, 'it', { requestState, inputResponses: declined }))).toBe('launched it');
  expect(ran).toEqual(['it']);
});

test('what a searching model calls is asked about as well', async () => {
  const { gateway, ran } = await askingGateway({ expose: 'search' });
  const questions: string[] = [];
  const client = await connect('2025 http', gateway, {
    elicit: ({ params }) => {
      questions.push(params.message);
      return { action: 'accept', content: { decision: 'allow_once' } };
    },
  });
  const given = { name: 'launch', tool_args: { what: 'it' } };
  expect(textOf(await client.callTool({ name: 'execute_tool', arguments: given }))).toBe('launched it');
  expect(questions).toEqual([expect.stringContaining('launch 1.0.0')]);
  expect(ran).toEqual(['it']);
});

test('two clients at once: each is asked about its own call, and gets its own answer', async () => {
  const { gateway, ran } = await askingGateway();
  const clients = await Promise.all(
    (['2026 http', '2025 http'] as const).map((kind, index) =>
      connect(kind, gateway, {
        agent: index === 0 ? 'one' : 'two',
        elicit: async ({ params }) => {
          await wait(50);
          return {
            action: 'accept',
            content: { decision: params.message.includes('"no"') ? 'no' : 'allow_once' },
          };
        },
      }),
    ),
  );
  const results = await Promise.all(
    clients.flatMap((client, index) =>
      [`a${index}`, 'no', `b${index}`].map(async (what) =>
        textOf(await client.callTool({ name: 'launch', arguments: { what } })),
      ),
    ),
  );
  expect(ran.toSorted()).toEqual(['a0', 'a1', 'b0', 'b1']);
  expect(results.map((text) => /launched .*|approval_refused/u.exec(text)?.[0])).toEqual([
    'launched a0',
    'approval_refused',
    'launched b0',
    'launched a1',
    'approval_refused',
    'launched b1',
  ]);
});

test('a yes to a kind of risk counts until the session ends, for the client that gave it', async () => {
  const agents = { one: { permission: 'admin' } };
  const gateway = await openGateway({ config: { agents } });
  const { project } = gateway.toolcrib.config;
  writeFileSync(join(project, 'notes.txt'), 'precious');
  const counts = { mine: 0, theirs: 0 };
  const clientOf = (name: keyof typeof counts, decision: string): Promise<Client> =>
    connect('2026 http', gateway, {
      agent: 'one',
      headers: { 'x-principal': name },
      elicit: () => {
        counts[name]++;
        return { action: 'accept', content: { decision } };
      },
    });
  const [mine, theirs] = await Promise.all([
    clientOf('mine', 'allow_once'),
    clientOf('theirs', 'reject_once'),
  ]);
  const overwrite = async (client: Client): Promise<string> =>
    textOf(
      await client.callTool({
        name: 'Write',
        arguments: { file_path: 'notes.txt', content: `${Math.random()}` },
      }),
    );
  for (const _ of [1, 2, 3]) expect(await overwrite(mine)).toContain('notes.txt');
  const kept = readFileSync(join(project, 'notes.txt'), 'utf8');
  expect(await overwrite(theirs)).toContain('approval_refused');
  expect(counts).toEqual({ mine: 1, theirs: 1 });
  expect(readFileSync(join(project, 'notes.txt'), 'utf8')).toBe(kept);
});
