import { approvalContract, grantContract, sampleQuestion } from '@toolcrib/core/testing';
import type { ApprovalQuestion } from '@toolcrib/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newSchema, newSqlite, openAt, type Place } from '../databases/both-databases.test-support.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { createStoredApprovals } from './stored-approvals.ts';
import { createStoredGrants } from './stored-grants.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

function newPlace(kind: 'sqlite' | 'postgres'): Place {
  if (kind === 'postgres') return newSchema(server.url);
  const { place, remove } = newSqlite();
  onTestFinished(remove);
  return place;
}

function open(place: Place): LazyDatabase {
  const database = openAt(place);
  onTestFinished(() => database.close());
  return database;
}

const question = (callId: string, expiresAt: number): ApprovalQuestion =>
  sampleQuestion({ callId, expiresAt });

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  describe('approvals', () => {
    for (const { title, check } of approvalContract({
      create: (now) => createStoredApprovals(open(newPlace(kind)), { now }),
    }))
      test(title, check);

    test('two processes see one another’s questions and answers, and are told of them', async () => {
      const place = newPlace(kind);
      const [here, there] = [createStoredApprovals(open(place)), createStoredApprovals(open(place))];
      await there.list();
      const told = Promise.withResolvers<void>();
      const stop = there.watch(told.resolve);
      const { approval } = await here.open(question('c1', Date.now() + 60_000));
      await told.promise;
      stop();
      expect(await there.list({ status: 'pending' })).toMatchObject([{ id: approval.id }]);

      const answered = Promise.withResolvers<void>();
      const stopHere = here.watch(() => {
        void here.get(approval.id).then((now) => now?.status === 'allowed' && answered.resolve());
      });
      await there.answer(approval.id, { decision: 'allow_once', by: 'ada' });
      await answered.promise;
      stopHere();
      expect([await here.use(approval.id), await there.use(approval.id)]).toEqual([true, false]);
    });

    test('"always" is a grant at once, to what was asked about and once; for a session or too late it is none', async () => {
      const place = newPlace(kind);
      const [store, grants] = [createStoredApprovals(open(place)), createStoredGrants(open(place))];
      const ask = async (changes: Partial<ApprovalQuestion>): Promise<string> =>
        (await store.open(sampleQuestion(changes))).approval.id;
      const wide = await ask({ callId: 'wide', always: 'agent' });
      const receipts = await Promise.all(
        ['ada', 'bob', 'eve'].map((by) => store.answer(wide, { decision: 'allow_always', by })),
      );
      const { approval, grantId } = receipts.find((receipt) => receipt?.accepted) ?? {};
      expect(receipts.filter((receipt) => receipt?.grantId !== undefined)).toHaveLength(1);
      expect(await grants.list()).toMatchObject([
        { id: grantId, scope: 'agent', tool: 'wipe', agent: 'coder', grantedBy: approval?.answeredBy },
      ]);
      await store.answer(await ask({ callId: 'narrow', always: 'call' }), { decision: 'allow_always' });
      await store.answer(await ask({ callId: 'short' }), { decision: 'allow_always', scope: 'session' });
      await store.answer(await ask({ callId: 'once' }), { decision: 'allow_once' });
      await store.answer(await ask({ callId: 'never', always: undefined }), { decision: 'allow_always' });
      const [narrow, ...others] = (await grants.list()).filter(({ id }) => id !== grantId);
      expect([narrow, others]).toMatchObject([
        { scope: 'call', argumentsDigest: 'd1', approval: 'confirm', agent: 'coder' },
        [],
      ]);
    });

    test('a page is of bounded size, holds one request at least, and says where the next one begins', async () => {
      const store = createStoredApprovals(open(newPlace(kind)));
      const folder = 'x'.repeat(10_000);
      for (let count = 0; count < 5; count++)
        await store.open(
          sampleQuestion({ callId: `c${count}`, arguments: { folder }, expiresAt: Date.now() + 60_000 }),
        );
      const sizes = async (maxBytes: number): Promise<number[]> => {
        const found: number[] = [];
        let cursor: string | undefined;
        do {
          const { approvals, next } = await store.page({ maxBytes, cursor });
          found.push(approvals.length);
          cursor = next;
        } while (cursor !== undefined);
        return found;
      };
      expect(await sizes(1)).toEqual([1, 1, 1, 1, 1]);
      expect(await sizes(70_000)).toEqual([3, 2]);
      expect(await sizes(1_000_000)).toEqual([5]);
      expect((await store.page({ limit: 2 })).next).toBeDefined();
    });

    test('what was shown is gone from the rows once its time is over, whoever looks', async () => {
      const place = newPlace(kind);
      let now = 1_700_000_000_000;
      const asking = open(place);
      const shown = sampleQuestion({ arguments: { folder: 'swordfish' }, expiresAt: now + 10 });
      await createStoredApprovals(asking, { now: () => now }).open(shown, {
        recorded: { ...shown, arguments: {} },
      });
      const rows = async (): Promise<string> => {
        const { read } = await asking.get();
        return JSON.stringify(await read.selectFrom('approvals').selectAll().execute());
      };
      expect(await rows()).toContain('swordfish');
      now += 10;
      await createStoredApprovals(open(place), { now: () => now }).list({ status: 'pending' });
      expect(await rows()).not.toContain('swordfish');
    });

    test('what ended long ago is forgotten, what waits is not', async () => {
      const place = newPlace(kind);
      const day = 24 * 60 * 60 * 1000;
      const start = 1_700_000_000_000;
      let now = start;
      const store = createStoredApprovals(open(place), { now: () => now });
      await store.open(question('old', start + 1));
      now = start + 50 * day;
      await store.open(question('newer', now + 60 * day));
      now = start + 91 * day;
      await createStoredApprovals(open(place), { now: () => now }).open(question('newest', now + 1));
      expect((await store.list()).map((approval) => approval.question.callId)).toEqual(['newest', 'newer']);
    });
  });

  describe('grants', () => {
    for (const { title, check } of grantContract({
      create: (now) => createStoredGrants(open(newPlace(kind)), { now }),
    }))
      test(title, check);

    test('outlive the process; one that was revoked stays on the list of all', async () => {
      const place = newPlace(kind);
      const first = openAt(place);
      const granted = await createStoredGrants(first).add({ tool: 'wipe', agent: 'coder', grantedBy: 'ada' });
      await first.close();
      const grants = createStoredGrants(open(place));
      expect(await grants.list()).toEqual([granted]);
      expect(granted.scope).toBe('agent');
      await grants.revoke(granted.id, { by: 'bob' });
      expect(await grants.list()).toEqual([]);
      expect(await grants.list({ all: true })).toMatchObject([{ id: granted.id, revokedBy: 'bob' }]);
    });
  });
});
