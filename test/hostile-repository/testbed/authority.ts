import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { restrict } from '../../../packages/toolcrib/src/config/trust/restrict.ts';
import { TrustRecords } from '../../../packages/toolcrib/src/config/trust/trust-records.ts';

/** Every grant, answered approval, token and acceptance in a state folder, one line each. */
export function authorityIn(state: string): ReadonlySet<string> {
  const accepted = new TrustRecords(join(state, 'trust'))
    .list()
    // An acceptance of restrictions alone gives nothing.
    .filter(({ document }) => withheldFrom(document) > 0)
    .map(({ file, document }) => `accepted ${file}: ${JSON.stringify(document)}`);
  return new Set([...accepted, ...storesIn(state).flatMap(authorityInStore)]);
}

function withheldFrom(value: unknown): number {
  const placeOf = (): { readonly line: number; readonly column: number } => ({ line: 1, column: 1 });
  return restrict({ value, placeOf }, undefined).withheld.length;
}

function storesIn(state: string): string[] {
  if (!existsSync(state)) return [];
  return readdirSync(state)
    .map((name) => join(state, name, 'store.db'))
    .filter((file) => existsSync(file));
}

function authorityInStore(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return queries.flatMap((query) =>
      database
        .prepare(query)
        .all()
        .map((row) => JSON.stringify(row)),
    );
  } finally {
    database.close();
  }
}

const queries = [
  'select id, tool, agent from grants',
  `select id, tool, status from approvals where status not in ('pending', 'denied', 'withdrawn', 'expired')`,
  // The service makes the first token for the person who starts it.
  `select id, name, scopes from tokens where name <> 'console'`,
];
