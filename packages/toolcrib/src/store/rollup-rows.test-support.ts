import { addCall, emptyRollup, type CallRecord, type Rollup } from '@toolcrib/core';
import { spanMs, type Span } from './cut-period.ts';
import type { Database } from './database.ts';

/** Writes what records add up to, as the writer of history does. */
export async function writeRollups(database: Database, records: readonly CallRecord[]): Promise<void> {
  const found = new Map<string, { span: Span; start: number; record: CallRecord; rollup: Rollup }>();
  for (const record of records)
    for (const span of ['minute', 'hour', 'day'] as const) {
      const start = record.time - (record.time % spanMs[span]);
      const key = JSON.stringify([span, start, record.tool, record.version, record.agent]);
      let held = found.get(key);
      if (held === undefined) found.set(key, (held = { span, start, record, rollup: emptyRollup() }));
      const { output } = record;
      addCall(held.rollup, record, output === undefined ? 0 : Buffer.byteLength(JSON.stringify(output)));
    }
  const rows = [...found.values()].map(({ span, start, record: { tool, version, agent }, rollup }) => {
    const { totalMs, maxMs, outputBytes, durations, ...counts } = rollup;
    return {
      span,
      start,
      tool,
      version: version ?? '',
      agent: agent ?? '',
      ...counts,
      total_ms: totalMs,
      max_ms: maxMs,
      output_bytes: outputBytes,
      durations: JSON.stringify(Object.fromEntries(durations)),
    };
  });
  await database.write(async (transaction) => {
    for (let at = 0; at < rows.length; at += 500)
      await transaction
        .insertInto('rollups')
        .values(rows.slice(at, at + 500))
        .execute();
  });
}
