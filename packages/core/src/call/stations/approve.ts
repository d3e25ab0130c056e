import { warning } from '../../messages/warning.ts';
import { scopeOf } from '../../policy/approval-store.ts';
import type { ApprovalAnswer, ApprovalQuestion } from '../../policy/approver.ts';
import { onceRule } from '../../policy/judge.ts';
import { withShownDigest } from '../../policy/shown-digest.ts';
import { answersQuery } from '../../policy/grants.ts';
import { restart, withApproval, type ApprovedCall, type AuthorizedCall } from '../../tool/call.ts';
import { block, fail, Refusal } from '../../tool/refusal.ts';
import { digestLater } from '../../tool/digest.ts';
import { BlockedError, createError, messageOf } from '../../tool/errors.ts';
import type { Grant } from '../../tool/grant.ts';
import { deepFreeze, shownLimits } from '../../tool/json.ts';
import type { House } from '../house.ts';

const notNeeded = Object.freeze({ kind: 'not_needed' } as const);

/** Asks a person when the verdict says so. Nobody to ask, no answer in time, or no clear answer means no. */
export function approve(call: AuthorizedCall, house: House): ApprovedCall | Promise<ApprovedCall | Refusal> {
  return call.verdict.decision === 'allow' ? withApproval(call, notNeeded) : ask(call, house);
}

async function ask(call: AuthorizedCall, house: House): Promise<ApprovedCall | Refusal> {
  const tool = call.tool.name;
  const { source } = call.verdict;
  if (house.approver === undefined) return block('no_approver', { tool }, source);
  const digest = digestLater(call.arguments);
  tellAsked(call, house);
  let answer: ApprovalAnswer | 'expired' | 'cancelled';
  try {
    answer = await answerInTime(call, digest, house);
  } catch (cause) {
    // A desk knows why it refuses; for anybody else asking has failed.
    if (cause instanceof BlockedError && cause.data !== undefined)
      return new Refusal('blocked', cause.code, cause.data, { rule: source, cause });
    return block('approver_failed', { tool, detail: messageOf(cause) }, source, cause);
  }
  if (answer === 'cancelled') return fail('cancelled', { tool }, call.options.signal?.reason);
  if (answer === 'expired') {
    return block('approval_expired', { tool, seconds: house.approvalTimeout / 1000 }, source);
  }
  // Whatever is not one of the two ways to say yes is a no.
  const decision: unknown = answer?.decision;
  if (decision !== 'allow_once' && decision !== 'allow_always') {
    const { note, by, approvalId }: Partial<ApprovalAnswer> = answer ?? {};
    return block('approval_refused', { tool, note, by, approvalId }, source);
  }
  if (house.registry.get(call.tool.id) !== call.tool)
    return fail('tool_not_found', { name: call.name, suggestions: [] });
  const { by = 'user', approvalId } = answer;
  // Time that a person took to think is not time that the tool took to work.
  restart(call, house.clock.elapsed());
  if (decision === 'allow_once') {
    rememberConsent(call, house);
    return withApproval(call, Object.freeze({ kind: 'answered', by, approvalId }));
  }
  try {
    const grant = await grantFor(call, answer, digest, house);
    rememberConsent(call, house);
    return withApproval(call, Object.freeze({ kind: 'answered', by, approvalId, grantId: grant.id }));
  } catch (cause) {
    return block('grants_unavailable', { tool, detail: messageOf(cause) }, source, cause);
  }
}

/** A yes to nothing but risks of a kind is one to the kind. */
function rememberConsent({ verdict, caller, options, tool }: AuthorizedCall, { consents }: House): void {
  const { session } = options;
  if (verdict.rule === onceRule) consents.add({ agent: caller.agent, session, tool }, verdict.effects);
}

function tellAsked({ callId, options, caller, tool, verdict }: AuthorizedCall, house: House): void {
  const { events, clock, approvalTimeout } = house;
  const time = clock.now();
  events.emit('call-ask', () => ({
    callId,
    givenId: options.givenId,
    parentCallId: options.parentCallId,
    requestId: options.requestId,
    agent: caller.agent,
    tool: tool.name,
    time,
    risk: verdict.risk,
    expiresAt: time + approvalTimeout,
  }));
}

