import { sql, type Kysely, type RawBuilder } from 'kysely';
import { finestSpan } from './cut-period.ts';
import type { StatisticsQuery } from './rollups-where.ts';
import { spanMs, type Span } from './span.ts';
import type { Tables } from '../databases/tables.ts';

export interface QueryOverTime extends StatisticsQuery {
  readonly until: number;
}

/** A period in equal steps, each of which whole rollups of one span fill. */
interface Steps {
  readonly span: Span;
  readonly stepMs: number;
  readonly start: number;
  readonly count: number;
}

/** More steps than this nobody tells apart in a line of text. */
const maxSteps = 30;

const steps: readonly (readonly [span: Span, count: number])[] = [
  ...[1, 2, 5, 10, 30].map((count) => ['minute', count] as const),
  ...[1, 2, 3, 6, 12].map((count) => ['hour', count] as const),
  ...[1, 2, 7, 14, 28].map((count) => ['day', count] as const),
];

/** The smallest steps that are few enough. They begin and end with their clock, so the period may begin and end within one. */
export async function stepsOf(
  read: Kysely<Tables>,
  { since: from, until }: QueryOverTime,
  now: number,
): Promise<Steps> {
  const since = from ?? (await firstDay(read)) ?? until;
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

/** The step that a rollup falls into, as the database works it out. */
export function stepOf(stepMs: number): RawBuilder<number> {
  return sql<number>`start - start % ${sql.lit(stepMs)}`;
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
