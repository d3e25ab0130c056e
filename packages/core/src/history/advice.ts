import { adviceReason, adviceText, type AdviceCode, type AdviceFacts } from '../messages/advice.ts';
import type { Locale } from '../messages/catalog.ts';
import type { Tool } from '../tool/tool.ts';
import { adviceRules, type Analysis } from './advice-rules.ts';
import { adviceThresholds } from './advice-thresholds.ts';
import type { CallRecord } from './record.ts';
import { toStatistics, type ToolRollup } from './statistics.ts';

/** Something that figures suggest to do. */
export interface Advice<Code extends AdviceCode = AdviceCode> {
  /** Which rule spoke; never changes with the language. */
  readonly code: Code;
  readonly tool: string;
  /** What to do. */
  readonly advice: string;
  /** Why, in words. */
  readonly reason: string;
  /** The figures it stands on. */
  readonly evidence: AdviceFacts[Code];
}

export interface AdviceInput {
  /** What the calls of the period add up to. */
  readonly rollups: readonly ToolRollup[];
  /** The tools that are registered, as `registry.list()` gives them. */
  readonly tools: readonly Tool[];
  /** The latest calls that did not succeed: they name parameters and rules. A thousand are enough. */
  readonly failures: readonly CallRecord[];
}

export interface AdviceOptions {
  /** @default 'en' */
  readonly locale?: Locale;
  /** What counts as slow, in milliseconds. @default 500 */
  readonly slowMs?: number | undefined;
}

/**
 * Advice from rules on data: what is broken first, what is merely costly last.
 *
 *     giveAdvice({ rollups: rollUp(records), tools: service.registry.list(), failures: [] })
 */
export function giveAdvice(
  { rollups, tools, failures }: AdviceInput,
  { locale = 'en', slowMs = adviceThresholds.slowMs }: AdviceOptions = {},
): Advice[] {
  const analysis: Analysis = {
    byTool: toStatistics(rollups, 'tool'),
    byVersion: toStatistics(rollups, 'version'),
    byAgent: toStatistics(rollups, 'agent'),
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    names: new Set(tools.flatMap(({ name, aliases }) => [name, ...aliases])),
    failures,
    slowMs,
  };
  const told = <Code extends AdviceCode>(code: Code): Advice<Code>[] =>
    adviceRules[code](analysis).map((evidence) => ({
      code,
      tool: evidence.tool,
      advice: adviceText(code, evidence, locale),
      reason: adviceReason(code, evidence, locale),
      evidence,
    }));
  return (Object.keys(adviceRules) as AdviceCode[]).flatMap((code) => told(code));
}
