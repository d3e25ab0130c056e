import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../store/receiver.test-support.ts';
import { services } from './service.test-support.ts';

const { serveProject, startService } = services(onTestFinished);

const config = {
  agents: { coder: { permission: 'admin' }, other: { permission: 'admin' } },
  tools: [
    {
      name: 'send',
      description: 'Sends.',
      type: 'function',
      handler: 'send',
      parameters: { type: 'object' },
      approval: 'confirm',
      implementation: { type: 'mock', mock_response: 'sent' },
    },
  ],
};
const sum = {
  name: 'sum',
  nodes: [
    { id: 'add', tool: 'calculator', arguments: { expression: '{{input.x}}+1' } },
    { id: 'shout', tool: 'string', arguments: { operation: 'upper', text: 'r{{nodes.add.output.result}}' } },
  ],
  output: '{{nodes.shout.output.result}}',
};

test('a plan is checked, run and drawn, and its calls are those of whoever submitted it', async () => {
  const { client: open } = await startService(config);
  const coder = await open({ name: 'coder', agent: 'coder', scopes: ['read', 'call'] });
  expect(await coder.ask('check_plan', { plan: sum, input: { x: '41' } })).toEqual({ problems: [] });
  const begun = await coder.ask('submit_plan', { plan: sum, input: { x: '41' }, plan_id: 'p1' });
  expect(begun).toMatchObject({ plan_id: 'p1', name: 'sum', agent: 'coder' });
  expect(await coder.ask('get_plan_result', { plan_id: 'p1' })).toMatchObject({
    state: 'succeeded',
    output: 'R42',
  });
  const { nodes } = await coder.ask('get_plan', { plan_id: 'p1' });
  expect(nodes.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
  expect((await coder.ask('list_plans', {})).items).toMatchObject([{ plan_id: 'p1', state: 'succeeded' }]);
  expect(await coder.ask('get_plan_output', { plan_id: 'p1', node: 'add' })).toMatchObject({
    output: { result: '42' },
  });
  expect(await coder.ask('get_plan_picture', { plan_id: 'p1' })).toMatch(/^<svg/u);
  expect(await coder.ask('get_plan_picture', { plan_id: 'p1', format: 'mermaid' })).toContain('add');
  const { items } = await coder.ask('list_history', { parent_call_id: 'p1' });
  expect(items.map(({ agent }) => agent)).toEqual(['coder', 'coder']);
  // The same id is the same run.
  await coder.ask('submit_plan', { plan: sum, input: { x: '41' }, plan_id: 'p1' });
  expect((await coder.ask('list_history', { parent_call_id: 'p1' })).items).toHaveLength(2);
});

test('what is wrong with a plan is told with its place, and nothing runs', async () => {
  const { client: open } = await startService(config);
  const client = await open();
  const plan = { name: 'wrong', nodes: [{ id: 'a', tool: 'calculater', arguments: {} }] };
  expect((await client.ask('check_plan', { plan })).problems).toMatchObject([{ severity: 'error' }]);
  await expect(client.ask('submit_plan', { plan })).rejects.toMatchObject({
    problem: {
      code: 'request_not_valid',
      problems: [{ path: expect.stringContaining('/nodes/0') as string }],
    },
  });
  await expect(client.ask('submit_plan', { plan: { nodes: 1 } })).rejects.toMatchObject({
    problem: { code: 'request_not_valid' },
  });
  expect((await client.ask('list_plans', {})).items).toEqual([]);
});

test('a plan of one agent is nobody’s business for another, and cannot be taken over by its id', async () => {
  const { client: open } = await startService(config);
  const coder = await open({ name: 'coder', agent: 'coder', scopes: ['read', 'call'] });
  const other = await open({ name: 'other', agent: 'other', scopes: ['read', 'call'] });
  const waits = { name: 'waits', nodes: [{ id: 'send', tool: 'send' }] };
  await coder.ask('submit_plan', { plan: waits, plan_id: 'p1' });
  const unknown = { problem: { status: 404, code: 'unknown_plan' } };
  const asked = [
    other.ask('get_plan', { plan_id: 'p1' }),
    other.ask('get_plan_result', { plan_id: 'p1' }),
    other.ask('get_plan_output', { plan_id: 'p1', node: 'send' }),
    other.ask('cancel_plan', { plan_id: 'p1' }),
    other.ask('resume_plan', { plan_id: 'p1' }),
    other.ask('get_plan_picture', { plan_id: 'p1' }),
    other.ask('submit_plan', { plan: waits, plan_id: 'p1' }),
  ];
  await Promise.all(asked.map((asking) => expect(asking).rejects.toMatchObject(unknown)));
  expect((await other.ask('list_plans', {})).items).toEqual([]);
  expect(await coder.ask('cancel_plan', { plan_id: 'p1' })).toMatchObject({ plan_id: 'p1' });
  expect(await coder.ask('get_plan_result', { plan_id: 'p1' })).toMatchObject({ state: 'cancelled' });
});

test('a plan is made of a task in words, and what happens to it is heard', async () => {
  const { client: open } = await startService(config);
  const client = await open();
  const made = await client.ask('make_plan', { task: 'calculate 6*7' });
  expect(made).toMatchObject({ by: 'rules' });
  const stop = new AbortController();
  const events = client.events({ signal: stop.signal });
  const heard: string[] = [];
  const listening = (async () => {
    for await (const { type, event } of events) {
      if (type === 'plan') heard.push(String(event));
      if (event === 'plan-end') return;
    }
  })();
  await client.ask('submit_plan', { plan: sum, input: { x: '1' } });
  await listening;
  stop.abort();
  expect(heard).toEqual(['plan-start', 'node-start', 'node-end', 'node-start', 'node-end', 'plan-end']);
});

test('a person decides about a payment whose outcome is unknown, and no agent does', async () => {
  const receiver = await startReceiver({ answer: () => new Promise(() => undefined) });
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
  const paying = { agents: config.agents, tools: [pay] };
  const first = await startService(paying);
  const coder = await first.client({ name: 'coder', agent: 'coder', scopes: ['read', 'call'] });
  const plan = { name: 'rent', nodes: [{ id: 'pay', tool: 'pay' }] };
  // What an agent writes may not decide that it is made again.
  const again = { name: 'rent', nodes: [{ id: 'pay', tool: 'pay', on_unknown: 'retry' }] };
  await expect(coder.ask('submit_plan', { plan: again })).rejects.toMatchObject({
    problem: {
      code: 'request_not_valid',
      problems: [{ path: '/nodes/0/on_unknown', keyword: 'retry_not_allowed' }],
    },
  });
  const person = await first.client();
  expect((await person.ask('check_plan', { plan: again })).problems).toMatchObject([
    { code: 'may_call_twice', severity: 'warning' },
  ]);
  expect(receiver.received.size).toBe(0);

  await coder.ask('submit_plan', { plan, plan_id: 'rent' });
  await expect.poll(() => receiver.received.get('rent')).toBe(1);
  await first.service.close();
  await first.toolcrib.close();
  const second = await serveProject(first.project);
  const approves = { agents: ['coder'], tools: ['s*'] } as const;
  const [agent, reader, bob, ada] = await Promise.all([
    second.client({ name: 'coder', agent: 'coder', scopes: ['read', 'call'] }),
    second.client({ name: 'reader', scopes: ['read', 'call'] }),
    second.client({ name: 'bob', scopes: ['read', 'call', 'approve'], approves }),
    second.client(),
  ]);
  await agent.ask('resume_plan', { plan_id: 'rent' });
  expect(await agent.ask('get_plan_result', { plan_id: 'rent' })).toMatchObject({ state: 'parked' });
  const retry = { plan_id: 'rent', decisions: { pay: { decision: 'retry' } } } as const;
  await expect(agent.ask('resume_plan', retry)).rejects.toMatchObject({
    problem: { code: 'not_for_agents' },
  });
  await expect(reader.ask('resume_plan', retry)).rejects.toMatchObject({
    problem: { code: 'scope_missing' },
  });
  await expect(bob.ask('resume_plan', retry)).rejects.toMatchObject({
    problem: { code: 'approver_out_of_scope' },
  });
  const wrong = { plan_id: 'rent', decisions: { other: { decision: 'skip' } } } as const;
  await expect(ada.ask('resume_plan', wrong)).rejects.toMatchObject({
    problem: { code: 'nothing_to_decide' },
  });
  expect(await ada.ask('get_plan', { plan_id: 'rent' })).toMatchObject({
    state: 'parked',
    undecided: [{ name: 'pay', call_id: 'rent:pay#1' }],
  });
  const done = { decision: 'done', output: { receipt: 7 } } as const;
  await ada.ask('resume_plan', { plan_id: 'rent', decisions: { pay: done } });
  expect(await ada.ask('get_plan_result', { plan_id: 'rent' })).toMatchObject({
    state: 'succeeded',
    output: { pay: { receipt: 7 } },
  });
  const { nodes } = await ada.ask('get_plan', { plan_id: 'rent' });
  expect(nodes).toMatchObject([{ state: 'succeeded', decided: { decision: 'done', by: 'token:ada 2' } }]);
  expect(receiver.received.get('rent')).toBe(1);
});

test('a call that runs is told with the history before its record is there', async () => {
  const held = Promise.withResolvers<void>();
  const receiver = await startReceiver({ answer: () => held.promise });
  onTestFinished(() => receiver.stop());
  const post = {
    name: 'post',
    description: 'Posts.',
    type: 'function',
    handler: 'post',
    approval: 'safe',
    parameters: { type: 'object' },
    implementation: { type: 'rest', base_url: receiver.url, path: '/letter', method: 'POST' },
  };
  const { client: open } = await startService({ ...config, tools: [post] });
  const client = await open();
  const calling = client.ask('execute_tool', { tool_name: 'post', arguments: {}, id: 'letter' });
  await expect.poll(() => receiver.received.size).toBe(1);
  expect(await client.ask('list_history', {})).toMatchObject({
    items: [],
    running: [{ given_id: 'letter', tool: 'post', status: 'running' }],
  });
  const other = await open({ name: 'other', agent: 'other', scopes: ['read'] });
  expect(await other.ask('list_history', {})).toMatchObject({ items: [], running: [] });
  held.resolve();
  await calling;
  expect(await client.ask('list_history', {})).toMatchObject({
    items: [{ given_id: 'letter', status: 'success' }],
    running: [],
  });
});
