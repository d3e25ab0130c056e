import { toWireRecord } from '@toolcrib/core';
import { csvHeader, toCsvRow } from './record-csv.ts';
import type { StoredRecord } from './stored-history.ts';

/** How a format writes what it holds. */
interface ExportFormat {
  readonly media: string;
  readonly begin: string;
  readonly row: (record: StoredRecord) => string;
  readonly between: string;
  readonly end: string;
}

const toJson = (record: StoredRecord): string => JSON.stringify(toWireRecord(record));

export const exportFormats: ReadonlyMap<string, ExportFormat> = new Map<string, ExportFormat>([
  ['json', { media: 'application/json', begin: '[\n', row: toJson, between: ',\n', end: '\n]\n' }],
  [
    'jsonl',
    { media: 'application/jsonl', begin: '', row: (record) => `${toJson(record)}\n`, between: '', end: '' },
  ],
  [
    'csv',
    {
      media: 'text/csv',
      begin: `${csvHeader}\r\n`,
      row: (record) => `${toCsvRow(record)}\r\n`,
      between: '',
      end: '',
    },
  ],
]);

/** Characters that are written at a time. */
const pieceLength = 65_536;

/** Records as text, in pieces, however many there are. `counted` tells how many there were so far. */
export async function* exportRecords(
  records: AsyncIterable<StoredRecord>,
  { begin, row, between, end }: ExportFormat,
  {
    signal,
    counted = { records: 0 },
  }: { readonly signal: AbortSignal; readonly counted?: { records: number } },
): AsyncIterable<string> {
  let piece = begin;
  for await (const record of records) {
    if (signal.aborted) return;
    piece += (counted.records++ === 0 ? '' : between) + row(record);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece + end;
}
