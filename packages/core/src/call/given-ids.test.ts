import { expect, test } from 'vitest';
import { MemoryHistory } from '../history/memory-history.ts';
import { createCallIds, isCallId } from '../tool/call-ids.ts';
import { defineTool } from '../tool/define-tool.ts';
import { toWire } from '../tool/wire.ts';
import { MemoryGivenIds, type GivenIds } from './given-ids.ts';
import type { ToolServiceOptions } from './service-options.ts';
import { ToolService } from './tool-service.ts';

function serviceWith(options: ToolServiceOptions = {}): { service: ToolService; ran: unknown[] } {
  const ran: unknown[] = [];
  const service = new ToolService({
    agents: { ada: { permission: 'admin' }, bob: { permission: 'admin' } },
    ...options,
  });
  service.registerTool(
    defineTool({
      name: 'pay',
      description: 'Pays.',
      parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      run: ({ to }) => ran.push(to),
    }),
  );
  return { service, ran };
}

const bill = { to: 'bob' };

test('a call runs once under an id of its agent, and the refusal names the call that ran', async () => {
  const { service, ran } = serviceWith();
  const first = await service.execute('pay', bill, { agent: 'ada', givenId: 'bill-1' });
  expect(first).toMatchObject({ status: 'success', givenId: 'bill-1' });
  expect(await service.execute('pay', { to: 'eve' }, { agent: 'ada', givenId: 'bill-1' })).toMatchObject({
    status: 'blocked',
    errorCode: 'call_id_used',
    station: 'execute',
    data: { id: 'bill-1', callId: first.callId },
    remedy: expect.stringContaining(first.callId) as string,
  });
  expect(ran).toEqual(['bob']);
  expect(await service.explain('pay', bill, { agent: 'ada', givenId: 'bill-1' })).toMatchObject({
    outcome: 'blocked',
  });
});

test('an id belongs to its agent: what another agent or the application calls by it is another call', async () => {
  const { service, ran } = serviceWith();
  for (const agent of ['ada', 'bob', undefined])
    expect((await service.execute('pay', bill, { agent, givenId: '1' })).status).toBe('success');
  expect(ran).toHaveLength(3);
});

test('of many at once under one id, one runs', async () => {
  const { service, ran } = serviceWith();
  const calls = Array.from({ length: 50 }, () =>
    service.execute('pay', bill, { agent: 'ada', givenId: 'bill-1' }),
  );
  const results = await Promise.all(calls);
  expect(results.filter(({ status }) => status === 'success')).toHaveLength(1);
  expect(ran).toHaveLength(1);
});

test('what never ran has used no id', async () => {
  const { service, ran } = serviceWith({
    rules: [{ tool: 'pay', decision: 'deny', arguments: { to: 'eve' } }],
  });
  const call = { agent: 'ada', givenId: 'bill-1' };
  expect(await service.execute('pay', {}, call)).toMatchObject({ errorCode: 'invalid_arguments' });
  expect(await service.execute('pay', { to: 'eve' }, call)).toMatchObject({ errorCode: 'denied_by_rule' });
  expect(await service.execute('pay', bill, call)).toMatchObject({ status: 'success' });
  expect(ran).toEqual(['bob']);
});

test('nobody is asked about a call whose id has been used', async () => {
  let asked = 0;
  const { service } = serviceWith({
    rules: [{ tool: 'pay', decision: 'ask' }],
    approver: () => (asked++, { decision: 'allow_once' }),
  });
  const call = { agent: 'ada', givenId: 'bill-1' };
  expect((await service.execute('pay', bill, call)).status).toBe('success');
  expect(await service.execute('pay', bill, call)).toMatchObject({ errorCode: 'call_id_used' });
  expect(asked).toBe(1);
});

test('a call does not run while it cannot be known whether its id was used', async () => {
  const broken = (): never => {
    throw new Error('disk full');
  };
  const late = (): Promise<never> => Promise.reject(new Error('disk full'));
  for (const use of [broken, late]) {
    const givenIds: GivenIds = { usedBy: () => undefined, use, release: () => undefined };
    const { service, ran } = serviceWith({ givenIds });
    expect(await service.execute('pay', bill, { givenId: '1' })).toMatchObject({
      status: 'blocked',
      errorCode: 'call_ids_unavailable',
      data: { detail: 'disk full' },
    });
    expect(ran).toEqual([]);
    // A call without an id needs nobody who remembers ids.
    expect((await service.execute('pay', bill)).status).toBe('success');
  }
});

test('ids of models are names: one that a provider gives twice makes two calls', async () => {
  const { service, ran } = serviceWith();
  const calls = [1, 2].map(() => ({ id: 'call_0', toolName: 'pay', arguments: bill }));
  const results = await service.executeAll(calls, { agent: 'ada' });
  expect(results.map(({ status, givenId }) => [status, givenId])).toEqual([
    ['success', 'call_0'],
    ['success', 'call_0'],
  ]);
  expect(ran).toHaveLength(2);
});

test('records, events and results know a call by an id of ours; its caller finds it by its own', async () => {
  const history = new MemoryHistory();
  const { service } = serviceWith({ history });
  const told: unknown[] = [];
  service.on('call-end', ({ callId, givenId }) => told.push({ callId, givenId }));
  const result = await service.execute('pay', bill, { givenId: 'bill-1' });
  const { callId } = result;
  expect(isCallId(callId)).toBe(true);
  expect(history.list()).toMatchObject([{ callId, givenId: 'bill-1' }]);
  expect(told).toEqual([{ callId, givenId: 'bill-1' }]);
  expect(toWire(result)).toMatchObject({ call_id: 'bill-1', metadata: { record_id: callId } });
});

test('a tool cannot pass off a record as its own: notes do not replace the key', async () => {
  const { service } = serviceWith();
  service.registerTool(
    defineTool({
      name: 'note',
      description: 'Notes.',
      parameters: { type: 'object', properties: {} },
      run: (_, { note }) => note('record_id', 'call_of_another'),
    }),
  );
  const result = await service.execute('note', {}, { givenId: '1' });
  expect(toWire(result).metadata['record_id']).toBe(result.callId);
  expect(toWire(await service.execute('note')).metadata['record_id']).toBeUndefined();
});

test('our ids have 128 random bits, and no two are the same', () => {
  const next = createCallIds();
  const ids = Array.from({ length: 10_000 }, next);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^call_[0-9a-f]{32}$/u.test(id))).toBe(true);
  // Each of the 128 bits is 0 in about half of them: none is fixed, and none counts.
  const ones = Array.from({ length: 128 }, () => 0);
  for (const id of ids) {
    const bits = BigInt(`0x${id.slice('call_'.length)}`);
    for (let bit = 0; bit < 128; bit++) if ((bits >> BigInt(bit)) & 1n) ones[bit] = (ones[bit] ?? 0) + 1;
  }
  expect(Math.min(...ones)).toBeGreaterThan(4500);
  expect(Math.max(...ones)).toBeLessThan(5500);
});

test('a memory of ids is bounded: the oldest are forgotten', () => {
  const ids = new MemoryGivenIds(2);
  expect([ids.use('a', '1', 'x'), ids.use('a', '2', 'y'), ids.use('a', '1', 'z')]).toEqual([
    undefined,
    undefined,
    'x',
  ]);
  ids.use('a', '3', 'z');
  expect([ids.usedBy('a', '1'), ids.usedBy('a', '2'), ids.usedBy('b', '2')]).toEqual([
    undefined,
    'y',
    undefined,
  ]);
});
