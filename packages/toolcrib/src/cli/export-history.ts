import { resolve } from 'node:path';
import { visible } from '@toolcrib/core';
import { exportFormats, exportRecords } from '../store/history/export-records.ts';
import { UsageError } from './command-line.ts';
import { exitCodes } from './exit-codes.ts';
import { writeWhole } from './export-file.ts';
import { readFilter } from './history-filter.ts';
import { historyTexts } from './history-texts.ts';
import type { OpenedSession, Session } from './session.ts';
import { tellUnrecorded } from './tell-unrecorded.ts';

/** `history export`: every record that passes, newest first, however many there are. */
export async function exportHistory(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, line, signal } = session;
  const { output } = line.options;
  const words = historyTexts(opened.locale);
  const format = readFormat(session, opened);
  const filter = await readFilter(session, opened, Date.now());
  const counted = { records: 0 };
  const records = opened.store.history.stream(filter, { order: 'newest' });
  const pieces = exportRecords(records, format, { signal, counted });
  if (output === undefined) {
    for await (const piece of pieces) await terminal.writePiece(piece);
    await tellLeftOut(session, opened);
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
  await tellLeftOut(session, opened);
  return exitCodes.success;
}

/** What runs has no record yet, and what is missing has none. */
async function tellLeftOut(session: Session, opened: OpenedSession): Promise<void> {
  const { length: running } = await opened.store.history.running();
  if (running > 0) session.terminal.tell(historyTexts(opened.locale).running(running));
  await tellUnrecorded(session, opened);
}

/** By name, else by the end of the file's name. */
function readFormat(
  { line }: Session,
  { locale }: OpenedSession,
): NonNullable<ReturnType<typeof exportFormats.get>> {
  const { format: given, output = '' } = line.options;
  const ending = /\.(csv|jsonl)$/iu.exec(output)?.[1]?.toLowerCase();
  const name = given ?? ending ?? 'json';
  const format = exportFormats.get(name);
  if (format === undefined)
    throw new UsageError(historyTexts(locale).badFormat(name, [...exportFormats.keys()]), 'unknown_format');
  return format;
}
