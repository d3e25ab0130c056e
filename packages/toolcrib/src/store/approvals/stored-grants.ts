import { chooseGrant, type Grant, type GrantInput, type GrantQuery, type GrantStore } from '@toolcrib/core';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import { randomName } from '../random-name.ts';
import type { GrantsTable } from '../databases/tables.ts';

/** A grant with its life. */
export interface StoredGrant extends Grant {
  /** Milliseconds since 1970, as are all times here. */
  readonly grantedAt: number;
  readonly revokedAt: number | undefined;
  readonly revokedBy: string | undefined;
}

/** Grants that outlive the process, for all who share the database. */
export interface StoredGrants extends GrantStore {
  find(query: GrantQuery): Promise<Grant | undefined>;
  add(grant: GrantInput): Promise<StoredGrant>;
  /** False when it was revoked before, or there is no such grant. */
  revoke(id: string, options?: { readonly by?: string }): Promise<boolean>;
  /** Those that hold now, newest first; with `all`, also those that have expired or were revoked. */
  list(options?: { readonly all?: boolean }): Promise<readonly StoredGrant[]>;
}

export interface StoredGrantsOptions {
  /** Milliseconds since 1970. @default the host's */
  readonly now?: (() => number) | undefined;
}

/** Grants in a database. Everything is on the disk when it resolves. */
export function createStoredGrants(
  database: LazyDatabase,
  { now = Date.now }: StoredGrantsOptions = {},
): StoredGrants {
  return {
    async find(query) {
      const { read } = await database.get();
      const rows = await read
        .selectFrom('grants')
        .selectAll()
        .where('tool', '=', query.tool.name)
        .where('agent', 'is not distinct from', query.agent ?? null)
        .where('revoked_at', 'is', null)
        .orderBy('granted_at')
        .orderBy('id')
        .execute();
      const moment = now();
      return chooseGrant(
        rows.map(fromRow).filter((grant) => holds(grant, moment)),
        query,
      );
    },

    async add(grant) {
      const row = toRow(grant, now());
      const opened = await database.get();
      await opened.write((transaction) => transaction.insertInto('grants').values(row).execute());
      return fromRow(row);
    },

    async revoke(id, { by = 'user' } = {}) {
      const opened = await database.get();
      const { numUpdatedRows } = await opened.write((transaction) =>
        transaction
          .updateTable('grants')
          .set({ revoked_at: now(), revoked_by: by })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .executeTakeFirst(),
      );
      return Number(numUpdatedRows) === 1;
    },

    async list({ all = false } = {}) {
      const { read } = await database.get();
      const rows = await read
        .selectFrom('grants')
        .selectAll()
        .orderBy('granted_at', 'desc')
        .orderBy('id')
        .execute();
      const moment = now();
      return rows.map(fromRow).filter((grant) => all || holds(grant, moment));
    },
  };
}

function holds({ revokedAt, expiresAt }: StoredGrant, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now);
}

export function toRow(grant: GrantInput, now: number): GrantsTable {
  const { tool, agent, argumentsDigest, approval = 'dangerous', grantedBy = 'user', expiresAt } = grant;
  return {
    id: `grant_${randomName()}`,
    tool,
    agent: agent ?? null,
    arguments_digest: argumentsDigest ?? null,
    approval,
    granted_by: grantedBy,
    granted_at: now,
    expires_at: expiresAt ?? null,
    revoked_at: null,
    revoked_by: null,
  };
}

function fromRow(row: GrantsTable): StoredGrant {
  return {
    id: row.id,
    tool: row.tool,
    agent: row.agent ?? undefined,
    argumentsDigest: row.arguments_digest ?? undefined,
    scope: row.arguments_digest === null ? 'agent' : 'call',
    approval: row.approval,
    grantedBy: row.granted_by,
    grantedAt: row.granted_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    revokedBy: row.revoked_by ?? undefined,
  };
}
