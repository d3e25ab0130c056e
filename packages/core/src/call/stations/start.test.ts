import { expect, test } from 'vitest';
import type { CallRecord, History } from '../../history/record.ts';
import { Recording } from '../../history/recording.ts';
import type { CallOptions } from '../../tool/call.ts';
import type { ToolDefinition } from '../../tool/define-tool.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { scriptedApprover } from '../../testing/scripted-approver.ts';
import type { ToolServiceOptions } from '../service-options.ts';
import { ToolService } from '../tool-service.ts';

/** What happened, in order: start records, executions, ends, claims. */
interface Log {
  readonly lines: readonly string[];
  readonly records: readonly CallRecord[];
}

function logging({ fails }: { readonly fails?: Error } = {}): Log & {
  readonly history: History;
  readonly lines: string[];
} {
  const lines: string[] = [];
  const records: CallRecord[] = [];
  const end = (record: CallRecord): void => {
    lines.push(`end ${record.status}`);
    records.push(record);
  };
  return {
    lines,
    records,
    history: {
      append(record) {
        lines.push(`append ${record.status}`);
        records.push(record);
      },
      begin(record) {
        lines.push(`begin ${record.status}`);
        records.push(record);
        const written = fails === undefined ? Promise.resolve() : Promise.reject(fails);
        return { written, end };
      },
    },
  };
}

async function call(
  log: ReturnType<typeof logging>,
  tool: Partial<ToolDefinition>,
  options: { readonly call?: CallOptions; readonly service?: Partial<ToolServiceOptions> } = {},
): Promise<string> {
  const service = new ToolService({ builtins: false, history: log.history, ...options.service });
  service.registerTool({
    name: 'act',
    description: 'Acts.',
    approval: 'safe',
    parameters: { type: 'object', properties: { amount: { type: 'number' } } },
    run: () => void log.lines.push('run'),
    ...tool,
  } as ToolDefinition);
  const result = await service.execute('act', { amount: 7 }, options.call);
  return result.status === 'success' ? 'success' : `${result.status} ${result.errorCode}`;
}

const reading = { annotations: { readOnly: true } };
const writing = { annotations: { readOnly: false, destructive: false } };

test('a call that does not only read is recorded before it runs, as one whose outcome is unknown', async () => {
  const log = logging();
  expect(await call(log, writing)).toBe('success');
  expect(log.lines).toEqual(['begin unknown', 'run', 'end success']);
  expect(log.records[0]).toMatchObject({
    tool: 'act',
    arguments: { amount: 7 },
    status: 'unknown',
    errorCode: 'outcome_unknown',
    outcomeUnknown: true,
    station: 'execute',
  });
});

test('a call that only reads is recorded when it has ended, at once and without a start record', async () => {
  const log = logging();
  expect(await call(log, reading)).toBe('success');
  expect(log.lines).toEqual(['run', 'append success']);
});

test.each([
  ['was approved', { ...reading, approval: 'confirm' }, {}],
  ['writes by its own word', { ...reading, effects: () => [{ kind: 'write', path: 'a.txt' }] }, {}],
  ['belongs to a service that records all first', reading, { historyRequired: 'all' }],
] as const)('a call of a read-only tool that %s has a start record', async (_, tool, service) => {
  const log = logging();
  const { approver } = scriptedApprover(['allow_once']);
  await call(log, tool as Partial<ToolDefinition>, { service: { approver, sandbox: 'off', ...service } });
  expect(log.lines[0]).toBe('begin unknown');
});

