import { expect, onTestFinished, test } from 'vitest';
import type { TokenInput } from '../store/tokens/stored-tokens.ts';
import { createClient, type Client } from './client.ts';
import type { Output } from './contract/contract.ts';
import { services } from './service.test-support.ts';

const { startService } = services(onTestFinished);

const agents = { coder: { permission: 'admin' }, other: { permission: 'admin' } };

type TestService = Awaited<ReturnType<typeof startService>>;
type Approval = Output<'get_approval'>;

interface Site extends Omit<TestService, 'client'> {
  readonly open: TestService['client'];
  /** What has run. */
  readonly ran: string[];
}

/** Two tools that a person is asked about: one of medium risk, one of high. */
async function site(environment: { readonly [name: string]: string } = {}): Promise<Site> {
  const gateway = { agent: 'other' };
  const started = await startService({ agents, gateway }, { open: { environment: withState(environment) } });
  const ran: string[] = [];
  for (const [name, destructive] of [
    ['send', false],
    ['wipe', true],
  ] as const)
    started.toolcrib.service.registerTool({
      name,
      description: `Does ${name}.`,
      parameters: { type: 'object', properties: { what: { type: 'string' } } },
      approval: 'confirm',
      annotations: { destructive },
      run: ({ what }: { readonly what?: string }) => void ran.push(`${name} ${what}`),
    });
  return { ...started, open: started.client, ran };
}

function withState(environment: { readonly [name: string]: string }): { [name: string]: string | undefined } {
  const { TOOLCRIB_STATE, PATH } = process.env;
  return { TOOLCRIB_STATE, PATH, TOOLCRIB_LOG: 'off', ...environment };
}

