import { givenIdKey } from '../tool/given-id-key.ts';
import { randomText } from '../tool/random-text.ts';
import {
  approvalStatus,
  checkSeen,
  decisionOf,
  scopeOf,
  type AnsweredApproval,
  type ApprovalFilter,
  type ApprovalStore,
  type OpenedApproval,
  type StoredApproval,
} from './approval-store.ts';
import type { ApprovalAnswer, ApprovalQuestion } from './approver.ts';

/** So many questions that have ended are remembered. */
const maxEnded = 1000;

/** Questions that last as long as the process. Of those that have ended, the oldest are forgotten. */
export class MemoryApprovals implements ApprovalStore {
  readonly #kept = new Map<string, Kept>();
  /** The last question of each call, by whose it is and its id. */
  readonly #ofCalls = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  readonly #now: () => number;

  constructor({ now = Date.now }: { readonly now?: () => number } = {}) {
    this.#now = now;
  }

  async open(
    shown: ApprovalQuestion,
    { recorded: question = shown }: Parameters<ApprovalStore['open']>[1] = {},
  ): Promise<OpenedApproval> {
    const call = givenIdKey(question.agent, question.callId);
    const kept = this.#kept.get(this.#ofCalls.get(call) ?? '');
    const known = kept && this.#show(kept);
    if (known !== undefined && known.status !== 'withdrawn' && known.status !== 'expired')
      return { approval: known, isNew: false };
    const id = `approval_${randomText(20)}`;
    const asked: Kept = { id, question, shown, withdrawn: false, askedAt: this.#now(), ...unanswered };
    this.#ofCalls.set(call, id);
    this.#forget();
    this.#keep(asked);
    return { approval: this.#show(asked), isNew: true };
  }

  async answer(id: string, answer: ApprovalAnswer): Promise<AnsweredApproval | undefined> {
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    if (this.#show(kept).status !== 'pending') return { accepted: false, approval: this.#show(kept) };
    checkSeen(answer, this.#show(kept));
    const answered = {
      ...kept,
      shown: undefined,
      decision: decisionOf(answer),
      scope: scopeOf(answer),
      answeredBy: answer.by ?? 'user',
      note: answer.note,
      ...(answer.content && { content: answer.content }),
      answeredAt: this.#now(),
    };
    this.#keep(answered);
    return { accepted: true, approval: this.#show(answered) };
  }

  async use(id: string): Promise<boolean> {
    const kept = this.#kept.get(id);
    if (kept === undefined || this.#show(kept).status !== 'allowed') return false;
    this.#keep({ ...kept, usedAt: this.#now() });
    return true;
  }

  async withdraw(id: string): Promise<boolean> {
    const kept = this.#kept.get(id);
    if (kept === undefined || this.#show(kept).status !== 'pending') return false;
    this.#keep({ ...kept, shown: undefined, withdrawn: true });
    return true;
  }

  async get(id: string): Promise<StoredApproval | undefined> {
    const kept = this.#kept.get(id);
    return kept && this.#show(kept);
  }

  async list({ status, agent, limit = 100 }: ApprovalFilter = {}): Promise<readonly StoredApproval[]> {
    return [...this.#kept.values()]
      .toReversed()
      .map((kept) => this.#show(kept))
      .filter((approval) => status === undefined || approval.status === status)
      .filter(({ question }) => agent === undefined || question.agent === agent)
      .slice(0, limit);
  }

  watch(listener: () => void): () => void {
    // A listener that is given twice is two listeners.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** The oldest that nobody waits for any more. A call that comes back to one of these is asked about anew. */
  #forget(): void {
    for (const [id, kept] of this.#kept) {
      if (this.#kept.size <= maxEnded) return;
      const { status, question } = this.#show(kept);
      if (status === 'pending' || status === 'allowed') continue;
      this.#kept.delete(id);
      const call = givenIdKey(question.agent, question.callId);
      if (this.#ofCalls.get(call) === id) this.#ofCalls.delete(call);
    }
  }

  #keep(kept: Kept): void {
    this.#kept.set(kept.id, kept);
    for (const listener of this.#listeners) listener();
  }

  #show({ withdrawn, shown, ...kept }: Kept): StoredApproval {
    const { expiresAt } = kept.question;
    const status = approvalStatus({ ...kept, withdrawn, expiresAt }, this.#now());
    return Object.freeze({ ...kept, ...(status === 'pending' && { shown }), status });
  }
}

interface Kept extends Omit<StoredApproval, 'status'> {
  readonly withdrawn: boolean;
}

const unanswered = {
  decision: undefined,
  scope: undefined,
  answeredBy: undefined,
  note: undefined,
  answeredAt: undefined,
  usedAt: undefined,
};
