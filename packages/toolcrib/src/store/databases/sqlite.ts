import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import type { Database } from './database.ts';
import { connectSqlite, inTurn, makeFolder, toStoreError } from './sqlite-connection.ts';
import type { Tables } from './tables.ts';

/** Opens a database in a file that several processes may use at once. */
export function openSqlite(
  file: string,
  { patience }: { readonly patience?: number | undefined } = {},
): Database {
  makeFolder(file);
  const connection = connectSqlite(file, { synchronous: 'full' });
  // What a person was shown is removed after the answer: without this it would stay in pages that are free.
  connection.exec('pragma secure_delete = on');
  const kysely = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: asKyselyNeedsIt(connection, file) }),
  });
  return {
    kind: 'sqlite',
    read: kysely,
    write: (work) => inTurn({ file, patience }, () => kysely.transaction().execute(work)),
    close: () => kysely.destroy(),
  };
}

/** Statements are kept: preparing one costs more than running it. What goes wrong is said as the store says it. */
function asKyselyNeedsIt(connection: DatabaseSync, file: string): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  const tell = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, file);
    }
  };
  return {
    close: () => connection.close(),
    prepare(sql) {
      // All transactions of ours write: they ask for the pen at once, because later it may be refused half-way.
      const text = sql === 'begin' ? 'begin immediate' : sql;
      let statement = statements.get(text);
      if (statement === undefined) {
        if (statements.size >= 200) statements.clear();
        statement = toKysely(
          tell(() => connection.prepare(text)),
          tell,
        );
        statements.set(text, statement);
      }
      return statement;
    },
  };
}

function toKysely(statement: StatementSync, tell: <T>(work: () => T) => T): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    // Rows come without a prototype; whoever compares them expects plain objects.
    all: (parameters) =>
      tell(() => statement.all(...(parameters as SQLInputValue[])).map((row) => ({ ...row }))),
    run: (parameters) => tell(() => statement.run(...(parameters as SQLInputValue[]))),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
