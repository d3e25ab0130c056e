import {
  giveAdvice,
  statisticsOf,
  toStatistics,
  toWireAdvice,
  toWireExplanation,
  toWireRecord,
  toWireStatistics,
  type HistoryFilter,
} from '@toolcrib/core';
import { exportFormats, exportRecords } from '../../store/history/export-records.ts';
import { latestFailures } from '../../store/history/latest-failures.ts';
import { stillRunning } from '../../store/history/running-calls.ts';
import type { StoredRecord } from '../../store/history/stored-history.ts';
import type { QueryOverTime } from '../../store/statistics/steps.ts';
import { identityOf } from '../../approver-identities.ts';
import type { Counter, Handlers } from '../asking.ts';
import type { Input } from '../contract/contract.ts';
import type { historyOperations } from '../contract/history.ts';
import { findRecord, type Looking } from '../find-record.ts';
import { callerOf, seenAgent, type Principal } from '../principal.ts';
import { Problem } from '../problem.ts';
import { readTime } from '../read-time.ts';
import { answer, toText } from './calls.ts';

const week = 7 * 86_400_000;

export function createHistoryHandlers({
  toolcrib,
  limits,
  room,
}: Counter): Handlers<keyof typeof historyOperations> {
  const { service, store, config } = toolcrib;

  /** By any of its names; a tool that is gone is still found by the one it was recorded under. */
  const toolNamed = (name: string | undefined): string | undefined =>
    name === undefined ? undefined : (service.getTool(name)?.name ?? name);

  const filterOf = (
    input: Input<'list_history' | 'export_history'>,
    principal: Principal,
  ): HistoryFilter => ({
    tool: toolNamed(input.tool),
    agent: seenAgent(principal, input.agent),
    status: input.status,
    since: readTime('since', input.since),
    until: readTime('until', input.until),
    givenId: input.given_id,
    parentCallId: input.parent_call_id,
    text: input.text,
  });

  /** Which calls are counted: the last seven days unless said otherwise. */
  const countedOf = (
    { tool, agent, since, until }: Input<'get_statistics_series'>,
    principal: Principal,
  ): QueryOverTime & { readonly since: number } => {
    const end = readTime('until', until) ?? Date.now();
    const start = readTime('since', since) ?? end - week;
    return { tool: toolNamed(tool), agent: seenAgent(principal, agent), since: start, until: end };
  };

  /** The records that one id may mean are read where there is room for them; the call that follows may take long. */
  const findInTurn = async (
    id: string,
    { signal, ...looking }: Looking & { readonly signal: AbortSignal },
  ): Promise<StoredRecord> => {
    const leave = await room.enterLarge(looking.principal, signal);
    try {
      return await findRecord(store, id, looking);
    } finally {
      leave();
    }
  };

  return {
    async list_history(input, { principal }) {
      const { limit, cursor } = input;
      const filter = filterOf(input, principal);
      const isFirst = cursor === undefined && filter.status === undefined;
      const running = isFirst ? await store.history.running(filter) : [];
      const page = { limit, cursor, maxBytes: limits.maxPageBytes };
      const { records, next } = await store.history.list({ ...filter, ...page });
      return {
        items: records.map((record) => toWireRecord(shownTo(principal, record))),
        running: stillRunning(running, records).map(toWireRecord),
        next: next ?? null,
      };
    },

    get_record: async ({ call_id, hash }, { principal }) =>
      toWireRecord(shownTo(principal, await findRecord(store, call_id, { principal, hash }))),

    async explain_replay({ call_id, hash, arguments: given, latest = false }, { principal }) {
      const recorded = await findRecord(store, call_id, { principal, hash });
      const agent = callerOf(principal, undefined);
      const record = latest ? { ...recorded, version: undefined } : recorded;
      return {
        record: toWireRecord(shownTo(principal, recorded)),
        recorded_permission: service.permissionOf(recorded.agent) ?? null,
        replay: toWireExplanation(await service.explainReplay(record, { agent, arguments: given })),
      };
    },

    async replay_call({ call_id, hash, as, arguments: given, latest = false }, asking) {
      const { principal, requestId, signal } = asking;
      // What is made again is what was looked at, and nothing that has come in its place.
      const recorded = await findInTurn(call_id, { principal, hash, signal });
      const agent = callerOf(principal, undefined);
      // Whose rights it runs with is not for the record to change unseen.
      if (recorded.agent !== agent && as !== agent)
        throw new Problem('replay_unconfirmed', { id: call_id, agent: recorded.agent, as: agent });
      if (as !== undefined && as !== agent) throw new Problem('agent_not_yours', { agent: as });
      const { leave } = room.enterCalls(principal, 1);
      try {
        const result = await service.replay(latest ? { ...recorded, version: undefined } : recorded, {
          agent,
          requestedBy: identityOf(principal),
          requestId,
          signal,
          arguments: given,
        });
        return answer(toText(result, asking));
      } finally {
        leave();
      }
    },

    export_history(input, { principal, signal }) {
      const name = input.format ?? 'json';
      const format = exportFormats.get(name) as NonNullable<ReturnType<typeof exportFormats.get>>;
      const records = allShownTo(
        principal,
        store.history.stream(filterOf(input, principal), { order: 'newest' }),
      );
      return new Response(
        toStream(exportRecords(records, format, { signal }), { signal, turn: () => room.turn() }),
        {
          headers: {
            'content-type': `${format.media}; charset=utf-8`,
            // Without it the first pieces are gathered and end an answer that failed as if it were whole.
            'transfer-encoding': 'chunked',
            'content-disposition': `attachment; filename="toolcrib-history.${name}"`,
          },
        },
      );
    },

    async get_statistics({ by = 'tool', ...input }, { principal }) {
      const query = countedOf(input, principal);
      const found = toStatistics(await store.statistics.rollups(query), by);
      const overTime = await store.statistics.callsOverTime({ ...query, by });
      return {
        ...toWirePeriod(query),
        items: found.map((row) => ({
          tool: row.tool,
          ...(by === 'version' && { version: row.version ?? null }),
          ...(by === 'agent' && { agent: row.agent ?? null }),
          ...toWireStatistics(row),
          calls_over_time: {
            start: new Date(overTime.start).toISOString(),
            step_ms: overTime.stepMs,
            calls:
              overTime.rows.find(
                (one) => one.tool === row.tool && one.version === row.version && one.agent === row.agent,
              )?.calls ?? [],
          },
        })),
      };
    },

    async get_statistics_series(input, { principal }) {
      const query = countedOf(input, principal);
      const { start, stepMs, rollups } = await store.statistics.series(query);
      return {
        ...toWirePeriod(query),
        step_ms: stepMs,
        items: rollups.map((rollup, step) => ({
          time: new Date(start + step * stepMs).toISOString(),
          ...toWireStatistics(statisticsOf(rollup)),
        })),
      };
    },

    async get_advice({ since, until }, { locale }) {
      const end = readTime('until', until) ?? Date.now();
      const period = { since: readTime('since', since) ?? end - week, until: end };
      const rollups = await store.statistics.rollups(period);
      const failures = rollups.length === 0 ? [] : await latestFailures(store.history, period);
      const found = giveAdvice(
        { rollups, tools: service.registry.list(), failures },
        { locale, slowMs: config.telemetry.slowCallMs },
      );
      return { items: found.map(toWireAdvice) };
    },
  };
}

function toWirePeriod({ since, until }: { readonly since: number; readonly until: number }): {
  readonly since: string;
  readonly until: string;
} {
  return { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
}

/** Where in our code something went wrong is for people. */
function shownTo({ agent }: Principal, record: StoredRecord): StoredRecord {
  return agent === undefined ? record : { ...record, stack: undefined, causes: [] };
}

async function* allShownTo(
  principal: Principal,
  records: AsyncIterable<StoredRecord>,
): AsyncIterable<StoredRecord> {
  for await (const record of records) yield shownTo(principal, record);
}

/** Pieces are made as they are fetched, and not before: whoever reads slowly holds up nobody but themselves. */
function toStream(
  pieces: AsyncIterable<string>,
  { signal, turn }: { readonly signal: AbortSignal; readonly turn: () => Promise<void> },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        await turn();
        const { done, value } = await iterator.next();
        // What was stopped half-way must not look like the whole.
        signal.throwIfAborted();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => void (await iterator.return?.()),
    },
    { highWaterMark: 0 },
  );
}
