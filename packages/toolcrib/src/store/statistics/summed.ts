import { sql, type AliasedRawBuilder } from 'kysely';
import type { rollupSums } from './rollup-row.ts';
import type { RollupsTable } from '../databases/tables.ts';

type Sum = (typeof rollupSums)[number];

/** What rollups add up to: added by the database, but for the durations, which it only puts in a row. */
export const summed: readonly { [Column in Sum]: AliasedRawBuilder<RollupsTable[Column], Column> }[Sum][] = [
  sum('calls'),
  sum('successes'),
  sum('errors'),
  sum('blocked'),
  sum('timeouts'),
  sum('outcomes_unknown'),
  sum('output_bytes'),
  sql<number>`sum(total_ms)`.as('total_ms'),
  sql<number>`max(max_ms)`.as('max_ms'),
  sql<string>`string_agg(durations, ' ')`.as('durations'),
];

/** PostgreSQL's sums of whole numbers are wider than a number. */
function sum<Column extends keyof RollupsTable>(column: Column): AliasedRawBuilder<number, Column> {
  return sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column);
}
