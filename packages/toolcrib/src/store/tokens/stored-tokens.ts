import type { ApproverScope } from '@toolcrib/core';
import type { CompiledQuery, Transaction } from 'kysely';
import type { DatabaseKind } from '../databases/database.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { Tables, TokensTable } from '../databases/tables.ts';
import { randomName } from '../random-name.ts';

export const tokenScopes = ['read', 'call', 'approve', 'admin'] as const;

/** What a token is good for. */
export type TokenScope = (typeof tokenScopes)[number];

/** A token without the token itself: only its digest is kept. */
export interface StoredToken {
  readonly id: string;
  /** Who holds it. Answers are recorded under it, so no two tokens ever have the same. */
  readonly name: string;
  /** The agent that it speaks for; undefined for a person. */
  readonly agent: string | undefined;
  readonly scopes: readonly TokenScope[];
  /** Milliseconds since 1970, as are all times here. */
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
  /** Its holder is a person who sees what is asked: may approve their own calls, also by the forms of an MCP client. */
  readonly approver: boolean;
  /** Which requests it may approve; undefined for all. */
  readonly approves: ApproverScope | undefined;
  /** Identities of those who made it, whose calls it may not approve. */
  readonly holds: readonly string[];
  /** The id of the token that it was made with. */
  readonly madeBy: string | undefined;
}

export interface TokenInput {
  /** One that was used before gets a number. */
  readonly name: string;
  readonly agent?: string | undefined;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt?: number | undefined;
  /** @default false */
  readonly approver?: boolean | undefined;
  /** @default all */
  readonly approves?: ApproverScope | undefined;
  /** @default nobody's */
  readonly holds?: readonly string[] | undefined;
  /** The id of a token: the new one has no more scopes, and ends with it at the latest. @default none */
  readonly madeBy?: string | undefined;
}

/** What opens the service, for all who share the database. */
export interface StoredTokens {
  /** Makes a token. This is the only time that it is told. */
  create(input: TokenInput): Promise<{ readonly token: string; readonly about: StoredToken }>;
  /** What is known of a token that holds now. */
  find(token: string): Promise<StoredToken | undefined>;
  /** Those of the given ids that are valid now. */
  valid(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those that hold now, newest first; with `all`, also those that have expired or were revoked. */
  list(options?: { readonly all?: boolean }): Promise<readonly StoredToken[]>;
  /** Revokes a token, and those that were made with it. False when it was revoked before, or there is no such token. */
  revoke(id: string): Promise<boolean>;
}

/** What an agent may never be good for: it would say yes to its own calls. */
export const scopesForPeople: readonly TokenScope[] = ['approve', 'admin'];

export function createStoredTokens(
  database: LazyDatabase,
  { now = Date.now }: { readonly now?: () => number } = {},
): StoredTokens {
  /** Every request asks this: it is put together once. */
  let byId: CompiledQuery<TokensTable> | undefined;
  return {
    async create(input) {
      const { name, agent, scopes, expiresAt, approver = false, approves, holds: held, madeBy } = input;
      if (agent !== undefined && scopes.some((scope) => scopesForPeople.includes(scope)))
        throw new RangeError('the token of an agent can neither approve nor administer');
      const { randomBytes } = process.getBuiltinModule('node:crypto');
      const secret = randomBytes(32).toString('base64url');
      const row: TokensTable = {
        id: randomName(),
        name,
        agent: agent ?? null,
        scopes: scopes.join(' '),
        digest: digestOf(secret).toString('hex'),
        created_at: now(),
        expires_at: expiresAt ?? null,
        revoked_at: null,
        approver: approver ? 1 : 0,
        approves: approves === undefined ? null : JSON.stringify(approves),
        holds: held === undefined ? null : JSON.stringify(held),
        made_by: madeBy ?? null,
      };
      const opened = await database.get();
      const kept = await opened.write(async (transaction) => {
        if (madeBy !== undefined) {
          const maker = await makerOf(transaction, { id: madeBy, kind: opened.kind });
          checkMaker(maker, { scopes, expiresAt, now: now() });
        }
        return insertNamed(transaction, row);
      });
      return { token: `tc_${row.id}_${secret}`, about: fromRow(kept) };
    },

    async find(token) {
      const [, id, secret] = /^tc_([0-9a-f]{30})_([\w-]{43})$/u.exec(token) ?? [];
      if (id === undefined || secret === undefined) return undefined;
      const { read } = await database.get();
      byId ??= read.selectFrom('tokens').selectAll().where('id', '=', id).compile();
      const { rows } = await read.executeQuery<TokensTable>({ ...byId, parameters: [id] });
      const [row] = rows;
      const { timingSafeEqual } = process.getBuiltinModule('node:crypto');
      // The id only finds the row; what is secret is compared in a time that tells nothing.
      if (row === undefined || !timingSafeEqual(digestOf(secret), Buffer.from(row.digest, 'hex')))
        return undefined;
      const found = fromRow(row);
      return holds(found, now()) ? found : undefined;
    },

    async valid(ids) {
      const { read } = await database.get();
      const rows = await read
        .selectFrom('tokens')
        .select('id')
        .where('id', 'in', ids)
        .where('revoked_at', 'is', null)
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now())]))
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    async list({ all = false } = {}) {
      const { read } = await database.get();
      const rows = await read
        .selectFrom('tokens')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      const moment = now();
      return rows.map(fromRow).filter((token) => all || holds(token, moment));
    },

    async revoke(id) {
      const opened = await database.get();
      return opened.write(async (transaction) => {
        const revoked = await revokeThose(transaction, { where: 'id', ids: [id], now: now() });
        // A token that one of these is making just now is found by the next look.
        for (let makers = revoked; makers.length > 0; )
          makers = await revokeThose(transaction, { where: 'made_by', ids: makers, now: now() });
        return revoked.length > 0;
      });
    },
  };
}

