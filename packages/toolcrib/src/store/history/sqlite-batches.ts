import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  callColumns,
  link,
  readBatch,
  type Batch,
  type BatchContent,
  type BatchTarget,
  toGapRow,
  type Span,
} from './batch.ts';
import { startColumns, type StartRow } from './running-calls.ts';
import { keptSpans, keptWriters, removalLimit, withoutOld, type Keep, type OldRow } from './retention.ts';
import { fromRollup, rollupKey, rollupSums, sumOf, toRollup } from '../statistics/rollup-row.ts';
import { schemaVersion } from '../databases/schema-version.ts';
import { connectSqlite, inTurn, isBusy, toStoreError } from '../databases/sqlite-connection.ts';
import type { ChainTable, RollupsTable } from '../databases/tables.ts';
import { collectUnknown, daysOfUnknown } from './unknown-names.ts';

/** How long a process that ends waits for the others to write. */
const lastPatienceMs = 2000;

export interface SqliteBatchesOptions {
  readonly file: string;
  readonly keep: Keep;
  /** Milliseconds until others let us write. @default 10,000 */
  readonly patience?: number | undefined;
}

/** Opens the file. Only one whose schema is not this program's needs `migrate`, and what that loads. */
export async function openSqliteBatches(
  options: SqliteBatchesOptions,
  migrate: () => Promise<unknown>,
): Promise<SqliteBatches> {
  const { file } = options;
  if (!existsSync(file) || (await inTurn(options, () => versionOf(file))) !== schemaVersion) await migrate();
  return inTurn(options, () => new SqliteBatches(options));
}

function versionOf(file: string): unknown {
  const connection = connectSqlite(file, { synchronous: 'normal' });
  try {
    return connection.prepare('select version from schema_version').get()?.['version'];
  } catch (error) {
    if (isBusy(error)) throw error;
    // A new database has no such table.
    return 0;
  } finally {
    connection.close();
  }
}

/**
 * Writes batches over a connection of its own, with statements that are prepared once and nothing in between: this is the
 * one place where every microsecond is paid by every call.
 */
export class SqliteBatches implements BatchTarget {
  readonly batchSize = 500;
  readonly #file: string;
  readonly #keep: Keep;
  readonly #patience: number | undefined;
  readonly #connection: DatabaseSync;
  readonly #statements: Statements;
  /** A start record must survive a power failure as well. Opened by the first one. */
  #durable: DurableStarts | undefined = undefined;
  #cleanedMinute = 0;

