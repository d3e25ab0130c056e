import { DatabaseSync } from 'node:sqlite';
import type { GivenIdsTable } from '../databases/tables.ts';
import { attempt } from './attempt.ts';

/** Places in a row without an id after which no more are looked for, where nothing tells how many there were. */
const maxEmpty = 10_000;

/**
 * The ids under which agents have made calls, also calls that have no record. Each is read by itself; one that is damaged keeps at
 * most an agent from using an id that nobody has used.
 */
export function* readUsedIds(file: string): Generator<GivenIdsTable> {
  const database = new DatabaseSync(file, { allowExtension: false });
  try {
    database.exec('pragma trusted_schema = off; pragma query_only = on');
    const find = attempt(() =>
      database.prepare('select agent, id, call_id, used_at from given_ids where rowid = ?'),
    );
    const ends = attempt(() => database.prepare('select min(rowid), max(rowid) from given_ids').get());
    const [first, last] = Object.values(ends ?? {});
    let empty = 0;
    for (let place = numberOr(first, 1); place <= numberOr(last, place) && empty < maxEmpty; place++) {
      const row = attempt(() => find?.get(place));
      if (isUsedId(row)) yield row;
      empty = row === undefined && typeof last !== 'number' ? empty + 1 : 0;
    }
  } finally {
    database.close();
  }
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function isUsedId(row: unknown): row is GivenIdsTable {
  const { agent, id, call_id, used_at } = (row ?? {}) as Partial<Record<keyof GivenIdsTable, unknown>>;
  return [agent, id, call_id].every((text) => typeof text === 'string') && typeof used_at === 'number';
}
