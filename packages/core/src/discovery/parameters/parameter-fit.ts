import type { FilledParameters } from './fill-parameters.ts';

/** From which score on a value counts fully. */
const fullScore = 3;
/** A default fills a parameter without the words asking for it. */
const byDefault = 0.3;
/** What a tool gets that asks for nothing, and can get when words name what it offers. */
const freeTool = 0.5;

/**
 * How well a text fills what a tool requires, 0 to 1: the mean over its required parameters, a missing one counting
 * nothing. A tool that requires nothing stands in the middle, higher when the text names some of its options.
 */
export function parameterFit({ missing, sources }: FilledParameters): number {
  const required = sources.filter((source) => source.required);
  const worth = (list: FilledParameters['sources']): number =>
    list.reduce(
      (sum, { from, score }) => sum + (from === 'default' ? byDefault : Math.min(1, score / fullScore)),
      0,
    );
  const asked = required.length + missing.length;
  if (asked > 0) return Math.max(0, worth(required) / asked);
  return freeTool + (1 - freeTool) * Math.min(1, worth(sources) / 2);
}
