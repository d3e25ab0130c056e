import type { Corrections } from './corrections.ts';
import type { RememberedUses } from './remembered-uses.ts';
import type { ToolHit } from './tool-index.ts';

/** What was learned from calls. */
export interface Learned {
  readonly uses: RememberedUses;
  readonly corrections: Corrections;
}

/** How much more the texts of a tool count while it has no uses, and after how many uses half of that is gone. */
const textsAlone = 1;
const halfGone = 2;
/** What remembered requests count beside corrections, which come from the same calls. */
const remembered = 0.8;

/** What was found by the texts of tools, together with what they were used for; the best first. */
export function learnedRanking(
  task: string,
  hits: readonly ToolHit[],
  { uses, corrections }: Learned,
  { among, limit }: { readonly among: (name: string) => boolean; readonly limit: number },
): readonly ToolHit[] {
  if (uses.size === 0) return hits.slice(0, limit);
  const evidence = uses.evidence(task);
  const correction = corrections.of(task);
  const found = new Set(hits.map(({ name }) => name));
  const further = [...evidence.tools]
    .filter((name) => !found.has(name) && among(name))
    .map((name) => ({ name, score: 0, matched: [] }));
  return [...hits, ...further]
    .map((hit) => {
      // Others have uses that speak for them: what a new tool says of itself stands for those it has not.
      const alone = (textsAlone * halfGone) / (halfGone + uses.countOf(hit.name));
      const learned = remembered * evidence.of(hit.name) + correction(hit.name);
      return { hit, score: hit.score * (1 + alone) + learned };
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ hit: { name, matched }, score }) => ({ name, score, matched }));
}
