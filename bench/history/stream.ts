import { DatabaseSync } from 'node:sqlite';
import { publish } from '../measuring/section.ts';
import { peakMemory } from './raw.ts';
import { openStore, recordOf } from './records.ts';

/** Streams as many records as it is told, in a process of its own: what it holds in memory is its own. */
const [count = 1_000_000] = process.argv.slice(2).map(Number).filter(Number.isFinite);
const { store, file, remove } = openStore();
await store.history.append(recordOf(0));
await store.history.flush();
fill(file, count);
const before = peakMemory();
const start = performance.now();
let bytes = 0;
let records = 0;
for await (const record of store.history.stream()) {
  bytes += JSON.stringify(record).length;
  records++;
}
const seconds = (performance.now() - start) / 1000;
if (records !== count) throw new Error(`${records} records instead of ${count}`);
await remove();
const data = { records, bytes, seconds, before, peak: peakMemory() };
publish({ title: 'Stream', markdown: '', data, figures: [] });

/** Writes rows in the simplest way: here it is reading that is measured. */
function fill(database: string, rows: number): void {
  const connection = new DatabaseSync(database);
  connection.exec('pragma synchronous = off');
  connection.exec('begin');
  connection
    .prepare(
      `with recursive numbers (value) as (values (2) union all select value + 1 from numbers where value < ?)
       insert into calls (seq, call_id, time, tool, agent, status, record, hash)
       select value, 'call_' || value, time + value, tool, agent, status, record, hash
       from numbers, calls where seq = 1`,
    )
    .run(rows);
  connection.exec('commit');
  connection.close();
}
