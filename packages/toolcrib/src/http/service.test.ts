import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ServiceProblem, type Client } from './client.ts';
import { services } from './service.test-support.ts';

const { startService } = services(onTestFinished);

/** A tool that asks before it answers. */
const send = {
  name: 'send',
  description: 'Sends.',
  type: 'function',
  handler: 'send',
  parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  approval: 'confirm',
  implementation: { type: 'mock', mock_response: 'sent' },
};
const config = {
  tools: [send],
  agents: { coder: { permission: 'admin' }, other: { permission: 'admin' } },
};

async function problemOf(asking: Promise<unknown>): Promise<ServiceProblem['problem']> {
  try {
    await asking;
  } catch (error) {
    if (error instanceof ServiceProblem) return error.problem;
    throw error;
  }
  throw new Error('it was answered');
}

/** What an answer to the first request that waits has to name. */
async function waitingFor(client: Client): Promise<{ readonly id: string; readonly shown_digest: string }> {
  for (;;) {
    const [first] = (await client.ask('list_approvals', {})).items;
    if (first !== undefined) return { id: first.id, shown_digest: first.shown_digest };
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('tools are listed page by page, filtered, and described', async () => {
  const client = await (await startService(config)).client();
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.ask('list_tools', { limit: 4, cursor });
    names.push(...page.items.map(({ name }) => name));
    cursor = page.next ?? undefined;
    expect(page.total).toBeGreaterThan(10);
  } while (cursor !== undefined);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('send');
  expect((await client.ask('list_tools', { q: 'arithmetic' })).items).toMatchObject([{ name: 'calculator' }]);
  expect(await client.ask('get_tool_descriptor', { name: 'send' })).toMatchObject({
    version: '1.0.0',
    parameter_list: [{ name: 'to', type: 'string', required: true }],
  });
  expect(await client.ask('get_tool_page', { name: 'calculator' })).toMatch(/^# calculator/u);
  expect((await client.ask('list_tool_versions', { name: 'send' })).items).toMatchObject([
    { version: '1.0.0', is_default: true },
  ]);
  expect(await client.ask('format_tools', { provider: 'openai', tools: ['send'] })).toMatchObject({
    tools: [{ function: { name: 'send' } }],
  });
  expect(await problemOf(client.ask('get_tool_descriptor', { name: 'sned' }))).toMatchObject({
    status: 404,
    code: 'tool_not_found',
  });
});

test('a call is answered with its status, whatever that is; a batch in its order', async () => {
  const { client: open, errors } = await startService(config);
  const client = await open();
  const good = { id: 'c1', tool_name: 'calculator', arguments: { expression: '6*7' } };
  expect(await client.ask('execute_tool', good)).toMatchObject({
    call_id: 'c1',
    status: 'success',
    output: { result: '42' },
    metadata: { execution_time_ms: expect.any(Number) as number },
  });
  const { results } = await client.ask('execute_tools', {
    calls: [{ tool_name: 'nothing' }, { ...good, id: 'c2' }, { tool_name: 'send', arguments: {} }],
  });
  expect(results).toMatchObject([
    { status: 'error', error_code: 'tool_not_found' },
    { status: 'success' },
    { status: 'error', error_code: 'invalid_arguments' },
  ]);
  expect(await client.ask('explain_call', { tool_name: 'send', arguments: { to: 'bob' } })).toMatchObject({
    outcome: 'ask',
  });
  expect(errors).toEqual([]);
});

test('what the contract does not take is a problem that names the place, in the language of the caller', async () => {
  const client = await (await startService()).client();
  const asked = await client.request('/calls', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'fr, zh;q=0.9, en;q=0.5' },
    body: JSON.stringify({ tool: 'calculator' }),
  });
  expect(asked.headers.get('content-type')).toBe('application/problem+json');
  expect(asked.headers.get('content-language')).toBe('zh-CN');
  expect(await asked.json()).toMatchObject({
    type: 'urn:toolcrib:problem:request_not_valid',
    status: 400,
    title: '请求无效',
    problems: [{ keyword: 'required' }, { keyword: 'additionalProperties' }],
  });
  const unknown = await client.request('/tools?limt=3');
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { code: 'request_not_valid' }]);
  const nowhere = await client.request('/nowhere');
  expect([nowhere.status, await nowhere.json()]).toMatchObject([404, { code: 'address_not_found' }]);
  const wrongWay = await client.request('/calls', { method: 'DELETE' });
  expect([wrongWay.status, wrongWay.headers.get('allow')]).toEqual([405, 'POST']);
});