/** The row of a token that makes another one: it is not revoked until the other one is written. */
function makerOf(
  transaction: Transaction<Tables>,
  { id, kind }: { readonly id: string; readonly kind: DatabaseKind },
): Promise<TokensTable | undefined> {
  const query = transaction.selectFrom('tokens').selectAll().where('id', '=', id);
  return (kind === 'postgres' ? query.forShare() : query).executeTakeFirst();
}

function checkMaker(
  row: TokensTable | undefined,
  { scopes, expiresAt, now }: Pick<TokenInput, 'scopes' | 'expiresAt'> & { readonly now: number },
): void {
  const maker = row && fromRow(row);
  if (maker === undefined || !holds(maker, now)) throw new RangeError('the token that makes it is not valid');
  if (scopes.some((scope) => !maker.scopes.includes(scope)))
    throw new RangeError('a token makes none with more scopes than its own');
  if (maker.expiresAt !== undefined && (expiresAt === undefined || expiresAt > maker.expiresAt))
    throw new RangeError('a token makes none that outlives it');
}

interface Revoked {
  readonly where: 'id' | 'made_by';
  readonly ids: readonly string[];
  readonly now: number;
}

async function revokeThose(
  transaction: Transaction<Tables>,
  { where, ids, now }: Revoked,
): Promise<string[]> {
  const rows = await transaction
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where(where, 'in', ids)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Adds a number to a name that another token has or had. */
async function insertNamed(transaction: Transaction<Tables>, row: TokensTable): Promise<TokensTable> {
  for (let number = 1; ; number++) {
    const named = number === 1 ? row : { ...row, name: `${row.name} ${number}` };
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('tokens')
      .values(named)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst();
    if (Number(numInsertedOrUpdatedRows) === 1) return named;
  }
}

function digestOf(secret: string): Buffer {
  const { hash } = process.getBuiltinModule('node:crypto');
  return hash('sha256', secret, 'buffer');
}

function holds({ revokedAt, expiresAt }: StoredToken, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now);
}

function fromRow(row: TokensTable): StoredToken {
  return {
    id: row.id,
    name: row.name,
    agent: row.agent ?? undefined,
    scopes: row.scopes.split(' ') as TokenScope[],
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    approver: row.approver === 1,
    approves: row.approves === null ? undefined : (JSON.parse(row.approves) as ApproverScope),
    holds: row.holds === null ? [] : (JSON.parse(row.holds) as string[]),
    madeBy: row.made_by ?? undefined,
  };
}
