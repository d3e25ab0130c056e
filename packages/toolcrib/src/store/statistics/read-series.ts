import { emptyRollup, type Rollup } from '@toolcrib/core';
import type { Kysely } from 'kysely';
import { toRollup } from './rollup-row.ts';
import { rollupsWhere } from './rollups-where.ts';
import { stepOf, stepsOf, type QueryOverTime } from './steps.ts';
import { summed } from './summed.ts';
import type { Tables } from '../databases/tables.ts';

/** What the calls of each step of time add up to, from `start` on; also of steps without any. */
export interface StatisticsSeries {
  readonly start: number;
  readonly stepMs: number;
  readonly rollups: readonly Rollup[];
}

export async function readSeries(
  read: Kysely<Tables>,
  query: QueryOverTime,
  now: number,
): Promise<StatisticsSeries> {
  const { span, stepMs, start, count } = await stepsOf(read, query, now);
  const step = stepOf(stepMs);
  const rows = await read
    .selectFrom('rollups')
    .select(step.as('step'))
    .select(summed)
    .where(rollupsWhere([{ span, from: start, to: start + count * stepMs }], query))
    .groupBy(step)
    .execute();
  const rollups = Array.from({ length: count }, emptyRollup);
  for (const row of rows) rollups[(row.step - start) / stepMs] = toRollup(row);
  return { start, stepMs, rollups };
}