/** "Always" was said to this call: to the tool as such only when nothing but its level made us ask. */
function alwaysOf({ verdict }: AuthorizedCall): 'agent' | 'call' {
  return verdict.rule === 'approval: confirm' ? 'agent' : 'call';
}

/** The grant that an "always" makes. Where questions and grants are kept together, it was made with the answer. */
async function grantFor(
  call: AuthorizedCall,
  answer: ApprovalAnswer,
  digest: Promise<string>,
  { grants }: House,
): Promise<Grant> {
  const { tool, caller } = call;
  const { agent } = caller;
  const exact = alwaysOf(call) === 'call';
  const scope = scopeOf(answer);
  if (scope === undefined) {
    const query = { tool, agent, approval: 'confirm', exact, argumentsDigest: () => digest } as const;
    const known = await grants.find(query);
    if (answersQuery(known, query)) return known;
  }
  return grants.add({
    tool: tool.name,
    agent,
    scope,
    grantedBy: answer.by ?? 'user',
    argumentsDigest: exact ? await digest : undefined,
    approval: 'confirm',
  });
}

/** Races the person against the clock and the caller's own cancellation; either withdraws the question. */
function answerInTime(
  call: AuthorizedCall,
  digest: Promise<string>,
  house: House,
): Promise<ApprovalAnswer | 'expired' | 'cancelled'> {
  const { clock } = house;
  const { signal } = call.options;
  const withdrawal = new AbortController();
  let timer: unknown;
  let cancel = (): void => undefined;
  const ended = new Promise<'expired' | 'cancelled'>((resolve) => {
    timer = clock.setTimeout(() => resolve('expired'), house.approvalTimeout);
    cancel = () => resolve('cancelled');
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
  });
  const asked = (async () => {
    const question = await toQuestion(call, await digest, house);
    return house.approver?.(question, {
      signal: withdrawal.signal,
      recorded: withoutSecrets(question, call, house),
    });
  })();
  return Promise.race([ended, asked as Promise<ApprovalAnswer>]).finally(() => {
    clock.clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    withdrawal.abort(signal?.reason);
  });
}

function toQuestion(
  call: AuthorizedCall,
  argumentsDigest: string,
  { clock, approvalTimeout, locale, redactor }: House,
): Promise<ApprovalQuestion> {
  const { tool, verdict, callId, caller, options } = call;
  const { effects, reasons, risk } = verdict;
  const warnings = effects.flatMap((effect) => effect.warning ?? []);
  const warned = warning({ tool: tool.name, risk, warnings, once: verdict.rule === onceRule }, locale);
  // A copy: whoever shows the question must not be able to change what is then executed.
  const shown = redactor.shown({ arguments: call.arguments, effects, reasons, warning: warned });
  if (shown === undefined) throw tooLarge(tool);
  return withShownDigest({
    callId: options.givenId ?? callId,
    recordId: callId,
    agent: caller.agent,
    requestedBy: options.requestedBy,
    tool: tool.name,
    version: tool.version,
    description: tool.shortDescription,
    ...(deepFreeze(shown) as unknown as QuestionDetails),
    argumentsDigest,
    risk,
    always: alwaysOf(call),
    expiresAt: clock.now() + approvalTimeout,
  });
}

/** The question as it may be written down. What it is bound to stays: none of that is anybody's secret. */
function withoutSecrets(
  question: ApprovalQuestion,
  { mask, tool }: AuthorizedCall,
  { redactor }: House,
): ApprovalQuestion {
  const { arguments: given, effects, reasons, warning: warned } = question;
  const copy = redactor.value({ arguments: given, effects, reasons, warning: warned }, mask);
  if (copy === undefined) throw tooLarge(tool);
  return Object.freeze({ ...question, ...(deepFreeze(copy) as unknown as QuestionDetails) });
}

function tooLarge({ name }: AuthorizedCall['tool']): Error {
  return createError('approval_too_large', { tool: name, limit: shownLimits.maxText });
}

type QuestionDetails = Pick<ApprovalQuestion, 'arguments' | 'effects' | 'reasons' | 'warning'>;
