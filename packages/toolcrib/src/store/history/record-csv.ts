import { toWireRecord } from '@toolcrib/core';
import { toCell } from './csv-cell.ts';
import type { StoredRecord } from './stored-history.ts';

/** The columns, by the names of the wire; `usage` is taken apart. */
const columns = [
  'seq time call_id given_id parent_call_id request_id replay_of agent tool version task status execution_time_ms attempts',
  'outcome_unknown error_code error_type error station rule risk approved_by approval_id grant_id sandbox',
  'usage.source usage.cpu_ms usage.memory_bytes arguments output hash',
].flatMap((line) => line.split(' '));

export const csvHeader: string = columns.join(',');

/** A record as a row of CSV. */
export function toCsvRow(record: StoredRecord): string {
  const { usage, arguments: given, output, ...wire } = toWireRecord(record);
  const cells: { readonly [name: string]: unknown } = {
    ...wire,
    ...Object.fromEntries(Object.entries(usage ?? {}).map(([name, value]) => [`usage.${name}`, value])),
    arguments: asJson(given),
    output: asJson(output),
  };
  return columns.map((name) => toCell(cells[name])).join(',');
}

/** A text among these is JSON too, so that it can be told from a number. */
function asJson(value: unknown): unknown {
  return typeof value === 'number' ? value : JSON.stringify(value);
}
