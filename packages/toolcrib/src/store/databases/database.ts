import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** One open database, whichever it is. */
export interface Database {
  readonly kind: DatabaseKind;
  /** For reading. */
  readonly read: Kysely<Tables>;
  /**
   * Writes: everything in `work` or nothing of it, on the disk when it resolves. Waits for its turn when another process
   * is writing, without holding up this one.
   */
  write<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
