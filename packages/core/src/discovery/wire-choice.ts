import { choiceText } from '../messages/choosing.ts';
import type { Locale } from '../messages/catalog.ts';
import type { Tool } from '../tool/tool.ts';
import { snakeKeys } from '../tool/wire.ts';
import type { ToolDecision } from './decide.ts';
import type { Evaluation, LeftOut, Ranking, Reason } from './evaluate.ts';
import type { Kind } from './task-kinds.ts';

/** A reason in words. */
export function reasonText({ code, facts }: Reason, locale: Locale = 'en'): string {
  return choiceText(code, facts as never, locale);
}

/** A decision as it goes over a wire: snake_case, JSON only. */
export function toWireDecision(decision: ToolDecision, locale: Locale = 'en'): object {
  const { task, scene, intent, candidates, evaluation, leftOut, choice, parameters, missing, steps } =
    decision;
  return {
    task,
    scene: scene.map(toWireKind),
    intent: intent.map(toWireKind),
    candidates: candidates.map(({ tool, score, matched }) => ({
      name: tool.name,
      score: rounded(score),
      matched,
    })),
    evaluation: evaluation.map((one) => toWireEvaluation(one, locale)),
    left_out: leftOut.map((one) => toWireLeftOut(one, locale)),
    choice: choice === undefined ? null : toWireTool(choice),
    parameters,
    missing,
    steps,
  };
}

/** What is recommended, as it goes over a wire. */
export function toWireRanking({ ranked, leftOut }: Ranking, locale: Locale = 'en'): object {
  return {
    recommended: ranked.map((one) => toWireEvaluation(one, locale)),
    left_out: leftOut.map((one) => toWireLeftOut(one, locale)),
  };
}

function toWireEvaluation(evaluation: Evaluation, locale: Locale): object {
  const { tool, score, parts, list, fitness, suits, suitability, standing, filled, reasons } = evaluation;
  const { calls, successes, meanMs, praised, blamed } = standing;
  return {
    ...toWireTool(tool),
    score: rounded(score),
    parts: mapped(parts),
    list: list ?? null,
    fitness: rounded(fitness),
    suits,
    suitability: mapped(suitability),
    statistics: {
      calls,
      success_rate: calls === 0 ? null : rounded(successes / calls),
      mean_ms: meanMs === undefined ? null : rounded(meanMs),
      praised,
      blamed,
    },
    missing: filled.missing.map(({ path }) => path),
    reasons: reasons.map((reason) => toWireReason(reason, locale)),
  };
}

function toWireTool({ name, version, shortDescription }: Tool): object {
  return { name, version, short_description: shortDescription };
}

function toWireLeftOut({ tool, reason }: LeftOut, locale: Locale): object {
  return { name: tool.name, reason: toWireReason(reason, locale) };
}

function toWireReason(reason: Reason, locale: Locale): object {
  return { code: reason.code, text: reasonText(reason, locale), ...snakeKeys(reason.facts) };
}

function toWireKind({ name, share }: Kind): object {
  return { name, share: rounded(share) };
}

function mapped(numbers: object): object {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, rounded(value as number)]));
}

function rounded(number: number): number {
  return Math.round(number * 1000) / 1000;
}
