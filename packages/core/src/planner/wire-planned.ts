import { reasonText } from '../discovery/wire-choice.ts';
import type { Locale } from '../messages/catalog.ts';
import { planGapText } from '../messages/planning.ts';
import type { PlannedTask } from './planned-task.ts';

/** A planned task as it goes over a wire: snake_case, JSON only. */
export function toWirePlanned(
  { task, plan, steps, missing, by }: PlannedTask,
  locale: Locale = 'en',
): object {
  return {
    task,
    by: by.by,
    fallback: by.fallback ?? null,
    plan: plan ?? null,
    steps: steps.map(({ text, node, tool, reasons, sources }) => ({
      step: text,
      node: node ?? null,
      tool: tool?.name ?? null,
      reasons: reasons.map((reason) => ({ code: reason.code, text: reasonText(reason, locale) })),
      arguments: sources.map(({ parameter, from, reference }) => ({
        parameter,
        from,
        reference: reference ?? null,
      })),
    })),
    missing: missing.map((gap) => ({ code: gap.code, question: planGapText(gap, locale), ...gap.facts })),
  };
}
