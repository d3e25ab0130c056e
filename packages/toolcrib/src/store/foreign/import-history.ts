import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isCallId, type CallRecord } from '@toolcrib/core';
import { getRecord } from '../history/history-reader.ts';
import type { Store } from '../store.ts';
import { readForeignStore } from './read-foreign-store.ts';

export interface ImportedHistory {
  readonly imported: number;
  /** Were there already: an import that was interrupted is simply done again. */
  readonly known: number;
  /** Were no records. */
  readonly unreadable: number;
}

/**
 * Adds the history of another store to this one, each record marked as imported. Nothing else is read: grants, tokens,
 * approvals and plans of another store are not obeyed.
 */
export async function importHistory(
  file: string,
  { store, stateFolder }: { readonly store: Store; readonly stateFolder: string },
): Promise<ImportedHistory> {
  const folder = mkdtempSync(join(stateFolder, 'import-'));
  const counts = { imported: 0, known: 0, unreadable: 0 };
  try {
    for await (const record of readForeignStore(file, { folder })) {
      if (record === undefined) {
        counts.unreadable++;
        continue;
      }
      const own = await withOwnKey(record, store);
      if (own === undefined) {
        counts.known++;
        continue;
      }
      await store.history.append({ ...own, imported: true });
      counts.imported++;
    }
    await store.history.flush();
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The record under a key that nobody else's has; undefined for one that is here already. A store that somebody has prepared may
 * hold any id: what is not a free key of our form becomes a name that the caller gave, and takes no record's place.
 */
async function withOwnKey(record: CallRecord, { database }: Store): Promise<CallRecord | undefined> {
  const { callId, givenId, time } = record;
  if (isCallId(callId)) {
    const before = await getRecord(database, callId);
    if (before === undefined) return record;
    if (before.time === time) return undefined;
  }
  const key = `imported_${hash('sha256', JSON.stringify(record)).slice(0, 32)}`;
  if ((await getRecord(database, key)) !== undefined) return undefined;
  return { ...record, callId: key, givenId: givenId ?? callId };
}
