import { resolve } from 'node:path';
import { toWireRecord, visible } from '@toolcrib/core';
import type { StoredRecord } from '../store/history/stored-history.ts';
import { UsageError } from './command-line.ts';
import { exitCodes } from './exit-codes.ts';
import { writeWhole } from './export-file.ts';
import { csvHeader, toCsvRow } from './history-csv.ts';
import { readFilter } from './history-filter.ts';
import { historyTexts } from './history-texts.ts';
import type { OpenedSession, Session } from './session.ts';

/** How a format writes what it holds. */
interface Format {
  readonly begin: string;
  readonly row: (record: StoredRecord) => string;
  readonly between: string;
  readonly end: string;
}

const toJson = (record: StoredRecord): string => JSON.stringify(toWireRecord(record));

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['json', { begin: '[\n', row: toJson, between: ',\n', end: '\n]\n' }],
  ['jsonl', { begin: '', row: (record) => `${toJson(record)}\n`, between: '', end: '' }],
  ['csv', { begin: `${csvHeader}\r\n`, row: (record) => `${toCsvRow(record)}\r\n`, between: '', end: '' }],
]);

/** Characters that are written at a time. */
const pieceLength = 65_536;

/** `history export`: every record that passes, newest first, however many there are. */
export async function exportHistory(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, line, signal } = session;
  const { output } = line.options;
  const words = historyTexts(opened.locale);
  const format = readFormat(session, opened);
  const filter = await readFilter(session, opened, Date.now());
  const counted = { records: 0 };
  const records = opened.store.history.stream(filter, { order: 'newest' });
  const pieces = inPieces(records, format, counted, signal);
  if (output === undefined) {
    for await (const piece of pieces) await terminal.writePiece(piece);
    return exitCodes.success;
  }
  const file = resolve(output);
  try {
    await writeWhole(file, pieces, signal);
  } catch (error) {
    if (signal.aborted) return exitCodes.interrupted;
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || code === undefined) throw error;
    terminal.tell(visible(words.notWritten(output, words.fileProblems[code] ?? code)));
    return exitCodes.failed;
  }
  terminal.tell(visible(words.exported(counted.records, output)));
  return exitCodes.success;
}

async function* inPieces(
  records: AsyncIterable<StoredRecord>,
  { begin, row, between, end }: Format,
  counted: { records: number },
  signal: AbortSignal,
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

/** By name, else by the end of the file's name. */
function readFormat({ line }: Session, { locale }: OpenedSession): Format {
  const { format: given, output = '' } = line.options;
  const ending = /\.(csv|jsonl)$/iu.exec(output)?.[1]?.toLowerCase();
  const name = given ?? ending ?? 'json';
  const format = formats.get(name);
  if (format === undefined)
    throw new UsageError(historyTexts(locale).badFormat(name, [...formats.keys()]), 'unknown_format');
  return format;
}
