import type { ToolRollup } from '@toolcrib/core';
import { sql, type AliasedRawBuilder, type Kysely } from 'kysely';
import { cutPeriod } from './cut-period.ts';
import { toRollup } from './rollup-row.ts';
import { rollupsWhere, toNames, type StatisticsQuery } from './rollups-where.ts';
import type { RollupsTable, Tables } from '../databases/tables.ts';

/** What the calls of a period add up to: added by the database, but for the durations, which it only puts in a row. */
export async function readRollups(
  read: Kysely<Tables>,
  query: StatisticsQuery,
  now: number,
): Promise<ToolRollup[]> {
  const rows = await read
    .selectFrom('rollups')
    .select(['tool', 'version', 'agent'])
    .select([sum('calls'), sum('successes'), sum('errors'), sum('blocked'), sum('timeouts')])
    .select([sum('output_bytes'), sql<number>`sum(total_ms)`.as('total_ms')])
    .select([sql<number>`max(max_ms)`.as('max_ms'), sql<string>`string_agg(durations, ' ')`.as('durations')])
    .where(rollupsWhere(cutPeriod(query, now), query))
    .groupBy(['tool', 'version', 'agent'])
    .execute();
  return rows.map((row) => ({ ...toNames(row), rollup: toRollup(row) }));
}

/** PostgreSQL's sums of whole numbers are wider than a number. */
function sum<Column extends keyof RollupsTable>(column: Column): AliasedRawBuilder<number, Column> {
  return sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column);
}
