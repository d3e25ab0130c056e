import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { addCall, addRollup, emptyRollup, type Rollup } from '@toolcrib/core';
import { toColumn, type RecordFields, type RecordLine } from './record-line.ts';
import { spanMs } from '../statistics/span.ts';
import type { CallsTable, ChainTable, GapsTable, RollupsTable } from '../databases/tables.ts';
import type { StartRow } from './running-calls.ts';
import type { HistoryGap, StoredGap } from './stored-history.ts';

type ChainEnd = Pick<ChainTable, 'last_seq' | 'last_hash'>;

/** Records that are written together or not at all. Writer and number make sure that it happens once. */
export interface Batch {
  /** Who writes: a name that nobody else has. */
  readonly writer: string;
  /** Counts up by one, from 1. */
  readonly number: number;
  readonly lines: readonly RecordLine[];
  /** Records that are lost: that too is noted in the chain. */
  readonly gap?: HistoryGap | undefined;
}

/** Where batches go. One at a time. */
export interface BatchTarget {
  /** How many records a batch may have: fewer where writing them holds up the calls. */
  readonly batchSize: number;
  /** Where writing holds up everybody else, they have a turn before it resolves. */
  write(batch: Batch): Promise<void>;
  /** Writes down calls that are about to run: they are on the disk when this resolves. */
  begin(starts: readonly StartRow[]): Promise<void>;
  /** Writes without waiting, for a process that ends. Not there where that cannot be done. */
  writeNow?(batch: Batch): void;
  close(): Promise<void>;
}

export const callColumns = [
  'seq',
  'call_id',
  'given_id',
  'parent_call_id',
  'time',
  'tool',
  'agent',
  'status',
  'task',
  'record',
  'hash',
] as const;

/** The row of a record, but for its place in the chain. */
export type UnchainedRow = Omit<CallsTable, 'seq' | 'hash'>;

export interface Span {
  readonly span: RollupsTable['span'];
  readonly start: number;
  readonly tool: string;
  readonly version: string;
  readonly agent: string;
  readonly rollup: Rollup;
}

/** What a batch adds to the tables. */
export interface BatchContent {
  readonly rows: readonly UnchainedRow[];
  readonly bytes: number;
  /** When the newest call came in: what is old is old beside it. A clock that is ahead of ours does not count. */
  readonly newest: number;
  readonly spans: readonly Span[];
  /** The start records that these records take the place of. */
  readonly ended: readonly string[];
  readonly gap: HistoryGap | undefined;
}

export function readBatch({ lines, gap }: Pick<Batch, 'lines' | 'gap'>): BatchContent {
  const minutes = new Map<string, Span>();
  let bytes = 0;
  let newest = 0;
  const rows = lines.map((line) => {
    const row = toRow(line);
    bytes += Buffer.byteLength(line.text);
    newest = Math.max(newest, row.time);
    const { rollup } = spanOf(minutes, 'minute', row, toColumn(line.version ?? ''));
    addCall(rollup, line, line.outputBytes);
    return row;
  });
  const spans = [...minutes.values(), ...summed(minutes, 'hour'), ...summed(minutes, 'day')];
  const ended = lines.flatMap(({ startId }) => startId ?? []);
  return { rows, bytes, newest: Math.min(newest, Date.now()), spans, ended, gap };
}

/** A gap as it is chained: in the place of the records that are missing. */
export function toGapRow({ records, since, until }: HistoryGap, before: ChainEnd): GapsTable {
  const record = JSON.stringify({ gap: { records, since, until } });
  return { seq: before.last_seq + 1, time: Math.floor(until), record, hash: link(before.last_hash, record) };
}

export function fromGapRow(row: Pick<GapsTable, 'seq' | 'record' | 'hash'>): StoredGap {
  const { gap } = JSON.parse(row.record) as { readonly gap: HistoryGap };
  return { ...gap, seq: row.seq, hash: row.hash };
}

/** The hash of a record: over the hash of the one before it and its own text. */
export function link(before: string, text: string): string {
  return hash('sha256', `${before}\n${text}`);
}

export function toRow(line: RecordFields & Pick<RecordLine, 'text'>): UnchainedRow {
  const { text, callId, givenId, parentCallId, time, tool, agent, status, task } = line;
  return {
    call_id: toColumn(callId),
    given_id: givenId === undefined ? null : toColumn(givenId),
    parent_call_id: parentCallId === undefined ? null : toColumn(parentCallId),
    // A clock may tell fractions; a column of whole numbers does not take them.
    time: Math.floor(time),
    tool: toColumn(tool),
    agent: agent === undefined ? null : toColumn(agent),
    status,
    task: task === undefined ? null : toColumn(task),
    record: text,
  };
}

type Called = Pick<UnchainedRow, 'time' | 'tool' | 'agent'>;

function spanOf(
  spans: Map<string, Span>,
  span: Span['span'],
  { time, tool, agent }: Called,
  version: string,
): Span {
  const start = Math.floor(time / spanMs[span]) * spanMs[span];
  const key = `${start}\0${tool}\0${version}\0${agent ?? ''}`;
  let found = spans.get(key);
  if (found === undefined) {
    found = { span, start, tool, version, agent: agent ?? '', rollup: emptyRollup() };
    spans.set(key, found);
  }
  return found;
}

function summed(minutes: ReadonlyMap<string, Span>, span: Span['span']): Iterable<Span> {
  const spans = new Map<string, Span>();
  for (const { start: time, tool, agent, version, rollup } of minutes.values())
    addRollup(spanOf(spans, span, { time, tool, agent }, version).rollup, rollup);
  return spans.values();
}
