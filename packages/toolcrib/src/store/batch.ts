import { hash } from 'node:crypto';
import { addCall, emptyRollup, type Rollup } from '@toolcrib/core';
import { outputBytesOf, parseRecord, toColumn, type ParsedRecord } from './record-text.ts';
import type { CallsTable, RollupsTable } from './tables.ts';

/** Records that are written together or not at all. Writer and number make sure that it happens once. */
export interface Batch {
  /** Who writes: a name that nobody else has. */
  readonly writer: string;
  /** Counts up by one, from 1. */
  readonly number: number;
  /** One record each, as it is stored. */
  readonly lines: readonly string[];
}

/** Where batches go. One at a time. */
export interface BatchTarget {
  write(batch: Batch): Promise<void>;
  /** Writes without waiting, for a process that ends. Not there where that cannot be done. */
  writeNow?(batch: Batch): void;
  close(): Promise<void>;
}

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
  readonly spans: readonly Span[];
}

export function readBatch({ lines }: Batch): BatchContent {
  const spans = new Map<string, Span>();
  const rows = lines.map((line) => {
    const record = parseRecord(line);
    const row = toRow(record, line);
    addToSpans(spans, record, row);
    return row;
  });
  return { rows, spans: [...spans.values()] };
}

/** The hash of a record: over the hash of the one before it and its own text. */
export function link(before: string, text: string): string {
  return hash('sha256', `${before}\n${text}`);
}

export function toRow(record: ParsedRecord, text: string): UnchainedRow {
  const { callId, parentCallId, time, tool, agent, status } = record;
  return {
    call_id: toColumn(callId),
    parent_call_id: parentCallId === undefined ? null : toColumn(parentCallId),
    // A clock may tell fractions; a column of whole numbers does not take them.
    time: Math.floor(time),
    tool: toColumn(tool),
    agent: agent === undefined ? null : toColumn(agent),
    status,
    record: text,
  };
}

const spanLengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

function addToSpans(
  spans: Map<string, Span>,
  record: ParsedRecord,
  { tool, time, agent }: UnchainedRow,
): void {
  const version = toColumn(record.version ?? '');
  const outputBytes = outputBytesOf(record);
  for (const span of ['minute', 'hour', 'day'] as const) {
    const start = Math.floor(time / spanLengths[span]) * spanLengths[span];
    const key = [span, start, tool, version, agent ?? ''].join('\0');
    let found = spans.get(key);
    if (found === undefined) {
      found = { span, start, tool, version, agent: agent ?? '', rollup: emptyRollup() };
      spans.set(key, found);
    }
    addCall(found.rollup, record, outputBytes);
  }
}
