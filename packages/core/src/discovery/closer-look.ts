import { createFiller } from './parameters/fill-parameters.ts';
import type { RememberedUses } from './remembered-uses.ts';
import { createSuitability } from './suitability.ts';
import { agreementOf } from './task-kinds.ts';
import type { TaskReader } from './task-reader.ts';
import type { FoundTool } from './tool-finder.ts';

/** Tools that were found at least half as well as the best are in question, and of those so many. */
const contends = 0.5;
export const lookedAt = 8;
/** What it counts beside how well a tool was found: how it suits the request, and that it does what is to be done. */
const suits = 0.2;
const sameIntent = 0.06;
/** After so many uses of a tool, on average, what they say counts as much. */
const halfGone = 3;

/**
 * Puts the best of what was found in order by what a search does not see: whether the request fills what they require, how
 * much of the one stands in the other, and what is to be done. Where one tool stands alone there is nothing to decide.
 */
export function closerLook(
  task: string,
  found: readonly FoundTool[],
  { reader, uses }: { readonly reader: TaskReader; readonly uses: RememberedUses },
): readonly FoundTool[] {
  const best = found[0]?.score ?? 0;
  const contenders = found.slice(0, lookedAt).filter(({ score }) => score >= contends * best);
  if (contenders.length < 2 || best <= 0) return found;
  const known = contenders.reduce((sum, { tool }) => sum + uses.countOf(tool.name), 0) / contenders.length;
  const worthOfTexts = halfGone / (halfGone + known);
  const filler = createFiller(task, { onlyFit: true });
  const suitabilityOf = createSuitability(task);
  const { intents } = reader.ofTask(task);
  const worth = new Map(
    contenders.map(({ tool, score }) => {
      const { score: suitability } = suitabilityOf(tool, filler(tool.parameters, tool));
      const intent = agreementOf(intents, reader.ofTool(tool).intents);
      return [tool, score / best + worthOfTexts * (suits * suitability + sameIntent * intent)];
    }),
  );
  const ordered = contenders.toSorted(
    (one, other) => (worth.get(other.tool) as number) - (worth.get(one.tool) as number),
  );
  // A score belongs to its place: who reads a list takes what stands higher for better.
  return found.map((one, place) => ({ ...one, ...ordered[place], score: one.score }));
}
