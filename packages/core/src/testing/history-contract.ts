import { ToolService } from '../call/tool-service.ts';
import { matchesFilter, type HistoryFilter } from '../history/history-filter.ts';
import type { CallRecord, History } from '../history/record.ts';
import { equal, type ContractCase } from './contract-case.ts';
import { createFakeClock } from './fake-clock.ts';

/** A history that can be read, empty at first. */
export interface HistorySubject extends History {
  /** Every record that passes, newest first. */
  list(filter: HistoryFilter): readonly CallRecord[] | Promise<readonly CallRecord[]>;
}

/** What every history must do: `for (const { title, check } of historyContract(open)) test(title, check)`. */
export function historyContract(open: () => HistorySubject | Promise<HistorySubject>): ContractCase[] {
  return cases.map(({ title, check }) => ({ title, check: async () => check(await open()) }));
}

interface Case {
  readonly title: string;
  readonly check: (history: HistorySubject) => Promise<void>;
}

const cases: readonly Case[] = [
  {
    title: 'every call is recorded, however it ended, and the newest comes first',
    async check(history) {
      const { call } = serviceOver(history);
      await call('one', 'echo', { value: 1 });
      await call('two', 'fail', {});
      await call('three', 'nobody', {});
      await call('four', 'echo', { value: 4 }, 'stranger');
      const records = await history.list({});
      equal(
        records.map(({ callId, status, errorCode }) => [callId, status, errorCode ?? '']),
        [
          ['four', 'blocked', 'unknown_agent'],
          ['three', 'error', 'tool_not_found'],
          ['two', 'error', 'tool_failed'],
          ['one', 'success', ''],
        ],
      );
      equal(records.at(-1)?.output, { value: 1 });
    },
  },
  {
    title: 'a filter lets pass what it says, and nothing else',
    async check(history) {
      const { call, clock } = serviceOver(history);
      const start = clock.now();
      for (let turn = 0; turn < 12; turn++) {
        const agent = turn % 3 === 0 ? undefined : `agent${turn % 3}`;
        const parent = turn % 4 === 3 ? 'call0' : undefined;
        await call(
          `call${turn}`,
          turn % 2 === 0 ? 'echo' : 'fail',
          { value: `Värde ${turn}` },
          agent,
          parent,
        );
        await clock.advance(1000);
      }
      const all = await history.list({});
      equal(all.length, 12);
      const filters: HistoryFilter[] = [
        { tool: 'echo' },
        { agent: 'agent1' },
        { status: 'error' },
        { since: start + 4000 },
        { until: start + 4000 },
        { since: start + 2000, until: start + 9000, tool: 'fail' },
        { parentCallId: 'call0' },
        { text: 'vÄRDE 1' },
        { text: '%' },
        { tool: 'echo', agent: 'agent2', status: 'success', text: 'call' },
        { tool: 'nobody' },
      ];
      for (const filter of filters) {
        const wanted = all.filter((record) => matchesFilter(record, filter)).map(({ callId }) => callId);
        equal(
          (await history.list(filter)).map(({ callId }) => callId),
          wanted,
        );
      }
    },
  },
  {
    title: 'whatever text there is, it comes back',
    async check(history) {
      const { call } = serviceOver(history);
      const texts = [
        '',
        '\0',
        'a\0b',
        '\uD800',
        '😀',
        '汉字',
        '"\\\n\r\u2028',
        `'; drop table calls; --`,
        'é',
      ];
      for (const [turn, text] of texts.entries()) await call(`id${turn}${text}`, 'echo', { value: text });
      const records = (await history.list({ tool: 'echo' })).toReversed();
      equal(
        records.map(({ callId, output }) => [callId, output]),
        texts.map((text, turn) => [`id${turn}${text}`, { value: text }]),
      );
    },
  },
  {
    title: 'of many calls at once each is recorded once',
    async check(history) {
      const { call } = serviceOver(history);
      const ids = Array.from({ length: 700 }, (_, turn) => `call${turn}`);
      await Promise.all(ids.map((id) => call(id, 'echo', { value: id })));
      equal((await history.list({})).map(({ callId }) => callId).toSorted(), ids.toSorted());
    },
  },
];

interface Calling {
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly call: (
    callId: string,
    tool: string,
    given: object,
    agent?: string,
    parentCallId?: string,
  ) => Promise<unknown>;
}

function serviceOver(history: History): Calling {
  const clock = createFakeClock();
  const agents = { agent1: { permission: 'admin' }, agent2: { permission: 'admin' } } as const;
  const service = new ToolService({ builtins: false, history, clock, agents });
  service.registerTool({
    name: 'echo',
    description: 'Gives back what it was given.',
    parameters: { type: 'object' },
    annotations: { readOnly: true },
    run: (input: object) => input,
  });
  service.registerTool({
    name: 'fail',
    description: 'Fails.',
    parameters: { type: 'object' },
    annotations: { readOnly: true },
    run: () => Promise.reject(new Error('broken')),
  });
  return {
    clock,
    call: (callId, tool, given, agent, parentCallId) =>
      service.execute(tool, given, { callId, agent, parentCallId }),
  };
}
