import type { CallRecord } from '@toolcrib/core';
import type { Experience, Feedback } from '@toolcrib/core/discovery';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { StoredStatistics } from '../statistics/stored-statistics.ts';

/** What calls and people teach, for all who share the database. */
export interface StoredExperience extends Experience {
  /** Keeps what a person says of a call; on the disk when it resolves. */
  give(feedback: GivenFeedback): Promise<Feedback>;
}

export interface GivenFeedback {
  /** The call, as it was recorded. */
  readonly call: Pick<CallRecord, 'callId' | 'tool' | 'task'>;
  readonly good: boolean;
  readonly words?: string | undefined;
  /** @default 'user' */
  readonly by?: string | undefined;
}

interface ExperienceOptions {
  /** Sees to it that what was recorded before can be read. */
  readonly flush: () => Promise<void>;
  /** Whether there is anything to be read: who only asks makes no store. */
  readonly exists: () => boolean;
}

/** Experience in a database. What reads it is loaded by the first question. */
export function createStoredExperience(
  database: LazyDatabase,
  statistics: StoredStatistics,
  { flush, exists }: ExperienceOptions,
): StoredExperience {
  const reading = async () => {
    // What a store does not take may still be read as far as it goes.
    await flush().catch(() => undefined);
    return exists() ? { ...(await import('./read-experience.ts')), opened: await database.get() } : undefined;
  };
  return {
    async uses(since = { calls: 0, feedback: 0 }) {
      const ready = await reading();
      return ready === undefined ? { uses: [], position: since } : ready.readUses(ready.opened.read, since);
    },
    rollups: (period) => statistics.rollups(period),
    async latest(tool) {
      const ready = await reading();
      return ready === undefined ? [] : ready.readLatest(ready.opened.read, tool);
    },
    async feedback() {
      const ready = await reading();
      return ready === undefined ? [] : ready.readFeedback(ready.opened.read);
    },
    async give({ call: { callId, tool, task }, good, words, by = 'user' }) {
      const feedback: Feedback = { callId, tool, task, good, words, time: Date.now() };
      const { addFeedback } = await import('./read-experience.ts');
      await addFeedback(await database.get(), feedback, by);
      return feedback;
    },
  };
}
