/**
 * Where a text stands in another, each place at most once and no more than `limit`. Takes time in proportion to both (after
 * Knuth, Morris and Pratt): the search that comes with the language can be made to take hours.
 */
export function findText(
  text: string,
  wanted: string,
  { limit, overlapping }: { readonly limit: number; readonly overlapping: boolean },
): number[] {
  const fallback = fallbacks(wanted);
  const found: number[] = [];
  let matched = 0;
  for (let at = 0; at < text.length && found.length < limit; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = fallback[matched - 1] as number;
    if (wanted.charCodeAt(matched) === unit) matched++;
    if (matched < wanted.length) continue;
    found.push(at + 1 - matched);
    matched = overlapping ? (fallback[matched - 1] as number) : 0;
  }
  return found;
}

/** For each start of the wanted text: how much of it is still matched when the next character is another one. */
function fallbacks(wanted: string): Int32Array {
  const table = new Int32Array(wanted.length);
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    const unit = wanted.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = table[matched - 1] as number;
    if (wanted.charCodeAt(matched) === unit) matched++;
    table[at] = matched;
  }
  return table;
}
