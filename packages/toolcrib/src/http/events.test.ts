import { expect, onTestFinished, test } from 'vitest';
import { openToolcrib } from '../open-toolcrib.ts';
import type { ServiceEvent } from './client.ts';
import { services } from './service.test-support.ts';

const { startService } = services(onTestFinished);

const send = {
  name: 'send',
  description: 'Sends.',
  type: 'function',
  handler: 'send',
  parameters: { type: 'object' },
  approval: 'confirm',
  implementation: { type: 'mock', mock_response: 'sent' },
};
const config = { tools: [send], agents: { coder: { permission: 'admin' }, other: { permission: 'admin' } } };
const sum = { tool_name: 'calculator', arguments: { expression: '1+1' } };

type TestClient = Awaited<ReturnType<Awaited<ReturnType<typeof startService>>['client']>>;

interface Heard extends ServiceEvent {
  readonly eventId?: string | undefined;
}

interface Stream {
  /** Everything up to the first event that passes. */
  until(passes: (event: Heard) => boolean): Promise<Heard[]>;
  /** Resolves when the other side has ended it. */
  ended(): Promise<void>;
  stop(): void;
}

/** A stream of events, read as it comes. */
async function listen(client: TestClient, lastEventId?: string): Promise<Stream> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const response = await client.request('/events', { headers, signal: stop.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const next = async (): Promise<Heard | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const data = /^data: (.*)$/mu.exec(block)?.[1];
        const eventId = /^id: (.*)$/mu.exec(block)?.[1];
        if (data !== undefined) return { ...(JSON.parse(data) as ServiceEvent), eventId };
        continue;
      }
      const piece = await reader?.read();
      if (piece?.value === undefined) return undefined;
      text += decoder.decode(piece.value, { stream: true });
    }
  };
  return {
    async until(passes) {
      const heard: Heard[] = [];
      for (;;) {
        const event = await next();
        if (event === undefined) throw new Error(`ended after ${JSON.stringify(heard)}`);
        heard.push(event);
        if (passes(event)) return heard;
      }
    },
    async ended() {
      while ((await next()) !== undefined);
    },
    stop: () => stop.abort(),
  };
}

const isRecordOf =
  (id: string) =>
  (event: Heard): boolean =>
    event.type === 'record' && (event['given_id'] === id || event['call_id'] === id);

test('whoever comes back hears what was missed, once; after too long, or of another run, that something was', async () => {
  const client = await (await startService(config)).client();
  const first = await listen(client);
  await client.ask('execute_tool', { id: 'c1', ...sum });
  const heard = await first.until(isRecordOf('c1'));
  expect(heard.map(({ type }) => type)).toEqual(['call-start', 'call-run', 'call-end', 'record']);
  first.stop();
  await client.ask('execute_tool', { id: 'c2', ...sum });
  await client.ask('list_history', {});
  const again = await listen(client, heard[1]?.eventId);
  expect(
    (await again.until(isRecordOf('c2'))).map(({ type, given_id }) => `${type} ${String(given_id)}`),
  ).toEqual(['call-end c1', 'record c1', 'call-start c2', 'call-run c2', 'call-end c2', 'record c2']);
  const [run] = heard[0]?.eventId?.split('-') ?? [];
  for (const id of ['nonsense', 'abc-1', `${run}-999999`])
    expect(await (await listen(client, id)).until(() => true)).toMatchObject([{ type: 'reset' }]);
  await client.ask('execute_tools', {
    calls: Array.from({ length: 100 }, () => sum),
  });
  for (const round of [1, 2, 3])
    await client.ask('execute_tools', {
      calls: Array.from({ length: 100 }, () => ({ ...sum, task: `${round}` })),
    });
  expect(await (await listen(client, `${run}-1`)).until(() => true)).toMatchObject([{ type: 'reset' }]);
});

test('an agent hears of its own calls and questions alone', async () => {
  const { client: open } = await startService(config);
  const agentToken = { agent: 'coder', name: 'coder', scopes: ['read', 'call'] } as const;
  const [coder, other, ada] = [
    await open(agentToken),
    await open({ ...agentToken, agent: 'other', name: 'other' }),
    await open(),
  ];
  const stream = await listen(coder);
  const waiting = other.ask('execute_tool', { id: 'theirs', tool_name: 'send' });
  let [question] = (await ada.ask('list_approvals', {})).items;
  while (question === undefined) [question] = (await ada.ask('list_approvals', {})).items;
  expect((await coder.ask('list_approvals', {})).items).toEqual([]);
  await expect(coder.ask('get_approval', { id: question.id })).rejects.toMatchObject({
    problem: { status: 404 },
  });
  const { id, shown_digest } = question;
  await ada.ask('answer_approval', { id, shown_digest, decision: 'reject_once' });
  expect(await waiting).toMatchObject({ status: 'blocked', error_code: 'approval_refused' });
  await coder.ask('execute_tool', { id: 'mine', ...sum });
  const heard = await stream.until(isRecordOf('mine'));
  expect(new Set(heard.map(({ given_id }) => given_id))).toEqual(new Set(['mine']));
});

test('a stream ends when its token does', async () => {
  const { client: open, toolcrib } = await startService(config, { serve: { heartbeat: 20 } });
  const client = await open();
  const stream = await listen(client);
  await toolcrib.store.tokens.revoke(client.token.split('_')[1] ?? '');
  await stream.ended();
});

test('events carry no arguments and no output: the record has them, without secrets', async () => {
  const client = await (await startService(config)).client();
  const stream = await listen(client);
  await client.ask('execute_tool', {
    id: 'c1',
    tool_name: 'string',
    arguments: { operation: 'upper', text: 'quiet' },
  });
  expect(JSON.stringify(await stream.until(isRecordOf('c1')))).not.toMatch(/quiet/iu);
});

test('what another process asks and does is heard here, and answered from here', async () => {
  const { client: open, project } = await startService(config);
  const client = await open();
  const stream = await listen(client);
  const elsewhere = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'], TOOLCRIB_LOG: 'off' },
    desks: [],
  });
  onTestFinished(() => elsewhere.close());
  const calling = elsewhere.service.execute('send', {}, { agent: 'coder', callId: 'far' });
  const asked = await stream.until(({ type, status }) => type === 'approval' && status === 'pending');
  const { id, call_id, agent } = asked.at(-1) as Heard;
  expect([call_id, agent]).toEqual(['far', 'coder']);
  const [waiting] = (await client.ask('list_approvals', {})).items;
  expect(waiting).toMatchObject({ id });
  const shown_digest = waiting?.shown_digest ?? '';
  await client.ask('answer_approval', { id: String(id), shown_digest, decision: 'allow_once' });
  expect(await calling).toMatchObject({ status: 'success', metadata: { approval: { by: 'token:ada' } } });
  await elsewhere.store.history.flush();
  const done = await stream.until(isRecordOf('far'));
  expect(done.at(-1)).toMatchObject({ type: 'record', status: 'success', agent: 'coder' });
});
