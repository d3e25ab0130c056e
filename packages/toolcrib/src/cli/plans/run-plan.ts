import type { Plan } from '@toolcrib/core/plan';
import { personHere } from '../../approver-identities.ts';
import { decisionRefusal } from '../../decision-refusal.ts';
import { exitCodes } from '../exit-codes.ts';
import { planTexts } from '../plan-texts.ts';
import type { OpenedSession, Session } from '../session.ts';
import { problemsOf, tellPlanProblems } from './check-plan.ts';
import { followPlan, type AreaHolder } from './follow-plan.ts';
import { readPlanFile } from './plan-file.ts';
import { findPlan } from './find-plan.ts';
import { readDecisions } from './read-decisions.ts';
import { readConcurrency, readInput } from './read-input.ts';

/** `plan run FILE`: checks a plan and runs it to its end. */
export async function runPlan(session: Session, opened: OpenedSession, holder: AreaHolder): Promise<number> {
  const { line, terminal } = session;
  const { locale, callOptions } = opened;
  const file = await readPlanFile(line.operands[1] as string, locale);
  const concurrency = readConcurrency(line.options.concurrency, locale);
  const input = readInput(line.options.input, locale);
  const problems = await problemsOf(file, session, opened);
  if (file.plan === undefined || problems.some(({ severity }) => severity === 'error')) {
    await tellPlanProblems(file, problems, session, locale);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    terminal.tell(planTexts(locale).problems(errors, problems.length - errors));
    return exitCodes.config;
  }
  const plan: Plan = concurrency === undefined ? file.plan : { ...file.plan, concurrency };
  const { engine } = await opened.plans();
  const { agent, requestedBy } = callOptions;
  const begun = await engine.submit(plan, { agent, requestedBy, input });
  return followPlan(begun, engine, { session, opened, holder, known: 0 });
}

/** `plan resume ID`: runs what failed, was cancelled or never ran; nodes whose outcome is unknown as the person decides. */
export async function resumePlan(
  session: Session,
  opened: OpenedSession,
  holder: AreaHolder,
): Promise<number> {
  const { line } = session;
  const decisions = readDecisions(line.options, opened.locale);
  const { engine } = await opened.plans();
  const plan = await findPlan(engine, line.operands[1] as string, opened.locale);
  const person = personHere(opened.config.approvers);
  const refusal = decisionRefusal(person, { plan, decisions });
  if (refusal !== undefined) throw refusal;
  const { planId, sequence } = plan;
  const resumed = await engine.resume(planId, { decisions, by: person.id });
  return followPlan(resumed, engine, { session, opened, holder, known: sequence });
}
