/** Beyond this many comparisons two texts are shown one after the other. */
const mostSteps = 4_000_000;

/** What makes one text of another, line by line, each line with its sign: `-` gone, `+` new, a space for the same. */
export function lineDiff(before: string, after: string): string {
  const old = before.split('\n');
  const young = after.split('\n');
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < young.length - start &&
    old[old.length - 1 - end] === young[young.length - 1 - end]
  )
    end++;
  return [
    ...old.slice(0, start).map((line) => ` ${line}`),
    ...middle(old.slice(start, old.length - end), young.slice(start, young.length - end)),
    ...old.slice(old.length - end).map((line) => ` ${line}`),
  ].join('\n');
}

function middle(old: readonly string[], young: readonly string[]): string[] {
  if (old.length * young.length > mostSteps)
    return [...old.map((line) => `-${line}`), ...young.map((line) => `+${line}`)];
  const common = commonLengths(old, young);
  const width = young.length + 1;
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) {
      lines.push(` ${old[i]}`);
      i++;
      j++;
    } else if (
      i < old.length &&
      (j === young.length || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    )
      lines.push(`-${old[i++]}`);
    else lines.push(`+${young[j++]}`);
  }
  return lines;
}

/** For each pair of places, how many lines what follows has in common. */
function commonLengths(old: readonly string[], young: readonly string[]): Uint32Array {
  const width = young.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = young.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === young[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  return lengths;
}
