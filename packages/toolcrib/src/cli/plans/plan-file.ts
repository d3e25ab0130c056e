import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible, type Locale } from '@toolcrib/core';
import type { Plan, planProblemText, PlanProblem } from '@toolcrib/core/plan';
import { readDocument } from '../../config/read-config.ts';
import { UsageError } from '../command-line.ts';
import { planTexts } from '../plan-texts.ts';

/** A plan that was read from a file, or what is wrong with it. */
export interface PlanFile {
  readonly file: string;
  readonly plan: Plan | undefined;
  readonly problems: readonly PlanProblem[];
  /** A problem as editors take it: file, line and column. */
  readonly locate: (problem: PlanProblem) => { readonly line: number; readonly column: number };
}

/** Reads a plan in YAML or JSON. */
export async function readPlanFile(file: string, locale: Locale): Promise<PlanFile> {
  if (!existsSync(resolve(file)))
    throw new UsageError(planTexts(locale).noFile(visible(file)), 'plan_file_missing');
  const [document, { parsePlan }] = await Promise.all([
    readDocument(resolve(file), locale),
    import('@toolcrib/core/plan'),
  ]);
  const parsed = parsePlan(document.value);
  return {
    file,
    plan: parsed.ok ? parsed.plan : undefined,
    problems: parsed.problems,
    locate: ({ place }) => document.placeOf(stepsOf(place)),
  };
}

/** One line for each problem, as compilers write them. */
export function showPlanProblem(
  { file, locate }: PlanFile,
  problem: PlanProblem,
  locale: Locale,
  textOf: typeof planProblemText,
): string {
  const { line, column } = locate(problem);
  const { code, facts, severity, place } = problem;
  const at = place === '' ? '' : `${place}: `;
  return visible(
    `${file}:${line}:${column} ${planTexts(locale).severity[severity]}: ${at}${textOf(code, facts, locale)}`,
  );
}

/** A JSON pointer as its steps. */
function stepsOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/u.test(step) ? Number(step) : step));
}
