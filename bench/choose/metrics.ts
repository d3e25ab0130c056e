import type { DataQuery } from './data.ts';

/** How well requests were answered, in percent. */
export interface Quality {
  readonly first: number;
  readonly recall5: number;
  readonly ndcg10: number;
  readonly all10: number;
}

export function qualityOf(
  queries: readonly DataQuery[],
  search: (text: string) => readonly string[],
): Quality {
  const sums = { first: 0, recall5: 0, ndcg10: 0, all10: 0 };
  for (const query of queries) {
    const found = search(query.text).slice(0, 10);
    const wanted = query.gold.map((gold) => new Set([gold, ...(query.alt?.[gold] ?? [])]));
    const within = (count: number): number =>
      wanted.filter((names) => found.slice(0, count).some((name) => names.has(name))).length;
    if (within(1) > 0) sums.first++;
    sums.recall5 += within(5) / wanted.length;
    if (within(10) === wanted.length) sums.all10++;
    sums.ndcg10 +=
      gainOf(found, wanted) /
      gainOf(
        Array.from(wanted, (names) => [...names][0] ?? ''),
        wanted,
      );
  }
  const percent = (sum: number): number => (100 * sum) / queries.length;
  return {
    first: percent(sums.first),
    recall5: percent(sums.recall5),
    ndcg10: percent(sums.ndcg10),
    all10: percent(sums.all10),
  };
}

/** Each wanted tool counts once, the less the later it comes. */
function gainOf(found: readonly string[], wanted: readonly ReadonlySet<string>[]): number {
  const left = new Set(wanted);
  let gain = 0;
  for (const [index, name] of found.entries()) {
    const hit = [...left].find((names) => names.has(name));
    if (hit === undefined) continue;
    left.delete(hit);
    gain += 1 / Math.log2(index + 2);
  }
  return gain;
}
