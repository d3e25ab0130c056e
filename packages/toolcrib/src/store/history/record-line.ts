import { Buffer } from 'node:buffer';
import type { CallRecord } from '@toolcrib/core';
import type { StoredRecord } from './stored-history.ts';

/** Arguments and outputs with more JSON than this are left out of the record. */
const maxPartLength = 65_536;

/** What is kept of an error's text when the record is too long. */
const maxErrorLength = 8192;

/**
 * A record as it is written: the text that is stored and hashed, JSON on one line, and beside it what the other columns and
 * the rollups are made of, so that who writes it need not read it.
 */
export interface RecordLine extends RecordFields {
  readonly text: string;
  /** Bytes of the output as JSON, whether or not it is stored. */
  readonly outputBytes: number;
  /** Its start record was written, so that the call is not missing even when this record is lost. */
  readonly isStarted?: boolean | undefined;
}

/** What records are found and counted by. */
export type RecordFields = Pick<
  CallRecord,
  | 'callId'
  | 'givenId'
  | 'parentCallId'
  | 'time'
  | 'tool'
  | 'version'
  | 'agent'
  | 'status'
  | 'task'
  | 'errorCode'
  | 'executionTimeMs'
> &
  Pick<StoredRecord, 'startId'>;

/** What a record's text says. */
export type ParsedRecord = Omit<StoredRecord, 'seq' | 'hash'>;

/** Arguments and outputs that are too long are left out, and `omitted` tells how many bytes they had. */
export function toLine(record: CallRecord & Pick<StoredRecord, 'startId'>): RecordLine {
  const line = lineOf(record);
  return line.text.length <= maxPartLength ? line : lineOf(shortened(record));
}

/** The line of a text that was made by `toLine`. */
export function readLine(text: string): RecordLine {
  const record = parseRecord(text);
  return { ...fieldsOf(record), text, outputBytes: outputBytesOf(record, JSON.stringify(record.output)) };
}

export function parseRecord(text: string): ParsedRecord {
  return JSON.parse(text) as ParsedRecord;
}

function lineOf(record: ParsedRecord): RecordLine {
  const output = JSON.stringify(record.output) as string | undefined;
  const rest = JSON.stringify({ ...record, output: undefined });
  // Put together by hand, because the output is measured as well, and nothing need be made twice for it.
  const text = output === undefined ? rest : `${rest.slice(0, -1)},"output":${output}}`;
  return { ...fieldsOf(record), text, outputBytes: outputBytesOf(record, output) };
}

function fieldsOf(record: RecordFields): RecordFields {
  const { callId, givenId, parentCallId, time, tool, version, agent, status, task, errorCode } = record;
  const { executionTimeMs, startId } = record;
  return {
    callId,
    givenId,
    parentCallId,
    time,
    tool,
    version,
    agent,
    status,
    task,
    errorCode,
    executionTimeMs,
    startId,
  };
}

function outputBytesOf({ omitted }: ParsedRecord, output: string | undefined): number {
  return omitted?.output ?? (output === undefined ? 0 : Buffer.byteLength(output));
}

function shortened(record: CallRecord): ParsedRecord {
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

/** Text for a column that finds records: PostgreSQL takes no NUL and no half of a character. */
export function toColumn(text: string): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
