import { sql, type KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { HistoryFilter } from '@toolcrib/core';
import { LazyDatabase } from '../databases/lazy-database.ts';
import { openSqlite } from '../databases/sqlite.ts';
import { recordOf, stores } from '../store.test-support.ts';
import { listRecords } from './history-reader.ts';

const { openStore, temporaryFolder } = stores(onTestFinished);

interface Read {
  readonly found: number;
  /** How SQLite goes about each query for records. */
  readonly plans: readonly string[];
}

/** Lists the records of a file, and tells how they were looked for. */
async function listed(file: string, filter: HistoryFilter): Promise<Read> {
  const database = openSqlite(file);
  onTestFinished(() => database.close());
  const plans: string[] = [];
  const explain: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql: text, parameters } = database.read.getExecutor().compileQuery(node, queryId);
      asked.push({ text, parameters });
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const asked: { readonly text: string; readonly parameters: readonly unknown[] }[] = [];
  const watched = { ...database, read: database.read.withPlugin(explain) };
  const { records } = await listRecords(new LazyDatabase(async () => watched), filter);
  for (const { text, parameters } of asked.filter((query) => query.text.includes('"record"'))) {
    const [before = '', ...rest] = `explain query plan ${text}`.split('?');
    const query = rest.reduce(
      (whole, part, at) => sql`${whole}${parameters[at]}${sql.raw(part)}`,
      sql.raw(before),
    );
    const { rows } = await query.execute(database.read);
    plans.push(rows.map((row) => (row as { readonly detail: string }).detail).join('; '));
  }
  return { found: records.length, plans };
}

async function filled(): Promise<string> {
  const file = `${temporaryFolder()}/store.db`;
  const { history } = openStore({ kind: 'sqlite', file });
  for (let n = 0; n < 100; n++) {
    await history.append(recordOf({ tool: 'Read', agent: 'reader' }));
    await history.append(recordOf({ tool: 'Write', agent: 'writer' }));
  }
  await history.append(recordOf({ tool: 'Write', agent: 'writer', status: 'blocked', errorCode: 'timeout' }));
  await history.flush();
  return file;
}

test('what was never counted is not looked for among the records', async () => {
  const file = await filled();
  for (const filter of [
    { tool: 'Read', agent: 'writer' },
    { tool: 'Read', status: 'blocked' },
    { status: 'error' },
    { tool: 'Read', since: 1_700_000_000_000 + 2 * 86_400_000 },
  ] as const)
    expect([filter, await listed(file, filter)]).toEqual([filter, { found: 0, plans: [] }]);
  expect(await listed(file, { tool: 'Write', agent: 'writer' })).toMatchObject({ found: 50 });
});

test('calls that failed are read from the index that holds no others', async () => {
  const file = await filled();
  for (const filter of [{ status: 'blocked' }, { status: 'blocked', tool: 'Write' }] as const) {
    const { found, plans } = await listed(file, filter);
    expect(found).toBe(1);
    expect(plans).toEqual([expect.stringContaining('USING INDEX calls_failed')]);
  }
});
