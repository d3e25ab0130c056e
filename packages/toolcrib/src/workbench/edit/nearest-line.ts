export interface NearestLine {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** More than this is not compared: it is a hint, not a search. */
const maxLines = 20_000;
const maxLength = 200;

/** The line that is most like what was looked for, to help whoever misremembered it. Undefined when none is like it. */
export function nearestLine(text: string, wanted: string): NearestLine | undefined {
  const wantedLine = wanted
    .slice(0, maxLength * 20)
    .split('\n')
    .map(comparable)
    .reduce((longest, line) => (line.length > longest.length ? line : longest), '');
  const pairs = countPairs(wantedLine);
  let best: NearestLine | undefined;
  let bestLikeness = 0.5;
  for (let line = 1, start = 0; line <= maxLines && start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const shown = text.slice(start, Math.min(end, start + maxLength)).trimEnd();
    const likeness = likenessOf(comparable(shown), wantedLine, pairs);
    if (likeness > bestLikeness) {
      best = { line, text: shown };
      bestLikeness = likeness;
    }
    start = end + 1;
  }
  return best;
}

/** White space is what is misremembered most. */
function comparable(line: string): string {
  return line.slice(0, maxLength).trim().replaceAll(/\s+/gu, ' ');
}

/** From 0 to 1: how many of the pairs of neighbouring characters two lines have in common. */
function likenessOf(line: string, wanted: string, wantedPairs: ReadonlyMap<string, number>): number {
  if (line === wanted) return 1;
  if (line.length < 2 || wanted.length < 2) return 0;
  let common = 0;
  for (const [pair, count] of countPairs(line)) common += Math.min(count, wantedPairs.get(pair) ?? 0);
  return (2 * common) / (line.length + wanted.length - 2);
}

function countPairs(line: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < line.length; at++) {
    const pair = line.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
