/**
 * Whether a text matches a pattern in which `*` stands for any text and `?` for one character, and everything else
 * for itself. Takes time in proportion to both lengths at worst: no pattern can make it hang.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let retry = 0;
  while (at < text.length) {
    if (pattern[next] === '*') {
      star = next++;
      retry = at;
    } else if (pattern[next] === '?' || (next < pattern.length && pattern[next] === text[at])) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++retry;
    } else {
      return false;
    }
  }
  while (pattern[next] === '*') next++;
  return next === pattern.length;
}
