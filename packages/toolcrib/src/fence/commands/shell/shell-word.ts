import type { Word, WordPart } from 'unbash';

/** A word of a command, as far as its text tells what it will be. */
export type ShellWord = {
  readonly text: string;
} /** With `matched`, one of the names that this pattern stands for. */ & (
  | { readonly kind: 'literal'; readonly value: string; readonly matched?: string }
  /** Names of files that a pattern matches; they begin with `start`. In `glob` what is quoted stands behind a backslash. */
  | { readonly kind: 'pattern'; readonly start: string; readonly pattern: string; readonly glob?: string }
  /** Known only when it runs; begins with `start`, and may become several words or none when it splits. */
  | { readonly kind: 'dynamic'; readonly start: string; readonly splits: boolean }
);

export function literal(value: string, text: string = value): ShellWord {
  return { kind: 'literal', value, text };
}

/** The value of a word that is surely what it seems; undefined for all others. */
export function valueOf(word: ShellWord | undefined): string | undefined {
  return word?.kind === 'literal' ? word.value : undefined;
}

/** What a word surely begins with. */
export function startOf(word: ShellWord): string {
  return word.kind === 'literal' ? word.value : word.start;
}

/** Whether a mark stands somewhere in what is known of a word. */
export function holds(word: ShellWord, mark: string): boolean {
  return word.text.includes(mark) || (word.kind === 'pattern' ? word.pattern : startOf(word)).includes(mark);
}

const maxAlternatives = 64;

interface Piece {
  readonly kind: 'text' | 'glob' | 'dynamic' | 'split';
  readonly value: string;
}

/** The words that one written word becomes: several when it has braces. Undefined when they are too many. */
export function toShellWords(word: Word): readonly ShellWord[] | undefined {
  const { text, parts } = word;
  if (parts === undefined) return [literal(word.value, text)];
  let alternatives: Piece[][] = [[]];
  for (const part of parts) {
    const next = piecesOf(part);
    const [only] = next;
    if (next.length === 1 && only !== undefined) {
      for (const pieces of alternatives) pieces.push(...only);
      continue;
    }
    if (alternatives.length * next.length > maxAlternatives) return undefined;
    alternatives = alternatives.flatMap((before) => next.map((piece) => [...before, ...piece]));
  }
  const words = alternatives.map((pieces) => joined(pieces, text));
  // Of braces, what is empty and not quoted goes away.
  const isQuoted = parts.some(({ type }) => type === 'SingleQuoted' || type === 'DoubleQuoted');
  return words.length === 1 || isQuoted ? words : words.filter((each) => valueOf(each) !== '');
}

/** Each alternative is a list of pieces; only braces give more than one. */
function piecesOf(part: WordPart): Piece[][] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return [[{ kind: 'text', value: part.value }]];
    case 'DoubleQuoted':
      return [
        part.parts.map((child) => {
          if (child.type === 'Literal') return { kind: 'text', value: child.value };
          // As many words as there are arguments, even inside quotes.
          const several = child.type === 'SimpleExpansion' && child.text === '$@';
          return { kind: several ? 'split' : 'dynamic', value: '' };
        }),
      ];
    case 'Glob':
      return [[{ kind: 'glob', value: part.value }]];
    case 'BraceExpansion':
      return alternativesOf(part.text.slice(1, -1)).map((value) => [{ kind: 'text', value }]);
    case 'ProcessSubstitution':
      // A name that bash makes up; it is neither an option nor a file of anybody.
      return [[{ kind: 'text', value: '/dev/fd/63' }]];
    case 'ArithmeticExpansion':
      return [[{ kind: 'dynamic', value: '' }]];
    default:
      return [[{ kind: 'split', value: '' }]];
  }
}

/** `a,b` or `1..5`; of too many, enough to see that there are. */
function alternativesOf(inside: string): readonly string[] {
  const [, first, last] = /^(\d+)\.\.(\d+)$/u.exec(inside) ?? [];
  if (first === undefined || last === undefined) return inside.split(',');
  const [from, to] = [Number(first), Number(last)];
  const length = Math.min(Math.abs(to - from), maxAlternatives) + 1;
  return Array.from({ length }, (_, index) => String(from < to ? from + index : from - index));
}

function joined(pieces: readonly Piece[], text: string): ShellWord {
  const value = pieces.map((piece) => piece.value).join('');
  const stop = pieces.findIndex((piece) => piece.kind !== 'text');
  if (stop < 0) return { kind: 'literal', value, text };
  const before = pieces.slice(0, stop).map((piece) => piece.value);
  const start = before.join('');
  if (pieces.every(({ kind }) => kind === 'text' || kind === 'glob')) {
    const glob = pieces.map((piece) => (piece.kind === 'glob' ? piece.value : quoted(piece.value))).join('');
    return { kind: 'pattern', start, pattern: value, glob, text };
  }
  // A wildcard beside an unknown piece is looked up as a pattern: it too may become several words.
  const splits = pieces.some(({ kind }) => kind === 'split' || kind === 'glob');
  return { kind: 'dynamic', start, splits, text };
}

function quoted(value: string): string {
  return value.replaceAll(/[\\*?[\]]/gu, String.raw`\$&`);
}

/** Whether the shell puts a home directory in: at the start, or behind the sign of what looks like an assignment. */
export function startsAtHome({ text, parts = [] }: Word): boolean {
  // Braces are opened first: what stands behind them may come to stand at the start.
  const sign = parts.some(({ type }) => type === 'BraceExpansion') ? /~/u : /[=:]~/u;
  if (text.startsWith('~') || (parts.length === 0 && sign.test(text))) return true;
  return parts.some((part) => part.type === 'Literal' && sign.test(part.text));
}
