import type { StoredRecord } from '../store/history/stored-history.ts';
import { UsageError } from './command-line.ts';
import { historyTexts } from './history-texts.ts';
import type { OpenedSession } from './session.ts';

/** The record of a call; throws when there is none. */
export async function requireRecord(
  callId: string,
  { store, locale }: Pick<OpenedSession, 'store' | 'locale'>,
): Promise<StoredRecord> {
  const record = await store.history.get(callId);
  if (record === undefined) throw new UsageError(historyTexts(locale).noRecord(callId), 'record_not_found');
  return record;
}
