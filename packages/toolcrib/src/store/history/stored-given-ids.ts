import type { GivenIds } from '@toolcrib/core';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import { toColumn } from './record-line.ts';

const sweepEveryMs = 3_600_000;

/**
 * The ids under which agents have made calls, for all who share the database: written before the call runs, and kept as long as
 * its record.
 */
export function createStoredGivenIds(
  database: LazyDatabase,
  { keepFor }: { readonly keepFor: number },
): GivenIds {
  let sweepAt = 0;
  const usedBy = async (agent = '', id: string): Promise<string | undefined> => {
    const { read } = await database.get();
    const row = await read
      .selectFrom('given_ids')
      .select('call_id')
      .where('agent', '=', toColumn(agent))
      .where('id', '=', toColumn(id))
      .executeTakeFirst();
    return row?.call_id;
  };
  return {
    usedBy,

    async use(agent = '', id, callId) {
      const now = Date.now();
      const row = { agent: toColumn(agent), id: toColumn(id), call_id: callId, used_at: now };
      const isSweeping = now >= sweepAt;
      if (isSweeping) sweepAt = now + sweepEveryMs;
      const opened = await database.get();
      // The key decides, in one statement: of many processes at once, one inserts.
      const isFirst = await opened.write(async (transaction) => {
        if (isSweeping)
          await transaction
            .deleteFrom('given_ids')
            .where('used_at', '<', now - keepFor)
            .execute();
        const inserted = await transaction
          .insertInto('given_ids')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return Number(inserted.numInsertedOrUpdatedRows) === 1;
      });
      return isFirst ? undefined : ((await usedBy(agent, id)) ?? callId);
    },

    async release(agent = '', id, callId) {
      const opened = await database.get();
      await opened.write((transaction) =>
        transaction
          .deleteFrom('given_ids')
          .where('agent', '=', toColumn(agent))
          .where('id', '=', toColumn(id))
          .where('call_id', '=', callId)
          .execute(),
      );
    },
  };
}