test('a call that needs a yes waits for the answer, which is taken once', async () => {
  const { client: open } = await startService(config);
  const [agent, first, second] = await Promise.all([
    open({ name: 'coder', agent: 'coder', scopes: ['read', 'call'] }),
    open({ name: 'ada' }),
    open({ name: 'eve' }),
  ]);
  const calling = agent.ask('execute_tool', { id: 'c1', tool_name: 'send', arguments: { to: 'bob' } });
  const waiting = await waitingFor(first);
  const { id } = waiting;
  const answers = await Promise.allSettled(
    [first, second].map((client) => client.ask('answer_approval', { ...waiting, decision: 'allow_once' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const late = answers.find((one) => one.status === 'rejected')?.reason as ServiceProblem;
  expect(late.problem).toMatchObject({ status: 409, code: 'approval_ended' });
  expect(await calling).toMatchObject({ status: 'success', output: 'sent' });
  expect(await first.ask('get_approval', { id })).toMatchObject({ status: 'used', agent: 'coder' });
});

test('a yes to a kind of risk counts for the token that asked, whoever the others say they are', async () => {
  const { client: open, project } = await startService({ agents: { coder: { permission: 'admin' } } });
  const path = join(project, 'notes.txt');
  writeFileSync(path, 'precious');
  const overwrite = (client: Client, more: object = {}): ReturnType<typeof client.ask<'execute_tool'>> =>
    client.ask('execute_tool', {
      tool_name: 'Write',
      arguments: { file_path: 'notes.txt', content: `${Math.random()}` },
      ...more,
    });
  const scopes = ['read', 'call'] as const;
  const [one, other, person] = await Promise.all([
    open({ name: 'one', agent: 'coder', scopes }),
    open({ name: 'other', agent: 'coder', scopes }),
    open({ name: 'ada' }),
  ]);
  const answerNext = async (decision: 'allow_once' | 'reject_once'): Promise<string> => {
    const waiting = await waitingFor(person);
    return (await person.ask('answer_approval', { ...waiting, decision })).agent ?? '';
  };
  const [first] = await Promise.all([overwrite(one), answerNext('allow_once')]);
  expect(first).toMatchObject({ status: 'success' });
  expect(await overwrite(one)).toMatchObject({ status: 'success' });
  const kept = readFileSync(path, 'utf8');
  // The same agent with another token, and a person in its name.
  for (const call of [
    () => overwrite(other),
    () => overwrite(person, { agent: 'coder' }),
    () => overwrite(person),
  ]) {
    const [refused] = await Promise.all([call(), answerNext('reject_once')]);
    expect(refused).toMatchObject({ status: 'blocked', error_code: 'approval_refused' });
  }
  // Nobody says in whose session a call is.
  const forged = {
    session: one.token,
    tool_name: 'Write',
    arguments: { file_path: 'notes.txt', content: 'x' },
  };
  const answer = await other.request('/calls', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(forged),
  });
  expect([answer.status, readFileSync(path, 'utf8')]).toEqual([400, kept]);
});

test('history is read page by page, and one record can be played again', async () => {
  const client = await (await startService(config)).client();
  for (const n of [1, 2, 3])
    await client.ask('execute_tool', {
      id: `c${n}`,
      tool_name: 'calculator',
      arguments: { expression: `${n}+0` },
    });
  const page = await client.ask('list_history', { tool: 'calculator', limit: 2 });
  expect(page.items.map(({ given_id }) => given_id)).toEqual(['c3', 'c2']);
  const rest = await client.ask('list_history', { limit: 2, cursor: String(page.next) });
  expect([rest.items.map(({ given_id }) => given_id), rest.next]).toEqual([['c1'], null]);
  const { call_id, hash } = await client.ask('get_record', { call_id: 'c2' });
  expect(await client.ask('get_record', { call_id })).toMatchObject({ given_id: 'c2', hash });
  expect(await client.ask('replay_call', { call_id, hash })).toMatchObject({ output: { result: '2' } });
  const all = await client.ask('export_history', {});
  expect(all.map(({ given_id }) => given_id).slice(1)).toEqual(['c3', 'c2', 'c1']);
  expect(all[0]).toMatchObject({ replay_of: call_id });
  expect((await client.ask('get_statistics', {})).items).toMatchObject([{ tool: 'calculator', calls: 4 }]);
  const { since, step_ms, items } = await client.ask('get_statistics_series', { tool: 'calculator' });
  expect(Date.parse(items[0]?.time ?? '')).toBeLessThanOrEqual(Date.parse(since));
  expect(items.map(({ time }) => Date.parse(time) % step_ms)).toEqual(items.map(() => 0));
  expect(items.map(({ calls }) => calls).filter((calls) => calls > 0)).toEqual([4]);
  expect(items.at(0)).toMatchObject({ calls: 0, success_rate: null, p95_ms: null });
  expect(await problemOf(client.ask('get_record', { call_id: 'nobody' }))).toMatchObject({
    code: 'record_not_found',
  });
  expect(await problemOf(client.ask('list_history', { cursor: 'x' }))).toMatchObject({ code: 'bad_cursor' });
});

test('events tell of calls, questions and records, and a listener goes on where it was', async () => {
  const { client: open } = await startService(config);
  const client = await open();
  const stop = new AbortController();
  const heard: string[] = [];
  const events = client.events({ signal: stop.signal })[Symbol.asyncIterator]();
  const listening = events.next();
  const calling = client.ask('execute_tool', { id: 'c1', tool_name: 'send', arguments: { to: 'bob' } });
  await client.ask('answer_approval', { ...(await waitingFor(client)), decision: 'allow_once' });
  await calling;
  for (let next = await listening; !next.done; next = await events.next()) {
    heard.push(next.value.type);
    if (next.value.type === 'record') break;
  }
  stop.abort();
  expect(heard.filter((type) => type !== 'approval')).toEqual([
    'call-start',
    'call-run',
    'call-end',
    'record',
  ]);
  expect(heard).toContain('approval');
});

test('a search is narrowed by kind and permission', async () => {
  const { client } = await startService();
  const ada = await client();
  const found = async (more: object): Promise<string[]> =>
    (await ada.ask('search_tools', { q: 'find files by a pattern', limit: 50, ...more })).items.map(
      ({ name }) => name,
    );
  expect(await found({})).toEqual(expect.arrayContaining(['Glob', 'Bash']));
  expect(await found({ permission: 'execute' })).toContain('Bash');
  expect(await found({ permission: 'execute' })).not.toContain('Glob');
  expect(await found({ permission: 'read_only', type: 'builtin' })).toContain('Glob');
  expect(await found({ type: 'mcp' })).toEqual([]);
});
