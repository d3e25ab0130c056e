import type { CompiledQuery } from 'kysely';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { TokensTable } from '../databases/tables.ts';
import { randomName } from '../random-name.ts';

export const tokenScopes = ['read', 'call', 'approve', 'admin'] as const;

/** What a token is good for. */
export type TokenScope = (typeof tokenScopes)[number];

/** A token without the token itself: only its digest is kept. */
export interface StoredToken {
  readonly id: string;
  /** Who holds it; stands beside the answers that are given with it. */
  readonly name: string;
  /** The agent that it speaks for; undefined for a person. */
  readonly agent: string | undefined;
  readonly scopes: readonly TokenScope[];
  /** Milliseconds since 1970, as are all times here. */
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
}

export interface TokenInput {
  readonly name: string;
  readonly agent?: string | undefined;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt?: number | undefined;
}

/** What opens the service, for all who share the database. */
export interface StoredTokens {
  /** Makes a token. This is the only time that it is told. */
  create(input: TokenInput): Promise<{ readonly token: string; readonly about: StoredToken }>;
  /** What is known of a token that holds now. */
  find(token: string): Promise<StoredToken | undefined>;
  /** Those that hold now, newest first; with `all`, also those that have expired or were revoked. */
  list(options?: { readonly all?: boolean }): Promise<readonly StoredToken[]>;
  /** False when it was revoked before, or there is no such token. */
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
    async create({ name, agent, scopes, expiresAt }) {
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
      };
      const opened = await database.get();
      await opened.write((transaction) => transaction.insertInto('tokens').values(row).execute());
      return { token: `tc_${row.id}_${secret}`, about: fromRow(row) };
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
      const { numUpdatedRows } = await opened.write((transaction) =>
        transaction
          .updateTable('tokens')
          .set({ revoked_at: now() })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .executeTakeFirst(),
      );
      return Number(numUpdatedRows) === 1;
    },
  };
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
  };
}
