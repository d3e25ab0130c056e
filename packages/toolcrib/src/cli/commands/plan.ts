import { checkPlanFile } from '../plans/check-plan.ts';
import { drawPlan } from '../plans/draw-plan.ts';
import type { AreaHolder } from '../plans/follow-plan.ts';
import { besideArea } from '../plans/live-area.ts';
import { makePlan } from '../plans/make-plan.ts';
import { resumePlan, runPlan } from '../plans/run-plan.ts';
import { cancelPlan, listPlans, showPlan } from '../plans/stored-plans.ts';
import type { Command } from '../session.ts';
import { withVerbs, type Verb } from '../verbs.ts';

/** `plan list|make|check|run|show|cancel|resume|graph`: tasks that need several calls. */
export const plan: Command = (session) => {
  const holder: AreaHolder = { area: undefined };
  const verbs = withVerbs(
    new Map<string, Verb>([
      ['list', { run: listPlans }],
      ['make', { run: makePlan, operands: ['TASK'], optional: ['WORD…'] }],
      ['check', { run: checkPlanFile, operands: ['FILE'] }],
      ['run', { run: (...given) => runPlan(...given, holder), operands: ['FILE'] }],
      ['show', { run: showPlan, operands: ['ID'] }],
      ['cancel', { run: cancelPlan, operands: ['ID'] }],
      ['resume', { run: (...given) => resumePlan(...given, holder), operands: ['ID'] }],
      ['graph', { run: drawPlan, operands: ['FILE|ID'] }],
    ]),
  );
  // Made before anything is opened: whoever asks a person at this terminal must know of what is shown there.
  return verbs({ ...session, terminal: besideArea(session.terminal, () => holder.area) });
};
