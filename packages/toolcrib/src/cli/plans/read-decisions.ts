import { visible, type JsonValue, type Locale } from '@toolcrib/core';
import type { Decisions, NodeDecision } from '@toolcrib/core/plan';
import { UsageError, type CommandLine } from '../command-line.ts';
import { fromKeyValues } from '../key-values.ts';
import { planTexts } from '../plan-texts.ts';
import { cliTexts } from '../texts.ts';

/** `--done pay='{"id": 7}' --retry mail --skip each:3`: what becomes of nodes whose outcome is unknown. */
export function readDecisions(
  { done = [], retry = [], skip = [] }: CommandLine['options'],
  locale: Locale,
): Decisions {
  const texts = cliTexts(locale);
  const twice = (name: string): string => texts.twice(name);
  const pairs = done.map((given) => (given.includes('=') ? given : `${given}=null`));
  const badPair = (pair: string): string => planTexts(locale).badDecision(visible(pair));
  for (const pair of pairs)
    if (isBrokenJson(pair.slice(pair.indexOf('=') + 1))) throw new UsageError(badPair(pair));
  const outputs = fromKeyValues(pairs, undefined, { badPair, twice });
  const decisions: Record<string, NodeDecision> = Object.create(null) as Record<string, NodeDecision>;
  const decide = (node: string, decision: NodeDecision): void => {
    if (Object.hasOwn(decisions, node)) throw new UsageError(twice(visible(node)));
    decisions[node] = decision;
  };
  // What was typed is read as JSON, so that it is nothing else.
  for (const [node, output] of Object.entries(outputs))
    decide(node, { decision: 'done', output: output as JsonValue });
  for (const node of retry) decide(node, { decision: 'retry' });
  for (const node of skip) decide(node, { decision: 'skip' });
  return decisions;
}

/** The nodes that need the output would go on with a text that nobody meant. */
function isBrokenJson(text: string): boolean {
  if (!/^\s*[[{"]/u.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
