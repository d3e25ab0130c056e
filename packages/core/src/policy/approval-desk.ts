import { createError } from '../tool/errors.ts';
import { Interruption } from '../tool/interruption.ts';
import { decisionOf, type ApprovalStore, type StoredApproval } from './approval-store.ts';
import type { ApprovalAnswer, ApprovalQuestion, Approver } from './approver.ts';

/**
 * One view on the questions: shows one and may bring back an answer; nothing leaves it to the others. Every `Approver`
 * is one. The signal is aborted when the question has ended, with a `QuestionEnded` as its reason.
 */
export type Desk = (
  question: ApprovalQuestion,
  options: Parameters<Approver>[1] & { readonly approvalId: string },
) => ApprovalAnswer | undefined | Promise<ApprovalAnswer | undefined>;

export interface ApprovalDeskOptions {
  readonly store: ApprovalStore;
  /** All are asked at once, and the first answer counts. @default none: answers come through the store alone */
  readonly desks?: readonly Desk[];
  /** @default the host's */
  readonly clock?: DeskClock;
}

/** Of a clock, what a question needs to end in time. */
interface DeskClock {
  now(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Why a desk need not ask any more: the question was answered elsewhere, withdrawn, or nobody answered in time. */
export class QuestionEnded extends Error {
  override readonly name = 'QuestionEnded';
  readonly approval: StoredApproval;

  constructor(approval: StoredApproval) {
    super(`The question is ${approval.status}`);
    this.approval = approval;
  }
}

/**
 * Holds every question in a store until exactly one answer comes, from one of its desks or through the store from another
 * process, and lets the call use that answer once. A call that is repeated under its id, after a crash for example, finds
 * its question again.
 *
 *     const approver = createApprovalDesk({ store: new MemoryApprovals(), desks: [askInTheChat] });
 *     const service = new ToolService({ approver });
 */
export function createApprovalDesk({ store, desks = [], clock = hostTimers }: ApprovalDeskOptions): Approver {
  return async (question, { signal, recorded }) => {
    const { tool, callId } = question;
    const { approval } = await store.open(question, { recorded });
    if (!isAbout(approval, question)) throw createError('approval_mismatch', { tool, callId });
    const ended =
      approval.status === 'pending'
        ? await new Waiting({ store, desks, clock }, approval, approval.shown ?? question, signal).end
        : withoutSession(approval);
    // Nobody waits any more: what was allowed at the last moment is left for the call to be repeated.
    if (signal?.aborted) throw createError('approval_withdrawn', { tool });
    return useOnce(ended, store);
  };
}

/** An approval is for one tool, one version of it, one agent, one caller and one set of arguments. */
function isAbout({ question: stored }: StoredApproval, asked: ApprovalQuestion): boolean {
  return (
    stored.callId === asked.callId &&
    stored.agent === asked.agent &&
    stored.requestedBy === asked.requestedBy &&
    stored.tool === asked.tool &&
    stored.version === asked.version &&
    stored.argumentsDigest === asked.argumentsDigest
  );
}

/** "For this session" was said to a process that has ended since, or has given up: to this one it is a yes for once. */
function withoutSession(approval: StoredApproval): StoredApproval {
  return approval.scope === undefined ? approval : { ...approval, decision: 'allow_once', scope: undefined };
}

/** The use is on record before the call goes on: who crashes in between has used it. */
async function useOnce(approval: StoredApproval, store: ApprovalStore): Promise<ApprovalAnswer> {
  const { id, question, status, decision, scope, answeredBy: by, note, content, askedAt } = approval;
  const { tool, callId, expiresAt } = question;
  switch (status) {
    case 'allowed':
      if (!(await store.use(id))) throw createError('approval_used', { tool, callId });
      return { decision: decision ?? 'reject_once', scope, by, note, content, approvalId: id };
    case 'used':
      throw createError('approval_used', { tool, callId });
    case 'denied':
      return { decision: 'reject_once', by, note, approvalId: id };
    case 'expired':
      throw createError('approval_expired', { tool, seconds: (expiresAt - askedAt) / 1000 });
    case 'pending':
    case 'withdrawn':
      throw createError('approval_withdrawn', { tool });
  }
}

/** One question while it is open: shown at every desk, watched in the store, ended by whatever comes first. */
class Waiting {
  /** What the question has become. */
  readonly end: Promise<StoredApproval>;
  readonly #store: ApprovalStore;
  readonly #approval: StoredApproval;
  readonly #desks = new AbortController();
  readonly #resolvers = Promise.withResolvers<StoredApproval>();
  readonly #stopAll: () => void;
  #asking: number;
  #ended = false;

  constructor(
    { store, desks, clock }: Required<ApprovalDeskOptions>,
    approval: StoredApproval,
    question: ApprovalQuestion,
    signal: AbortSignal | undefined,
  ) {
    this.#store = store;
    this.#approval = approval;
    this.#asking = desks.length;
    this.end = this.#resolvers.promise;
    const stopWatching = store.watch(() => void this.#look());
    const timer = clock.setTimeout(() => void this.#look(), approval.question.expiresAt - clock.now());
    const withdraw = (): void => {
      if (signal?.reason instanceof Interruption) this.#finish({ ...this.#approval, status: 'withdrawn' });
      else void this.#withdraw();
    };
    signal?.addEventListener('abort', withdraw);
    this.#stopAll = () => {
      stopWatching();
      clock.clearTimeout(timer);
      signal?.removeEventListener('abort', withdraw);
    };
    if (signal?.aborted) withdraw();
    // Somebody may have answered between the look that found it open and the first that watches.
    else void this.#look();
    for (const desk of desks) void this.#ask(desk, question);
  }

  async #ask(desk: Desk, question: ApprovalQuestion): Promise<void> {
    const { id } = this.#approval;
    try {
      const { signal } = this.#desks;
      const answer = await desk(question, { signal, recorded: this.#approval.question, approvalId: id });
      if (answer === undefined) return;
      const answered = await this.#store.answer(id, {
        ...answer,
        decision: decisionOf(answer),
        shownDigest: answer.shownDigest ?? question.shownDigest,
      });
      if (answered !== undefined) this.#finish(answered.approval);
    } catch (error) {
      if (this.#ended) return;
      // A desk that fails leaves the question to the others; after the last one nobody is left to be waited for.
      if (--this.#asking > 0) return;
      this.#resolvers.reject(error);
      await this.#withdraw();
    }
  }

  /** A store that cannot be read now may be read the next time; until then nobody has said yes. */
  async #look(): Promise<void> {
    if (this.#ended) return;
    const approval = await this.#store.get(this.#approval.id).catch(() => undefined);
    if (approval !== undefined && approval.status !== 'pending') this.#finish(approval);
  }

  async #withdraw(): Promise<void> {
    const { id } = this.#approval;
    const withdrawn = await this.#store.withdraw(id).catch(() => false);
    const left = withdrawn ? undefined : await this.#store.get(id).catch(() => undefined);
    this.#finish(left ?? { ...this.#approval, status: 'withdrawn' });
  }

  #finish(approval: StoredApproval): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stopAll();
    this.#resolvers.resolve(approval);
    this.#desks.abort(new QuestionEnded(approval));
  }
}

/** Hosts count delays in 32 bits; a question that is open longer is looked at by whoever watches. */
const maxDelay = 2_147_483_647;

const hostTimers: DeskClock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, Math.min(Math.max(milliseconds, 0), maxDelay)),
  clearTimeout: (timer) => clearTimeout(timer as number),
};