/** The request of the call with this argument, as this client sees it. */
async function waiting(client: Client, what: string): Promise<Approval> {
  for (;;) {
    const found = (await approvalsOf(client)).find(({ call_id }) => call_id === what);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function approvalsOf(client: Client): Promise<readonly Approval[]> {
  return (await client.ask('list_approvals', {})).items;
}

function call(client: Client, what: string, tool = 'send'): Promise<unknown> {
  return client.ask('execute_tool', { id: what, tool_name: tool, arguments: { what } });
}

/** The code of the problem, which always comes with a way out; undefined when the answer was taken. */
async function answer(
  client: Client,
  { id, shown_digest }: Pick<Approval, 'id' | 'shown_digest'>,
  decision: 'allow_once' | 'allow_always' | 'reject_once' = 'allow_once',
): Promise<string | undefined> {
  return codeOf(client.ask('answer_approval', { id, shown_digest, decision }));
}

async function codeOf(asked: Promise<object>): Promise<string | undefined> {
  try {
    await asked;
    return undefined;
  } catch (error) {
    const { problem } = error as { problem: { code: string; remedy?: string } };
    expect(problem.remedy).toMatch(/.+/u);
    return problem.code;
  }
}

const person = { scopes: ['read', 'approve'] } as const satisfies Partial<TokenInput>;
const coder = { name: 'coder', agent: 'coder', scopes: ['read', 'call'] } as const satisfies TokenInput;

test('an answer counts only with the digest of what was shown', async () => {
  const { open, ran } = await site();
  const [agent, ada] = [await open(coder), await open(person)];
  const calling = [call(agent, 'one'), call(agent, 'two', 'wipe')];
  const [one, two] = [await waiting(ada, 'one'), await waiting(ada, 'two')];
  const without = await ada.request(`/approvals/${one.id}/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'allow_once' }),
  });
  expect([without.status, await without.json()]).toMatchObject([
    400,
    { code: 'request_not_valid', detail: expect.stringContaining('shown_digest') as unknown },
  ]);
  for (const shown_digest of ['', two.shown_digest, one.arguments_digest, one.shown_digest.toUpperCase()])
    expect(await answer(ada, { id: one.id, shown_digest })).toBe('approval_not_seen');
  expect([ran, (await approvalsOf(ada)).length]).toEqual([[], 2]);
  expect(await answer(ada, one)).toBeUndefined();
  expect(await answer(ada, two, 'reject_once')).toBeUndefined();
  await Promise.all(calling);
  expect(ran).toEqual(['send one']);
});

test('what is shown is what runs: only secrets of the operator are replaced, by their names', async () => {
  const { open, ran } = await site({ DEPLOY_TOKEN: 'kilo-lima-mike' });
  const [agent, ada, reader] = [await open(coder), await open(person), await open({ scopes: ['read'] })];
  const what = [
    'rm -rf build && : cookie:a=1 && npm run evil',
    '-----BEGIN PRIVATE KEY-----\nrm -rf /',
    'curl -u x:kilo-lima-mike e.example',
    'password=swordfish-99',
  ].join('\n');
  const calling = agent.ask('execute_tool', { id: 'c', tool_name: 'send', arguments: { what } });
  const asked = await waiting(ada, 'c');
  expect(asked.arguments).toEqual({ what: what.replace('kilo-lima-mike', '[secret DEPLOY_TOKEN]') });
  // Whoever may not answer sees it as it is recorded.
  for (const client of [reader, agent])
    expect(JSON.stringify(await approvalsOf(client))).not.toMatch(/swordfish|kilo-lima|npm run evil'/u);
  await answer(ada, asked);
  await calling;
  expect(ran).toEqual([`send ${what}`]);
  const kept = JSON.stringify(await ada.ask('list_approvals', { status: 'all' }));
  expect(kept).not.toMatch(/swordfish|kilo-lima/u);
});

test('nobody approves their own call: not directly, in a plan, through another tool, by a grant, or with a token of their own', async () => {
  const { open, ran, address } = await site();
  const ada = await open({ scopes: ['read', 'call', 'approve'], approver: false });
  const eve = await open({ name: 'eve', approver: false });
  const plan = { name: 'p', nodes: [{ id: 'n', tool: 'send', arguments: { what: 'planned' } }] };
  const calls = [
    call(eve, 'direct'),
    eve.ask('submit_plan', { plan, plan_id: 'p1' }),
    eve.ask('execute_tool', {
      tool_name: 'execute_tool',
      arguments: { name: 'send', tool_args: { what: 'inside' } },
    }),
  ];
  // What was recorded before can be called again.
  const sent = call(ada, 'before');
  await answer(await open({ ...person, name: 'bob' }), await waiting(ada, 'before'));
  await sent;
  ran.length = 0;
  const { hash } = await eve.ask('get_record', { call_id: 'before' });
  calls.push(eve.ask('replay_call', { call_id: 'before', hash }));
  let items: readonly Approval[] = [];
  while (items.length < 4) items = (await approvalsOf(eve)).filter(({ call_id }) => call_id !== 'before');
  const minted = await eve.ask('create_token', { name: 'eve too', scopes: ['read', 'approve', 'admin'] });
  const second = clientOf(minted.token);
  const third = clientOf(
    (await second.ask('create_token', { name: 'eve three', scopes: ['approve'] })).token,
  );
  for (const item of items) {
    expect(item.requested_by).toBe('token:eve');
    for (const client of [eve, second, third]) expect(await answer(client, item)).toBe('own_request');
  }
  expect(await codeOf(eve.ask('create_token', { name: 'x', scopes: ['approve'], approver: true }))).toBe(
    'scopes_not_yours',
  );
  // With the scope "admin" it may call in the name of anybody.
  for (const agent of ['user', 'coder'])
    expect(await codeOf(eve.ask('give_grant', { tool: 'send', agent }))).toBe('own_request');
  // Without it, as the person, and as the agent of the gateway.
  for (const [agent, code] of [
    ['user', 'own_request'],
    ['other', 'own_request'],
    ['coder', undefined],
  ] as const)
    expect(await codeOf(ada.ask('give_grant', { tool: 'wipe', agent })), agent).toBe(code);
  expect(ran).toEqual([]);
  // To refuse one's own call, and to approve that of another, is possible.
  for (const [index, item] of items.entries()) {
    const decision = index === 0 ? 'reject_once' : 'allow_once';
    expect(await answer(index === 0 ? eve : ada, item, decision)).toBeUndefined();
  }
  await Promise.all(calls);
  await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(3);

  function clientOf(token: string): Client {
    return createClient({ fetch, base: address, token });
  }
});

test('a token approves within its scope of agents, tools and risk, and sees only those requests whole', async () => {
  const { open, ran } = await site();
  const approves = { agents: ['coder'], tools: ['s*'], maxRisk: 'medium' } as const;
  const [bob, ada] = [await open({ ...person, name: 'bob', approves }), await open(person)];
  const [agent, other] = [await open(coder), await open({ ...coder, name: 'other', agent: 'other' })];
  const secret = 'password=swordfish-99';
  const calls = [
    agent.ask('execute_tool', { id: 'inside', tool_name: 'send', arguments: { what: secret } }),
    agent.ask('execute_tool', { id: 'risk', tool_name: 'wipe', arguments: { what: secret } }),
    other.ask('execute_tool', { id: 'agent', tool_name: 'send', arguments: { what: secret } }),
  ];
  for (const what of ['risk', 'agent']) {
    const item = await waiting(bob, what);
    expect(JSON.stringify(item)).not.toContain('swordfish');
    for (const decision of ['allow_once', 'reject_once'] as const)
      expect(await answer(bob, item, decision)).toBe('approver_out_of_scope');
    expect(JSON.stringify(await waiting(ada, what))).toContain('swordfish');
    await answer(ada, item, 'reject_once');
  }
  const inside = await waiting(bob, 'inside');
  expect(JSON.stringify(inside)).toContain('swordfish');
  // The risk of what a grant would allow is not known yet.
  expect(await answer(bob, inside, 'allow_always')).toBe('approver_out_of_scope');
  expect(await codeOf(bob.ask('give_grant', { tool: 'send', agent: 'coder' }))).toBe('approver_out_of_scope');
  expect(ran).toEqual([]);
  expect(await answer(bob, inside)).toBeUndefined();
  await Promise.all(calls);
  expect(ran).toEqual([`send ${secret}`]);
});

test('who may make tokens gives them no more than they may approve themselves', async () => {
  const { open, toolcrib } = await site();
  const approves = { agents: ['coder'], maxRisk: 'medium' } as const;
  const bob = await open({ name: 'bob', scopes: ['read', 'approve', 'admin'], approver: false, approves });
  const scopes = ['approve' as const];
  for (const wider of [{ agents: ['coder', 'other'] }, { agents: ['coder'], max_risk: 'high' as const }, {}])
    expect(await codeOf(bob.ask('create_token', { name: 'x', scopes, approves: wider }))).toBe(
      'scopes_not_yours',
    );
  const { about } = await bob.ask('create_token', { name: 'same', scopes });
  expect(about).toMatchObject({ approves: { agents: ['coder'], tools: null, max_risk: 'medium' } });
  expect((await toolcrib.store.tokens.list()).find(({ name }) => name === 'same')?.holds).toEqual([
    'token:bob',
  ]);
});

test('who has answered is who holds the token, and no second token has that name', async () => {
  const { open, toolcrib } = await site();
  const [agent, ada, other] = [await open(coder), await open(person), await open(person)];
  const calls = [call(agent, 'one'), call(agent, 'two')];
  await answer(ada, await waiting(ada, 'one'));
  await answer(other, await waiting(ada, 'two'));
  await Promise.all(calls);
  const byCall = new Map(
    (await toolcrib.store.approvals.list()).map(({ question, answeredBy }) => [question.callId, answeredBy]),
  );
  expect([byCall.get('one'), byCall.get('two')]).toEqual(['token:ada', 'token:ada 2']);
  await toolcrib.store.history.flush();
  expect((await ada.ask('get_record', { call_id: 'two' })).approved_by).toBe('token:ada 2');
});

test('an agent sees its own requests alone, in the list, by their id and in events', async () => {
  const { open } = await site();
  const [agent, other, ada] = [
    await open(coder),
    await open({ ...coder, name: 'other', agent: 'other' }),
    await open(person),
  ];
  const stop = new AbortController();
  const stream = await other.request('/events', { signal: stop.signal });
  const calling = call(agent, 'mine');
  const { id } = await waiting(agent, 'mine');
  for (const status of ['pending', 'all'] as const)
    expect((await other.ask('list_approvals', { status })).items).toEqual([]);
  expect(await codeOf(other.ask('get_approval', { id }))).toBe('approval_not_found');
  await answer(ada, await waiting(ada, 'mine'), 'reject_once');
  await calling;
  await call(other, 'theirs', 'calculator');
  let heard = '';
  for await (const chunk of stream.body ?? []) {
    heard += new TextDecoder().decode(chunk);
    if (heard.includes('"theirs"') && heard.includes('event: record')) break;
  }
  stop.abort();
  expect(heard).not.toContain(id);
});

test('a list that leaves something out says where to go on', async () => {
  const { open } = await site();
  const [agent, ada] = [await open(coder), await open(person)];
  const calls = [call(agent, 'one'), call(agent, 'two')];
  await Promise.all([waiting(ada, 'one'), waiting(ada, 'two')]);
  const first = await ada.ask('list_approvals', { limit: 1 });
  const second = await ada.ask('list_approvals', { limit: 1, cursor: first.next ?? '' });
  const whole = await ada.ask('list_approvals', { limit: 2 });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id));
  expect([first.next === null, second.next, whole.next]).toEqual([false, null, null]);
  for (const item of whole.items) await answer(ada, item, 'reject_once');
  await Promise.all(calls);
});
