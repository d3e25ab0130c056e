/** 95 %: one advice in forty may come from chance. */
const z = 1.96;

/** Between which shares the true one lies, when something happened `times` out of `total`. Few calls tell little. */
export function wilson(times: number, total: number): { readonly lower: number; readonly upper: number } {
  if (total === 0) return { lower: 0, upper: 1 };
  const share = times / total;
  const square = (z * z) / total;
  const middle = share + square / 2;
  const half = z * Math.sqrt((share * (1 - share) + square / 4) / total);
  return { lower: (middle - half) / (1 + square), upper: (middle + half) / (1 + square) };
}
