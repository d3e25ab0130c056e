import {
  answerAs,
  isInScope,
  toWireApproval,
  visible,
  type ApprovalAnswer,
  type ApprovalQuestion,
  type ApprovalStore,
  type StoredApproval,
} from '@toolcrib/core';
import { personHere } from '../../approver-identities.ts';
import { approvalsTexts, type ApprovalsTexts } from '../approvals-texts.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Command, OpenedSession, Session } from '../session.ts';
import { toTable } from '../table.ts';
import { tellUndone } from '../tell-undone.ts';
import { showQuestion } from '../terminal-approver.ts';
import { timeOf } from '../time-of.ts';
import { withVerbs, type Verb } from '../verbs.ts';
import { watchQuestions } from '../watch-questions.ts';

/** `approvals list|show|allow|deny|watch`: the questions that calls ask people, of every process that shares the store. */
export const approvals: Command = withVerbs(
  new Map<string, Verb>([
    ['list', { run: list }],
    ['show', { run: show, operands: ['ID'] }],
    ['allow', { run: (...given) => answer('allow', ...given), operands: ['ID'] }],
    ['deny', { run: (...given) => answer('deny', ...given), operands: ['ID'] }],
    ['watch', { run: watchQuestions }],
  ]),
);

async function list({ terminal, json, line }: Session, opened: OpenedSession): Promise<number> {
  const { texts, locale, store } = opened;
  const words = approvalsTexts(locale);
  const found = await store.approvals.list(line.options.all ? {} : { status: 'pending' });
  if (json) {
    await terminal.writeJson(
      JSON.stringify(
        found.map((one) => toWire(one, opened)),
        null,
        2,
      ),
    );
    return exitCodes.success;
  }
  const { id, status, risk, tool, agent, asked, by } = words.columns;
  const rows = found.map(({ question, ...approval }) => [
    approval.id,
    words.status[approval.status],
    texts.question.levels[question.risk],
    `${question.tool} ${question.version}`,
    question.agent ?? texts.question.application,
    timeOf(approval.askedAt),
    approval.answeredBy ?? '',
  ]);
  if (rows.length > 0)
    for (const row of toTable([[id, status, risk, tool, agent, asked, by], ...rows]))
      await terminal.write(row);
  terminal.tell(words.questions(rows.length));
  return exitCodes.success;
}

async function show(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, json } = session;
  const words = approvalsTexts(opened.locale);
  const approval = await find(session, opened.store.approvals);
  if (approval === undefined) return notFound(session, words);
  if (json) await terminal.writeJson(JSON.stringify(toWire(approval, opened), null, 2));
  else
    await terminal.write(
      [showQuestion(shownOf(approval, opened), terminal, opened.texts, 'output'), ...facts()].join('\n'),
    );
  return exitCodes.success;

  function facts(): string[] {
    const { id, question, status, answeredBy, answeredAt, note, askedAt, usedAt } =
      approval as StoredApproval;
    const { fields } = words;
    const row = (label: string, value: string | undefined): string[] =>
      value === undefined ? [] : [`  ${label}: ${visible(value)}`];
    return [
      ...row('ID', id),
      ...row(fields.status, words.status[status]),
      ...row(fields.call, question.callId),
      ...row(fields.digest, question.argumentsDigest),
      ...row(fields.shown, question.shownDigest),
      ...row(fields.asked, timeOf(askedAt)),
      ...row(
        fields.answered,
        answeredAt === undefined ? undefined : `${timeOf(answeredAt)} (${answeredBy ?? ''})`,
      ),
      ...row(fields.note, note),
      ...row(fields.expires, timeOf(question.expiresAt)),
      ...row(fields.used, usedAt === undefined ? undefined : timeOf(usedAt)),
    ];
  }
}

async function answer(
  word: 'allow' | 'deny',
  session: Session,
  { store: { approvals: store }, config, locale }: OpenedSession,
): Promise<number> {
  const words = approvalsTexts(locale);
  const { terminal, json, line } = session;
  const { always, note, scope, digest } = line.options;
  if (scope !== undefined && scope !== 'session')
    throw new UsageError(words.unknownScope(scope, ['session']), 'unknown_scope');
  if (scope !== undefined && !always) throw new UsageError(words.scopeNeedsAlways);
  const yes = always ? 'allow_always' : 'allow_once';
  const receipt = await answerAs(personHere(config.approvers), store, {
    id: line.operands[1] as string,
    answer: {
      decision: word === 'allow' ? yes : 'reject_once',
      scope,
      note,
      shownDigest: digest,
      content: readContent(line.options.arguments, words),
    },
  });
  if (receipt === undefined) return notFound(session, words);
  const { accepted, approval, grantId } = receipt;
  if (!accepted)
    return tellUndone(
      session,
      'approval_ended',
      words.notPending(words.status[approval.status], approval.answeredBy),
    );
  if (json) {
    const wire = { ...toWireApproval(approval), grant_id: grantId ?? null };
    await terminal.writeJson(JSON.stringify(wire, null, 2));
  } else {
    terminal.tell(visible(words.answered(approval.id, approval.question.tool, word === 'allow')));
    if (grantId !== undefined) terminal.tell(words.granted(grantId));
    else if (word === 'allow') terminal.tell(words.nobodyWaits);
  }
  return exitCodes.success;
}

/** What was filled in, as JSON. */
function readContent(given: string | undefined, words: ApprovalsTexts): ApprovalAnswer['content'] {
  if (given === undefined) return undefined;
  try {
    const content: unknown = JSON.parse(given);
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return content as ApprovalAnswer['content'];
  } catch {
    // Told below.
  }
  throw new UsageError(words.badContent);
}

/** Whole for somebody who may answer it. */
function shownOf(
  { question, shown = question }: StoredApproval,
  { config }: OpenedSession,
): ApprovalQuestion {
  return isInScope(personHere(config.approvers).scope, question) ? shown : question;
}

function toWire(approval: StoredApproval, { config }: OpenedSession): ReturnType<typeof toWireApproval> {
  const { scope } = personHere(config.approvers);
  return toWireApproval(approval, { whole: isInScope(scope, approval.question) });
}

function find({ line }: Session, store: ApprovalStore): Promise<StoredApproval | undefined> {
  return store.get(line.operands[1] as string);
}

function notFound(session: Session, words: ApprovalsTexts): Promise<number> {
  return tellUndone(session, 'approval_not_found', words.noQuestion(session.line.operands[1] as string));
}
