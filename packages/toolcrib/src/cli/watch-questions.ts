import { once } from 'node:events';
import {
  isInScope,
  QuestionEnded,
  toWireApproval,
  visible,
  type ApprovalStore,
  type Desk,
  type StoredApproval,
} from '@toolcrib/core';
import { announceWatcher } from '../approval-watchers.ts';
import { personHere } from '../approver-identities.ts';
import { approvalsTexts } from './approvals-texts.ts';
import { exitCodes } from './exit-codes.ts';
import type { OpenedSession, Session } from './session.ts';
import { terminalApprover } from './terminal-approver.ts';
import { timeOf } from './time-of.ts';

/** `approvals watch`: questions as they come, and what becomes of them. A person at a terminal can answer. */
export async function watchQuestions(
  { terminal, json, signal, endings }: Session,
  { store: { approvals: store }, texts, locale, config, workbench }: OpenedSession,
): Promise<number> {
  const leave = announceWatcher(workbench.stateFolder);
  endings.push(async () => leave());
  const words = approvalsTexts(locale);
  const approver = personHere(config.approvers);
  const desk = terminalApprover(terminal, () => ({ texts, locale, approver }));
  if (!json) terminal.tell(words.watching);
  for await (const approval of changesOf(store, signal)) {
    const { id, status, question, askedAt, answeredBy = '' } = approval;
    if (json) {
      const whole = isInScope(approver.scope, approval.question);
      await terminal.writeJson(JSON.stringify(toWireApproval(approval, { whole })));
    } else if (terminal.interactive && status === 'pending') {
      await askHere(approval, store, desk, signal);
    } else {
      const { tool, version, agent = texts.question.application } = question;
      const row = [timeOf(askedAt), words.status[status], `${tool} ${version}`, agent, id, answeredBy];
      await terminal.write(visible(row.join('  ').trimEnd()));
    }
  }
  return exitCodes.success;
}

/** Every question that is open, and from then on every question whose status has changed. */
async function* changesOf(store: ApprovalStore, signal: AbortSignal): AsyncGenerator<StoredApproval> {
  const known = new Map((await store.list()).map(({ id, status }) => [id, status]));
  for (const [id, status] of known) if (status === 'pending') known.delete(id);
  let wake = Promise.withResolvers<void>();
  const stop = store.watch(() => wake.resolve());
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  try {
    while (!signal.aborted) {
      wake = Promise.withResolvers();
      for (const approval of (await store.list()).toReversed()) {
        if (signal.aborted) return;
        const now = (await store.get(approval.id)) ?? approval;
        if (known.get(now.id) === now.status) continue;
        known.set(now.id, now.status);
        yield now;
      }
      await Promise.race([wake.promise, aborted]);
    }
  } finally {
    stop();
  }
}

/** Asks until somebody has answered, here or elsewhere. */
async function askHere(
  { id, question: recorded, shown: question = recorded }: StoredApproval,
  store: ApprovalStore,
  desk: Desk,
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const look = async (): Promise<void> => {
    const now = await store.get(id).catch(() => undefined);
    if (now !== undefined && now.status !== 'pending') ended.abort(new QuestionEnded(now));
  };
  const stop = store.watch(() => void look());
  const timer = setTimeout(() => void look(), question.expiresAt - Date.now());
  try {
    const answer = await desk(question, {
      signal: AbortSignal.any([signal, ended.signal]),
      recorded,
      approvalId: id,
    });
    if (answer !== undefined) await store.answer(id, { ...answer, shownDigest: question.shownDigest });
  } finally {
    stop();
    clearTimeout(timer);
  }
}
