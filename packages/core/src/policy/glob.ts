/** A pattern in which `*` stands for any text and `?` for one character, and everything else for itself. */
export interface Glob {
  readonly matches: (text: string) => boolean;
  /** About how much a match takes, in tests of a short text. */
  readonly costOf: (text: { readonly length: number }) => number;
}

/** The pieces between stars are searched for one after the other, so no pattern can make it hang. */
export function compileGlob(pattern: string): Glob {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  const costOfEnds = 1 + pattern.length / 16;
  // Only what stands between stars is searched for: plain text by the host, a piece with `?` at every place by us.
  const costOfCharacter = rest.length === 0 ? 0 : pattern.includes('?') ? pattern.length / 16 : 1 / 8;
  return {
    costOf: (text) => costOfEnds + text.length * costOfCharacter,
    matches(text) {
      if (last === undefined) return text.length === first.length && fits(first, text, 0);
      if (text.length < first.length + last.length || !fits(first, text, 0)) return false;
      let at = first.length;
      for (const piece of rest) {
        const found = find(piece, text, at);
        if (found < 0) return false;
        at = found + piece.length;
      }
      return text.length - last.length >= at && fits(last, text, text.length - last.length);
    },
  };
}

export function matchesGlob(pattern: string, text: string): boolean {
  return compileGlob(pattern).matches(text);
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