test.each([
  ['not_read_only', writing, 'blocked history_unavailable'],
  ['not_read_only', { ...reading, approval: 'confirm' }, 'success'],
  ['all', reading, 'blocked history_unavailable'],
  ['none', writing, 'success'],
] as const)(
  'with history.required %s and a history that fails, a call of %j ends as %s',
  async (historyRequired, tool, end) => {
    const log = logging({ fails: new Error('disk full') });
    const { approver } = scriptedApprover(['allow_once']);
    const ended = await call(log, tool, { service: { historyRequired, approver } });
    expect(ended).toBe(end);
    expect(log.lines.includes('run')).toBe(end === 'success');
    // However it was refused, its end takes the place of a start record that may have been written after all.
    expect(log.lines.at(-1)).toBe(end === 'success' ? 'end success' : 'end blocked');
  },
);

test('a call that could not be recorded has not run, and has used no id', async () => {
  const log = logging();
  let isFull = true;
  const begin: History['begin'] = (record) => {
    const written = isFull ? Promise.reject(new Error('disk full')) : Promise.resolve();
    return { end: () => undefined, ...log.history.begin?.(record), written };
  };
  const service = new ToolService({ builtins: false, history: { ...log.history, begin } });
  const tool = {
    name: 'act',
    description: 'Acts.',
    approval: 'safe',
    parameters: { type: 'object' },
  } as const;
  service.registerTool({ ...tool, run: () => void log.lines.push('run') });
  const options = { givenId: 'bill-1' };
  expect(await service.execute('act', {}, options)).toMatchObject({ errorCode: 'history_unavailable' });
  isFull = false;
  expect(await service.execute('act', {}, options)).toMatchObject({ status: 'success' });
  expect(await service.execute('act', {}, options)).toMatchObject({ errorCode: 'call_id_used' });
  expect(log.lines.filter((line) => line === 'run')).toHaveLength(1);
});

test('a recording that is played back leaves no start record and claims nothing', async () => {
  const log = logging();
  const { history, records } = logging();
  await call({ ...log, history }, writing);
  const recording = new Recording(records.filter(({ status }) => status === 'success'));
  const played = logging();
  await call(played, writing, { service: { recording }, call: { claim: () => false } });
  expect(played.lines).toEqual(['append success']);
});

test('what may not be repeated is claimed after its start record, and runs only when it is ours', async () => {
  for (const isOurs of [true, false]) {
    const log = logging();
    const claim = (): boolean => {
      log.lines.push('claim');
      return isOurs;
    };
    expect(await call(log, writing, { call: { claim } })).toBe(
      isOurs ? 'success' : 'blocked call_taken_over',
    );
    const rest = isOurs ? ['run', 'end success'] : ['end blocked'];
    expect(log.lines).toEqual(['begin unknown', 'claim', ...rest]);
  }
});

test.each([
  ['only reads', reading],
  ['is idempotent', { annotations: { idempotent: true } }],
  ['takes a key', { ...writing, takesIdempotencyKey: true }],
])('a call that %s is not claimed', async (_, tool) => {
  const log = logging();
  expect(await call(log, tool, { call: { claim: () => false } })).toBe('success');
});

test('an answer to a claim that took long is stale, and asked for again', async () => {
  const log = logging();
  const clock = createFakeClock();
  let asked = 0;
  const claim = async (): Promise<boolean> => {
    // As if the process had been frozen while it asked, and given up in the meantime.
    if (++asked === 1) await clock.advance(20_000);
    return asked === 1;
  };
  expect(await call(log, writing, { call: { claim }, service: { clock } })).toBe('blocked call_taken_over');
  expect(asked).toBe(2);
  expect(log.lines).not.toContain('run');
});

test('a call that is cancelled while it is recorded does not run', async () => {
  const log = logging();
  const controller = new AbortController();
  const written = Promise.withResolvers<void>();
  const history: History = {
    ...log.history,
    begin: (record) => ({
      end: () => undefined,
      ...log.history.begin?.(record),
      written: written.promise,
    }),
  };
  const calling = call({ ...log, history }, writing, { call: { signal: controller.signal } });
  controller.abort();
  written.resolve();
  expect(await calling).toBe('error cancelled');
  expect(log.lines).toEqual(['begin unknown', 'end error']);
});
