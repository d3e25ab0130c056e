import type { ApprovalStore, StoredApproval } from '../policy/approval-store.ts';
import type { ApprovalQuestion } from '../policy/approver.ts';
import { ensure, equal, withStores, type ContractCase, type StoreCase } from './contract-case.ts';
import { sampleQuestion } from './sample-question.ts';

export interface ApprovalStoreSubject {
  /** An empty store with this clock. */
  readonly create: (now: () => number) => ApprovalStore | Promise<ApprovalStore>;
}

/** What every store of approvals must do. */
export function approvalContract({ create }: ApprovalStoreSubject): ContractCase[] {
  return withStores(cases, create);
}

const minute = 60_000;

/** With everything that a database may trip over. */
function questionAt({ now }: { readonly now: number }, changes: object = {}): ApprovalQuestion {
  return sampleQuestion({
    arguments: { folder: 'a\u0000\u202E"\'; drop table approvals; --', list: [1, null, { deep: '汉字 😀' }] },
    effects: [{ kind: 'write', path: 'a', risk: 'high' }],
    expiresAt: now + 5 * minute,
    ...changes,
  });
}

async function opened(store: ApprovalStore, question: ApprovalQuestion): Promise<StoredApproval> {
  const { approval, isNew } = await store.open(question);
  ensure(isNew, 'the question is new');
  return approval;
}

