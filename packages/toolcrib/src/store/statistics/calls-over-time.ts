import type { StatisticsGrouping, ToolRollup } from '@toolcrib/core';
import { sql, type Kysely } from 'kysely';
import { finestSpan } from './cut-period.ts';
import { rollupsWhere, toNames, type StatisticsQuery } from './rollups-where.ts';
import { spanMs, type Span } from './span.ts';
import type { Tables } from '../databases/tables.ts';

export interface CallsOverTimeQuery extends StatisticsQuery {
  readonly until: number;
  /** What is told apart. @default 'tool' */
  readonly by?: StatisticsGrouping | undefined;
}

/** How many calls came in each step of time, from `start` on. */
export interface CallsOverTime {
  readonly start: number;
  readonly stepMs: number;
  readonly rows: readonly (Pick<ToolRollup, 'tool' | 'version' | 'agent'> & {
    readonly calls: readonly number[];
  })[];
}

/** More steps than this nobody tells apart in a line of text. */
const maxSteps = 30;

const steps: readonly (readonly [span: Span, count: number])[] = [
  ...[1, 2, 5, 10, 30].map((count) => ['minute', count] as const),
  ...[1, 2, 3, 6, 12].map((count) => ['hour', count] as const),
  ...[1, 2, 7, 14, 28].map((count) => ['day', count] as const),
];

export async function readCallsOverTime(
  read: Kysely<Tables>,
  { by = 'tool', ...query }: CallsOverTimeQuery,
  now: number,
): Promise<CallsOverTime> {
  const since = query.since ?? (await firstDay(read)) ?? query.until;
  const { span, stepMs, start, count } = stepsOf(since, query.until, now);
  const none = sql<string>`''`;
  const step = sql<number>`start - start % ${sql.lit(stepMs)}`;
  const found = await read
    .selectFrom('rollups')
    .select((row) => [
      'tool',
      by === 'version' ? row.ref('version').as('version') : none.as('version'),
      by === 'agent' ? row.ref('agent').as('agent') : none.as('agent'),
      step.as('step'),
      // PostgreSQL's sums of whole numbers are wider than a number.
      sql<number>`cast(sum(calls) as bigint)`.as('calls'),
    ])
    .where(rollupsWhere([{ span, from: start, to: start + count * stepMs }], query))
    .groupBy(['tool', ...(by === 'tool' ? [] : [by]), step])
    .execute();
  const rows = Map.groupBy(found, ({ tool, version, agent }) => JSON.stringify([tool, version, agent]));
  return {
    start,
    stepMs,
    rows: [...rows.values()].map((own) => {
      const calls = Array.from({ length: count }, () => 0);
      for (const row of own) calls[(row.step - start) / stepMs] = row.calls;
      return { ...toNames(own[0] as (typeof own)[number]), calls };
    }),
  };
}

/** The smallest steps that are few enough. They begin and end with their clock, so the period may begin and end within one. */
function stepsOf(
  since: number,
  until: number,
  now: number,
): { readonly span: Span; readonly stepMs: number; readonly start: number; readonly count: number } {
  const finest = spanMs[finestSpan(since, now)];
  for (const [span, size] of steps) {
    if (spanMs[span] < finest) continue;
    const stepMs = size * spanMs[span];
    const start = Math.floor(since / stepMs) * stepMs;
    const count = Math.max(1, Math.ceil((until - start) / stepMs));
    if (count <= maxSteps) return { span, stepMs, start, count };
  }
  const stepMs = Math.ceil((until - since) / maxSteps / spanMs.day) * spanMs.day;
  return { span: 'day', stepMs, start: Math.floor(since / stepMs) * stepMs, count: maxSteps + 1 };
}

async function firstDay(read: Kysely<Tables>): Promise<number | undefined> {
  const row = await read
    .selectFrom('rollups')
    .select('start')
    .where('span', '=', 'day')
    .orderBy('start')
    .limit(1)
    .executeTakeFirst();
  return row?.start;
}
