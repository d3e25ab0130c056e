import type { Plan } from '@toolcrib/core/plan';
import { exitCodes } from '../exit-codes.ts';
import { planTexts } from '../plan-texts.ts';
import type { OpenedSession, Session } from '../session.ts';
import { problemsOf, tellPlanProblems } from './check-plan.ts';
import { followPlan, type AreaHolder } from './follow-plan.ts';
import { readPlanFile } from './plan-file.ts';
import { findPlan } from './find-plan.ts';
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

/** `plan resume ID`: runs what failed, was cancelled or never ran. */
export async function resumePlan(
  session: Session,
  opened: OpenedSession,
  holder: AreaHolder,
): Promise<number> {
  const { engine } = await opened.plans();
  const { planId, sequence } = await findPlan(engine, session.line.operands[1] as string, opened.locale);
  return followPlan(await engine.resume(planId), engine, { session, opened, holder, known: sequence });
}
