/**
 * Whether a text matches a pattern in which `*` stands for any text and `?` for one character, and everything else
 * for itself. The pieces between stars are searched for one after the other, so no pattern can make it hang.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', ...rest] = pieces;
  if (rest.length === 0) return text.length === first.length && fits(first, text, 0);
  const last = rest.pop() ?? '';
  if (text.length < first.length + last.length || !fits(first, text, 0)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = find(piece, text, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && fits(last, text, text.length - last.length);
}

function find(piece: string, text: string, from: number): number {
  if (!piece.includes('?')) return text.indexOf(piece, from);
  for (let at = from; at + piece.length <= text.length; at++) if (fits(piece, text, at)) return at;
  return -1;
}

function fits(piece: string, text: string, at: number): boolean {
  if (!piece.includes('?')) return text.startsWith(piece, at);
  for (let i = 0; i < piece.length; i++) if (piece[i] !== '?' && piece[i] !== text[at + i]) return false;
  return at + piece.length <= text.length;
}
