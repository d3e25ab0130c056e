import type { ToolRollup } from '@toolcrib/core';
import type { Kysely } from 'kysely';
import { cutPeriod } from './cut-period.ts';
import { toRollup } from './rollup-row.ts';
import { rollupsWhere, toNames, type StatisticsQuery } from './rollups-where.ts';
import { summed } from './summed.ts';
import type { Tables } from '../databases/tables.ts';

/** What the calls of a period add up to. */
export async function readRollups(
  read: Kysely<Tables>,
  query: StatisticsQuery,
  now: number,
): Promise<ToolRollup[]> {
  const rows = await read
    .selectFrom('rollups')
    .select(['tool', 'version', 'agent'])
    .select(summed)
    .where(rollupsWhere(cutPeriod(query, now), query))
    .groupBy(['tool', 'version', 'agent'])
    .execute();
  return rows.map((row) => ({ ...toNames(row), rollup: toRollup(row) }));
}
