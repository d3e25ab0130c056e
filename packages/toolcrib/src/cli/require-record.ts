import type { StoredRecord } from '../store/history/stored-history.ts';
import { UsageError } from './command-line.ts';
import { toCandidates } from './history-lines.ts';
import { historyTexts } from './history-texts.ts';
import type { OpenedSession } from './session.ts';

/**
 * The record that an id means: by its key, or by what its caller called it, and with the hash where one is given. Throws when
 * there is none, and when there are several: then it names them.
 */
export async function requireRecord(
  id: string,
  { store, locale }: Pick<OpenedSession, 'store' | 'locale'>,
  { hash }: { readonly hash?: string | undefined } = {},
): Promise<StoredRecord> {
  const words = historyTexts(locale);
  const found = await store.history.find(id);
  const meant = hash === undefined ? found : found.filter((record) => record.hash === hash);
  const [record, another] = meant;
  if (record !== undefined && another === undefined) return record;
  if (found.length === 0) throw new UsageError(words.noRecord(id), 'record_not_found');
  if (record === undefined) throw new UsageError(words.otherRecord(id), 'record_differs');
  const rows = toCandidates(meant, words);
  throw new UsageError([words.ambiguous(id), ...rows].join('\n'), 'record_ambiguous');
}
