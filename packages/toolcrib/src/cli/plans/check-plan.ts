import { visible, type Locale } from '@toolcrib/core';
import type { PlanProblem } from '@toolcrib/core/plan';
import { exitCodes } from '../exit-codes.ts';
import { planTexts } from '../plan-texts.ts';
import type { OpenedSession, Session } from '../session.ts';
import { readPlanFile, showPlanProblem, type PlanFile } from './plan-file.ts';
import { readInput } from './read-input.ts';

/** `plan check FILE`: everything that stands in the way of a plan, with its place. Nothing runs. */
export async function checkPlanFile(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, json, line } = session;
  const { locale } = opened;
  const file = await readPlanFile(line.operands[1] as string, locale);
  const problems = await problemsOf(file, session, opened);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (json) await writeReport(file, problems, session, locale);
  else {
    await tellPlanProblems(file, problems, session, locale);
    const words = planTexts(locale);
    const others = problems.length - errors;
    terminal.tell(problems.length === 0 ? words.clean(visible(file.file)) : words.problems(errors, others));
  }
  return errors === 0 ? exitCodes.success : exitCodes.config;
}

/** What is wrong with how it is written; else what the tools and the rules have against it. */
export async function problemsOf(
  { plan, problems }: PlanFile,
  { line }: Session,
  opened: OpenedSession,
): Promise<readonly PlanProblem[]> {
  if (plan === undefined) return problems;
  const input = { ...plan.input, ...readInput(line.options.input, opened.locale) };
  return (await opened.plans()).check(plan, { agent: line.options.agent ?? 'user', input });
}

/** One line each, the first place first. */
export async function tellPlanProblems(
  file: PlanFile,
  problems: readonly PlanProblem[],
  { terminal }: Session,
  locale: Locale,
): Promise<void> {
  const { planProblemText } = await import('@toolcrib/core/plan');
  const byPlace = problems.toSorted((one, other) => {
    const [first, second] = [file.locate(one), file.locate(other)];
    return first.line - second.line || first.column - second.column;
  });
  for (const problem of byPlace)
    await terminal.write(showPlanProblem(file, problem, locale, planProblemText));
}

async function writeReport(
  { file, locate }: PlanFile,
  problems: readonly PlanProblem[],
  { terminal }: Session,
  locale: Locale,
): Promise<void> {
  const { toWirePlanProblem } = await import('@toolcrib/core/plan');
  const told = problems.map((problem) => ({ ...locate(problem), ...toWirePlanProblem(problem, locale) }));
  await terminal.writeJson(JSON.stringify({ file, problems: told }, null, 2));
}