const cases: readonly StoreCase<ApprovalStore>[] = [
  {
    title: 'a question is kept whole, and waits',
    async check(store, time) {
      const question = questionAt(time);
      const approval = await opened(store, question);
      equal(approval, await store.get(approval.id), 'what is read');
      equal(approval.question, question, 'question');
      equal(approval.status, 'pending', 'status');
      equal(approval.askedAt, time.now, 'time');
      equal(await store.list(), [approval], 'list');
      equal(await store.get('approval_other'), undefined, 'another');
    },
  },
  {
    title: 'what is shown is kept until the request ends, and never after',
    async check(store, time) {
      const shown = questionAt(time, { requestedBy: 'token:ci' });
      const recorded = { ...shown, arguments: { folder: '[redacted]' } };
      const endings: readonly ((id: string) => Promise<unknown> | undefined)[] = [
        (id) => store.answer(id, { decision: 'allow_once' }),
        (id) => store.answer(id, { decision: 'reject_once' }),
        (id) => store.withdraw(id),
        () => void (time.now += 5 * minute),
      ];
      for (const [index, end] of endings.entries()) {
        const call = { callId: `c${index}`, expiresAt: time.now + 5 * minute };
        const { approval } = await store.open({ ...shown, ...call }, { recorded: { ...recorded, ...call } });
        equal(approval.shown, { ...shown, ...call }, 'what is shown');
        equal(approval.question, { ...recorded, ...call }, 'what is recorded');
        equal((await store.list({ status: 'pending' }))[0]?.shown, approval.shown, 'in the list');
        await end(approval.id);
        const ended = await store.get(approval.id);
        equal([ended?.shown, ended?.question.arguments], [undefined, recorded.arguments], 'after its end');
      }
    },
  },
  {
    title: 'an answer to something else than what is shown does not count, and the request still waits',
    async check(store, time) {
      const { id } = await opened(store, questionAt(time, { shownDigest: 'mine' }));
      for (const shownDigest of ['other', '', 'MINE']) {
        const failure = await store.answer(id, { decision: 'allow_once', shownDigest }).then(
          () => undefined,
          (error: unknown) => error,
        );
        equal((failure as { code?: unknown } | undefined)?.code, 'approval_not_seen', 'refusal');
      }
      equal((await store.get(id))?.status, 'pending', 'status');
      const answer = await store.answer(id, { decision: 'allow_once', shownDigest: 'mine' });
      equal(answer?.accepted, true, 'an answer to what is shown');
    },
  },
  {
    title: 'ids cannot be guessed from one another',
    async check(store, time) {
      const ids = new Set<string>();
      for (let count = 0; count < 20; count++)
        ids.add((await opened(store, questionAt(time, { callId: `c${count}` }))).id);
      equal(ids.size, 20, 'different ids');
      for (const id of ids) ensure(/[0-9a-z]{20}$/u.test(id), `${id} is long and random`);
    },
  },
  {
    title: 'the same call finds its question again, also when it asks for something else',
    async check(store, time) {
      const first = await opened(store, questionAt(time));
      for (const question of [questionAt(time), questionAt(time, { argumentsDigest: 'd2' })]) {
        const { approval, isNew } = await store.open(question);
        equal([isNew, approval], [false, first], 'the first question');
      }
      equal((await store.list()).length, 1, 'questions');
    },
  },
  {
    title: 'the id that another agent gave to a call is another call',
    async check(store, time) {
      const first = await opened(store, questionAt(time));
      for (const agent of ['somebody else', undefined]) {
        const other = await opened(store, questionAt(time, { agent }));
        ensure(other.id !== first.id, `${agent} has a question of its own`);
        await store.answer(other.id, { decision: 'allow_once' });
        ensure(await store.use(other.id), 'and uses its own answer');
      }
      equal((await store.get(first.id))?.status, 'pending', 'the first question');
    },
  },
  {
    title: 'of many that open at once one is new',
    async check(store, time) {
      const all = await Promise.all(Array.from({ length: 20 }, () => store.open(questionAt(time))));
      equal(all.filter(({ isNew }) => isNew).length, 1, 'new ones');
      equal(new Set(all.map(({ approval }) => approval.id)).size, 1, 'ids');
    },
  },
  {
    title: 'what a person has filled in is kept with the answer',
    async check(store, time) {
      const form = { type: 'object', properties: { name: { type: 'string' } } } as const;
      const { id } = await opened(store, questionAt(time, { form }));
      await store.answer(id, { decision: 'allow_once', content: { name: '汉字 "\u0000' } });
      const kept = await store.get(id);
      equal(kept?.question.form, form, 'form');
      equal(kept?.content, { name: '汉字 "\u0000' }, 'content');
    },
  },
  {
    title: 'of many answers at once the first counts, and the others are told whose it was',
    async check(store, time) {
      const { id } = await opened(store, questionAt(time));
      const receipts = await Promise.all(
        Array.from({ length: 20 }, (_, person) =>
          store.answer(id, {
            decision: person % 2 === 0 ? 'allow_once' : 'reject_once',
            by: `p${person}`,
            note: `n${person}`,
          }),
        ),
      );
      const accepted = receipts.filter((receipt) => receipt?.accepted);
      equal(accepted.length, 1, 'accepted answers');
      const winner = accepted[0]?.approval.answeredBy;
      for (const receipt of receipts) equal(receipt?.approval.answeredBy, winner, 'who answered');
      const kept = await store.get(id);
      equal([kept?.answeredBy, kept?.note], [winner, winner?.replace('p', 'n')], 'what is kept');
      equal(kept?.answeredAt, time.now, 'when');
    },
  },
  {
    title: 'of many uses at once one succeeds, and none later',
    async check(store, time) {
      const { id } = await opened(store, questionAt(time));
      equal(await store.use(id), false, 'before an answer');
      await store.answer(id, { decision: 'allow_always', by: 'ada' });
      const uses = await Promise.all(Array.from({ length: 20 }, () => store.use(id)));
      equal(uses.filter(Boolean).length, 1, 'uses');
      equal(await store.use(id), false, 'later');
      const kept = await store.get(id);
      equal([kept?.status, kept?.decision, kept?.usedAt], ['used', 'allow_always', time.now], 'what is kept');
      equal((await store.open(questionAt(time))).isNew, false, 'a used one is not asked again');
    },
  },
  {
    title: 'a yes for a session is kept as one; a yes for once and a no have no scope',
    async check(store, time) {
      for (const [decision, scope, kept] of [
        ['allow_always', 'session', 'session'],
        ['allow_always', undefined, undefined],
        ['allow_once', 'session', undefined],
        ['reject_once', 'session', undefined],
      ] as const) {
        const { id } = await opened(store, questionAt(time, { callId: `${decision} ${scope}` }));
        const receipt = await store.answer(id, { decision, scope });
        equal([receipt?.approval.decision, receipt?.approval.scope], [decision, kept], 'answer');
        equal((await store.get(id))?.scope, kept, 'what is kept');
      }
    },
  },
  {
    title: 'a no cannot be used, and stays a no',
    async check(store, time) {
      const { id } = await opened(store, questionAt(time));
      await store.answer(id, { decision: 'reject_once' });
      equal(await store.use(id), false, 'use');
      equal((await store.answer(id, { decision: 'allow_once' }))?.accepted, false, 'a second answer');
      time.now += 60 * minute;
      equal((await store.get(id))?.status, 'denied', 'status later');
      equal((await store.open(questionAt(time))).isNew, false, 'the same call again');
    },
  },
  {
    title: 'an answer that is none of the known ones is a no',
    async check(store, time) {
      for (const [index, decision] of [undefined, 'yes', true, 'constructor'].entries()) {
        const { id } = await opened(store, questionAt(time, { callId: `c${index}` }));
        await store.answer(id, { decision: decision as 'allow_once' });
        equal((await store.get(id))?.status, 'denied', 'status');
      }
    },
  },
  {
    title: 'a question that nobody answered in time takes no answer, and the call can ask anew',
    async check(store, time) {
      const { id } = await opened(store, questionAt(time));
      time.now += 5 * minute;
      equal((await store.get(id))?.status, 'expired', 'status');
      const late = await store.answer(id, { decision: 'allow_once' });
      equal([late?.accepted, late?.approval.status], [false, 'expired'], 'a late answer');
      equal(await store.use(id), false, 'use');
      const again = await opened(store, questionAt(time));
      ensure(again.id !== id, 'the new question has an id of its own');
      equal((await store.answer(id, { decision: 'allow_once' }))?.accepted, false, 'a click on the old one');
      equal((await store.get(again.id))?.status, 'pending', 'the new one');
    },
  },
  {
    title: 'a yes that nobody used in time is worth nothing',
    async check(store, time) {
      const { id } = await opened(store, questionAt(time));
      await store.answer(id, { decision: 'allow_once' });
      time.now += 5 * minute;
      equal(await store.use(id), false, 'use');
      equal((await store.get(id))?.status, 'expired', 'status');
      ensure((await store.open(questionAt(time))).isNew, 'the call asks anew');
    },
  },
  {
    title: 'what is withdrawn takes no answer, and what is answered cannot be withdrawn',
    async check(store, time) {
      const { id } = await opened(store, questionAt(time));
      equal([await store.withdraw(id), await store.withdraw(id)], [true, false], 'withdrawals');
      const late = await store.answer(id, { decision: 'allow_once' });
      equal([late?.accepted, late?.approval.status], [false, 'withdrawn'], 'a late answer');
      const again = await opened(store, questionAt(time));
      await store.answer(again.id, { decision: 'allow_once' });
      equal(await store.withdraw(again.id), false, 'after the answer');
      equal(await store.use(again.id), true, 'use');
    },
  },
  {
    title: 'questions that do not exist take nothing',
    async check(store) {
      equal(await store.answer('approval_x', { decision: 'allow_once' }), undefined, 'answer');
      equal([await store.use('approval_x'), await store.withdraw('approval_x')], [false, false], 'the rest');
    },
  },
  {
    title: 'the list is newest first, by status, and as long as wanted',
    async check(store, time) {
      const ids: string[] = [];
      for (let count = 0; count < 5; count++) {
        ids.unshift((await opened(store, questionAt(time, { callId: `c${count}` }))).id);
        time.now += 1;
      }
      const of = async (...filter: Parameters<ApprovalStore['list']>): Promise<string[]> =>
        (await store.list(...filter)).map(({ id }) => id);
      equal(await of(), ids, 'all');
      equal(await of({ limit: 2 }), ids.slice(0, 2), 'two');
      const { id } = await opened(store, questionAt(time, { callId: 'other', agent: 'somebody else' }));
      equal(await of({ agent: 'somebody else' }), [id], 'of one agent');
      await store.withdraw(id);
      await store.answer(ids[1] as string, { decision: 'allow_once' });
      await store.answer(ids[2] as string, { decision: 'reject_once' });
      await store.withdraw(ids[3] as string);
      equal(await of({ status: 'pending' }), [ids[0], ids[4]], 'pending');
      equal(await of({ status: 'allowed' }), [ids[1]], 'allowed');
      await store.use(ids[1] as string);
      equal(await of({ status: 'used' }), [ids[1]], 'used');
      equal(await of({ status: 'denied' }), [ids[2]], 'denied');
      equal(await of({ status: 'withdrawn' }), [id, ids[3]], 'withdrawn');
      time.now += 5 * minute;
      equal(await of({ status: 'expired' }), [ids[0], ids[4]], 'expired');
    },
  },
  {
    title: 'whoever watches is told of a question, an answer, a use and a withdrawal',
    async check(store, time) {
      let told = 0;
      let wake = (): void => undefined;
      const stop = store.watch(() => {
        told++;
        wake();
      });
      const after = async (change: () => Promise<unknown>): Promise<void> => {
        const before = told;
        await change();
        if (told === before) await new Promise<void>((resolve) => (wake = resolve));
      };
      let id = '';
      await after(async () => void (id = (await opened(store, questionAt(time))).id));
      await after(() => store.answer(id, { decision: 'allow_once' }));
      await after(() => store.use(id));
      const other = await opened(store, questionAt(time, { callId: 'c2' }));
      await after(() => store.withdraw(other.id));
      stop();
    },
  },
];
