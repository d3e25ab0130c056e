import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible } from '@toolcrib/core';
import type { Drawing } from '@toolcrib/core/plan';
import { exitCodes } from '../exit-codes.ts';
import { writeWhole } from '../export-file.ts';
import { planTexts } from '../plan-texts.ts';
import type { OpenedSession, Session } from '../session.ts';
import { findPlan } from './find-plan.ts';
import { readPlanFile } from './plan-file.ts';
import { tellPlanProblems } from './check-plan.ts';

/** `plan graph FILE|ID`: a plan as a picture; one that was submitted with the state of its nodes. */
export async function drawPlan(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, line, signal } = session;
  const { svg, output } = line.options;
  const drawing = await read(session, opened);
  if (drawing === undefined) return exitCodes.config;
  const { toMermaid, toSvg } = await import('@toolcrib/core/plan');
  const picture = svg ? toSvg(drawing) : toMermaid(drawing);
  if (output === undefined) await terminal.writeText(picture);
  else {
    await writeWhole(
      resolve(output),
      (async function* () {
        yield `${picture}\n`;
      })(),
      signal,
    );
    terminal.tell(planTexts(opened.locale).written(visible(output)));
  }
  return exitCodes.success;
}

/** A file of that name goes before a plan of that id. */
async function read(session: Session, opened: OpenedSession): Promise<Drawing | undefined> {
  const wanted = session.line.operands[1] as string;
  const { drawingOfPlan, drawingOfSnapshot } = await import('@toolcrib/core/plan');
  if (!existsSync(resolve(wanted)))
    return drawingOfSnapshot(await findPlan((await opened.plans()).engine, wanted, opened.locale));
  const file = await readPlanFile(wanted, opened.locale);
  if (file.plan !== undefined) return drawingOfPlan(file.plan);
  await tellPlanProblems(file, file.problems, session, opened.locale);
  return undefined;
}
