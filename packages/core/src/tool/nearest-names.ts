/** More names than this are not compared: a wrong name must not cost more than a call. */
const maxCompared = 2_000;

/** Up to three names that are a slip away from the given one, the nearest first. */
export function nearestNames(wanted: string, names: Iterable<string>): readonly string[] {
  if (wanted.length === 0 || wanted.length > 128) return [];
  const lower = wanted.toLowerCase();
  const limit = Math.max(1, Math.min(3, Math.floor(lower.length / 3)));
  const found: { name: string; distance: number }[] = [];
  let compared = 0;
  for (const name of names) {
    if (++compared > maxCompared) break;
    if (Math.abs(name.length - lower.length) > limit) continue;
    const distance = editDistance(lower, name.toLowerCase(), limit);
    if (distance <= limit) found.push({ name, distance });
  }
  return found
    .toSorted((one, other) => one.distance - other.distance || (one.name < other.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Insertions, deletions, replacements and swaps of neighbours between two words; more than `limit` is not counted out. */
function editDistance(one: string, other: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      );
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, (beforeLast[column - 2] as number) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return least;
    beforeLast = last;
    last = current;
  }
  return last[other.length] as number;
}