  /** The file has the schema of this program. */
  constructor({ file, keep, patience }: SqliteBatchesOptions) {
    this.#file = file;
    this.#keep = keep;
    this.#patience = patience;
    this.#connection = connectSqlite(file, { synchronous: 'normal' });
    try {
      // Room for all that one batch changes, and fewer pages that are copied from the log only to be changed again.
      this.#connection.exec('pragma cache_size = -8000; pragma wal_autocheckpoint = 4000;');
      this.#statements = prepare(this.#connection);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  write(batch: Batch): Promise<void> {
    const content = readBatch(batch);
    return inTurn({ file: this.#file, patience: this.#patience }, () => this.#write(batch, content));
  }

  begin(starts: readonly StartRow[]): Promise<void> {
    return inTurn({ file: this.#file, patience: this.#patience }, () => {
      this.#durable ??= new DurableStarts(this.#file);
      this.#durable.insert(starts);
    });
  }

  writeNow(batch: Batch): void {
    const content = readBatch(batch);
    const end = performance.now() + lastPatienceMs;
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    for (;;) {
      try {
        this.#write(batch, content);
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw toStoreError(error, this.#file);
      }
      Atomics.wait(sleeper, 0, 0, 5);
    }
  }

  async close(): Promise<void> {
    this.#durable?.close();
    this.#connection.close();
  }

  #write(batch: Batch, content: BatchContent): void {
    const { begin, commit, rollback } = this.#statements;
    begin.run();
    try {
      if (this.#isNew(batch)) {
        this.#addRows(content);
        for (const id of content.ended) this.#statements.removeStart.run(id);
        for (const span of collectUnknown(content.spans, this.#unknownNames(content))) this.#addSpan(span);
        this.#removeOldSpans(content);
      }
      commit.run();
    } catch (error) {
      // A full disk has rolled back by itself.
      if (this.#connection.isTransaction) rollback.run();
      throw error;
    }
  }

  /** False when the batch was written before and nobody heard of it. */
  #isNew({ writer, number }: Batch): boolean {
    const { writerBatch, setWriter } = this.#statements;
    const row = writerBatch.get(writer) as { readonly batch: number } | undefined;
    if (row !== undefined && row.batch >= number) return false;
    setWriter.run(writer, number, Date.now());
    return true;
  }

  #addRows({ rows, bytes, newest, gap }: BatchContent): void {
    const {
      chain: select,
      insertCall,
      insertGap,
      oldest,
      removeCalls,
      removeGaps,
      setChain,
    } = this.#statements;
    const before = select.get() as unknown as ChainTable;
    let { last_seq: seq, last_hash: hash } = before;
    for (const row of rows) {
      hash = link(hash, row.record);
      insertCall.run(
        ++seq,
        row.call_id,
        row.given_id,
        row.parent_call_id,
        row.time,
        row.tool,
        row.agent,
        row.status,
        row.task,
        row.record,
        hash,
      );
    }
    if (gap !== undefined) {
      const row = toGapRow(gap, { last_seq: seq, last_hash: hash });
      insertGap.run(row.seq, row.time, row.record, row.hash);
      ({ seq, hash } = row);
    }
    const longer = { ...before, last_seq: seq, last_hash: hash, bytes: before.bytes + bytes };
    const old = oldest.iterate(
      before.first_seq,
      removalLimit(rows.length),
    ) as Iterable<unknown> as Iterable<OldRow>;
    const chain = withoutOld(longer, old, this.#keep, newest);
    if (chain.first_seq > before.first_seq) {
      removeCalls.run(chain.first_seq);
      removeGaps.run(chain.first_seq);
    }
    setChain.run(chain.first_seq, chain.before_first, seq, hash, chain.bytes, Date.now());
  }

  /** What was called in vain on the days of this batch, as far as it is told apart. */
  #unknownNames({ spans }: BatchContent): Map<number, Set<string>> {
    const { unknownNames } = this.#statements;
    const names = (day: number): string[] => unknownNames.all(day).map(({ tool }) => String(tool));
    return new Map(daysOfUnknown(spans).map((day) => [day, new Set(names(day))]));
  }

  #removeOldSpans({ newest }: BatchContent): void {
    const { removeSpans, removeWriters } = this.#statements;
    const minute = Math.floor(newest / 60_000);
    if (minute === this.#cleanedMinute) return;
    this.#cleanedMinute = minute;
    for (const span of ['minute', 'hour'] as const) removeSpans.run(span, newest - keptSpans[span]);
    removeWriters.run(Date.now() - keptWriters);
  }

  #addSpan({ span, start, tool, version, agent, rollup }: Span): void {
    const { rollup: select, setRollup } = this.#statements;
    const before = select.get(span, start, tool, version, agent) as unknown as RollupsTable | undefined;
    const row = fromRollup(before === undefined ? rollup : sumOf(toRollup(before), rollup));
    setRollup.run(span, start, tool, version, agent, ...rollupSums.map((sum) => row[sum]));
  }
}

class DurableStarts {
  readonly #connection: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(file: string) {
    this.#connection = connectSqlite(file, { synchronous: 'full' });
    const places = startColumns.map(() => '?').join(', ');
    this.#insert = this.#connection.prepare(
      `insert into call_starts (${startColumns.join(', ')}) values (${places})`,
    );
  }

  /** All of them or none. */
  insert(starts: readonly StartRow[]): void {
    this.#connection.exec('begin immediate');
    try {
      for (const start of starts) this.#insert.run(...startColumns.map((name) => start[name]));
      this.#connection.exec('commit');
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback');
      throw error;
    }
  }

  close(): void {
    this.#connection.close();
  }
}

type Statements = ReturnType<typeof prepare>;

function prepare(connection: DatabaseSync) {
  const statement = (sql: string): StatementSync => connection.prepare(sql);
  return {
    begin: statement('begin immediate'),
    commit: statement('commit'),
    rollback: statement('rollback'),
    writerBatch: statement('select batch from writers where writer = ?'),
    setWriter: statement(
      'insert into writers (writer, batch, time) values (?, ?, ?) on conflict (writer) do update set batch = excluded.batch, time = excluded.time',
    ),
    chain: statement('select * from chain where id = 1'),
    setChain: statement(
      'update chain set first_seq = ?, before_first = ?, last_seq = ?, last_hash = ?, bytes = ?, cleaned_at = ? where id = 1',
    ),
    oldest: statement(
      `select seq, time, hash, octet_length(record) as bytes from calls where seq >= ?1
       union all select seq, time, hash, 0 as bytes from history_gaps where seq >= ?1
       order by seq limit ?2`,
    ),
    removeCalls: statement('delete from calls where seq < ?'),
    removeGaps: statement('delete from history_gaps where seq < ?'),
    insertGap: statement('insert into history_gaps (seq, time, record, hash) values (?, ?, ?, ?)'),
    removeStart: statement('delete from call_starts where id = ?'),
    removeSpans: statement('delete from rollups where span = ? and start < ?'),
    removeWriters: statement('delete from writers where time < ?'),
    insertCall: statement(
      `insert into calls (${callColumns.join(', ')}) values (${callColumns.map(() => '?').join(', ')})`,
    ),
    unknownNames: statement(`select tool from rollups where span = 'day' and start = ? and version = ''`),
    rollup: statement(`select * from rollups where ${rollupKey.map((name) => `${name} = ?`).join(' and ')}`),
    setRollup: statement(
      `insert into rollups (${[...rollupKey, ...rollupSums].join(', ')})
       values (${[...rollupKey, ...rollupSums].map(() => '?').join(', ')})
       on conflict do update set ${rollupSums.map((sum) => `${sum} = excluded.${sum}`).join(', ')}`,
    ),
  };
}
