import type { StatisticsGrouping, ToolRollup } from '@toolcrib/core';
import { sql, type Kysely } from 'kysely';
import { rollupsWhere, toNames } from './rollups-where.ts';
import { stepOf, stepsOf, type QueryOverTime } from './steps.ts';
import type { Tables } from '../databases/tables.ts';

export interface CallsOverTimeQuery extends QueryOverTime {
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

export async function readCallsOverTime(
  read: Kysely<Tables>,
  { by = 'tool', ...query }: CallsOverTimeQuery,
  now: number,
): Promise<CallsOverTime> {
  const { span, stepMs, start, count } = await stepsOf(read, query, now);
  const none = sql<string>`''`;
  const step = stepOf(stepMs);
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
