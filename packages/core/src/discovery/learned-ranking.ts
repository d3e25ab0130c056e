import type { RememberedUses } from './remembered-uses.ts';
import type { ToolHit } from './tool-index.ts';

/** How much more the texts of a tool count while it has no uses, and after how many uses half of that is gone. */
const textsAlone = 0.6;
const halfGone = 2;

/** What was found by the texts of tools, together with what they were used for; the best first. */
export function learnedRanking(
  task: string,
  hits: readonly ToolHit[],
  uses: RememberedUses,
  among: (name: string) => boolean,
): readonly ToolHit[] {
  if (uses.size === 0) return hits;
  const evidence = uses.evidence(task);
  const found = new Set(hits.map(({ name }) => name));
  const remembered = [...evidence.tools]
    .filter((name) => !found.has(name) && among(name))
    .map((name) => ({ name, score: 0, matched: [] }));
  return [...hits, ...remembered]
    .map((hit) => {
      // Others have uses that speak for them: what a new tool says of itself stands for those it has not.
      const alone = (textsAlone * halfGone) / (halfGone + uses.countOf(hit.name));
      return { ...hit, score: hit.score * (1 + alone) + evidence.of(hit.name) };
    })
    .toSorted((one, other) => other.score - one.score);
}
