import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
      const before = await getRecord(store.database, record.callId);
      if (before?.time === record.time) {
        counts.known++;
        continue;
      }
      await store.history.append({ ...record, imported: true });
      counts.imported++;
    }
    await store.history.flush();
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
