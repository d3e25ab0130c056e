/** Lines `from` to `to` of the old text become lines `from` to `to` of the new one. */
export interface Change {
  readonly before: Span;
  readonly after: Span;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Differences beyond these are not looked for any more: what is left counts as one change. */
const maxDistance = 1000;
const maxSteps = 5_000_000;

/** What changes between two lists of lines, in order. The work is bounded, whatever they hold. */
export function diffLines(before: readonly string[], after: readonly string[]): Change[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let common = 0;
  while (common < shorter - start && before.at(-1 - common) === after.at(-1 - common)) common++;
  const inner = {
    before: { from: start, to: before.length - common },
    after: { from: start, to: after.length - common },
  };
  if (inner.before.from === inner.before.to && inner.after.from === inner.after.to) return [];
  const [old, fresh] = toNumbers(before.slice(start, inner.before.to), after.slice(start, inner.after.to));
  return shortestEdit(old, fresh)?.map((change) => moved(change, start)) ?? [inner];
}

function moved({ before, after }: Change, by: number): Change {
  return {
    before: { from: before.from + by, to: before.to + by },
    after: { from: after.from + by, to: after.to + by },
  };
}

/** Equal lines get equal numbers: numbers are compared faster. */
function toNumbers(...texts: readonly (readonly string[])[]): [Int32Array, Int32Array] {
  const known = new Map<string, number>();
  const [one, other] = texts.map((lines) =>
    Int32Array.from(lines, (line) => {
      const number = known.get(line) ?? known.size;
      known.set(line, number);
      return number;
    }),
  );
  return [one, other] as [Int32Array, Int32Array];
}

/**
 * The shortest way from one list to the other, after Myers: `reach` holds, for each diagonal, how far the old list is used
 * up with `distance` differences. Undefined when the way is too long to be looked for.
 */
function shortestEdit(old: Int32Array, fresh: Int32Array): Change[] | undefined {
  const limit = Math.min(maxDistance, old.length + fresh.length);
  const reach = new Int32Array(2 * limit + 3);
  const middle = limit + 1;
  const history: Int32Array[] = [];
  let steps = 0;
  for (let distance = 0; distance <= limit; distance++) {
    history.push(reach.slice(middle - distance - 1, middle + distance + 2));
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      let x = comesFromAbove(reach, middle, diagonal, distance)
        ? (reach[middle + diagonal + 1] as number)
        : (reach[middle + diagonal - 1] as number) + 1;
      const first = x;
      while (x < old.length && x - diagonal < fresh.length && old[x] === fresh[x - diagonal]) x++;
      reach[middle + diagonal] = x;
      if (x >= old.length && x - diagonal >= fresh.length) return walkBack(history, old.length, fresh.length);
      steps += x - first + 1;
    }
    if (steps > maxSteps) return undefined;
  }
  return undefined;
}

/** Whether the way to a diagonal goes by a line of the new text rather than by one of the old. */
function comesFromAbove(reach: Int32Array, middle: number, diagonal: number, distance: number): boolean {
  if (diagonal === -distance) return true;
  if (diagonal === distance) return false;
  return (reach[middle + diagonal - 1] as number) < (reach[middle + diagonal + 1] as number);
}

/** From the end to the start, joining steps that touch. */
function walkBack(history: readonly Int32Array[], oldLength: number, freshLength: number): Change[] {
  const changes: Change[] = [];
  let x = oldLength;
  let y = freshLength;
  for (let distance = history.length - 1; distance > 0; distance--) {
    const reach = history[distance] as Int32Array;
    const middle = distance + 1;
    const diagonal = x - y;
    const above = comesFromAbove(reach, middle, diagonal, distance);
    const fromX = reach[middle + diagonal + (above ? 1 : -1)] as number;
    const fromY = fromX - diagonal - (above ? 1 : -1);
    const step = {
      before: { from: fromX, to: above ? fromX : fromX + 1 },
      after: { from: fromY, to: above ? fromY + 1 : fromY },
    };
    const next = changes.at(-1);
    if (next !== undefined && next.before.from === step.before.to && next.after.from === step.after.to) {
      changes[changes.length - 1] = {
        before: { from: step.before.from, to: next.before.to },
        after: { from: step.after.from, to: next.after.to },
      };
    } else {
      changes.push(step);
    }
    x = fromX;
    y = fromY;
  }
  return changes.toReversed();
}
