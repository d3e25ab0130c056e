import { Buffer } from 'node:buffer';
import type { CallRecord } from '@toolcrib/core';
import type { StoredRecord } from './stored-history.ts';

/** Arguments and outputs with more JSON than this are left out of the record. */
const maxPartLength = 65_536;

/** What is kept of an error's text when the record is too long. */
const maxErrorLength = 8192;

/**
 * A record as it is stored and hashed: JSON on one line. Arguments and outputs that are too long are left out, and
 * `omitted` tells how many bytes they had.
 */
export function toRecordText(record: CallRecord): string {
  const text = JSON.stringify(record);
  return text.length <= maxPartLength ? text : JSON.stringify(shortened(record));
}

function shortened(record: CallRecord): CallRecord & Pick<StoredRecord, 'omitted'> {
  const { arguments: given, output, error, stack, causes } = record;
  const argumentBytes = bytesBeyond(given);
  const outputBytes = bytesBeyond(output);
  return {
    ...record,
    ...(argumentBytes !== undefined && { arguments: undefined }),
    ...(outputBytes !== undefined && { output: undefined }),
    error: cut(error),
    stack: cut(stack),
    causes: causes.map(({ type, message }) => ({ type, message: cut(message) })),
    omitted: { arguments: argumentBytes, output: outputBytes },
  };
}

/** How many bytes of JSON a value is; undefined when that is not too many. */
function bytesBeyond(value: unknown): number | undefined {
  const text = JSON.stringify(value) as string | undefined;
  return text !== undefined && text.length > maxPartLength ? Buffer.byteLength(text) : undefined;
}

function cut<Text extends string | undefined>(text: Text): Text {
  if (text === undefined || text.length <= maxErrorLength) return text;
  return `${text.slice(0, maxErrorLength)}…` as Text;
}

/** Bytes of the output as JSON, whether or not it is stored. */
export function outputBytesOf({ output, omitted }: ParsedRecord): number {
  if (omitted?.output !== undefined) return omitted.output;
  return output === undefined ? 0 : Buffer.byteLength(JSON.stringify(output));
}

/** What a record's text says. */
export type ParsedRecord = Omit<StoredRecord, 'seq' | 'hash'>;

export function parseRecord(text: string): ParsedRecord {
  return JSON.parse(text) as ParsedRecord;
}

/** Text for a column that finds records: PostgreSQL takes no NUL and no half of a character. */
export function toColumn(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
