import type { Word } from './words.ts';

/** A line that shows why a file was found. */
export interface Snippet {
  readonly line: number;
  readonly text: string;
}

const maxSnippets = 3;
const maxWidth = 200;

/** The lines that hold the most of the words, in their order in the text. */
export function snippetsOf(text: string, words: readonly Word[]): Snippet[] {
  const wanted = words.flatMap((word) => [word.text, ...word.parts]);
  const scored: { readonly line: number; readonly text: string; readonly score: number }[] = [];
  for (const [index, line] of text.split('\n', maxLines).entries()) {
    const lower = line.slice(0, maxWidth * 10).toLowerCase();
    const score = wanted.filter((word) => lower.includes(word)).length;
    if (score > 0) scored.push({ line: index + 1, text: line, score });
  }
  return scored
    .toSorted((one, other) => other.score - one.score || one.line - other.line)
    .slice(0, maxSnippets)
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, text: whole }) => ({ line, text: shorten(whole, wanted) }));
}

const maxLines = 100_000;

/** A long line is shown around the first word that it holds. */
function shorten(line: string, words: readonly string[]): string {
  const plain = line.trimEnd();
  if (plain.length <= maxWidth) return plain;
  const lower = plain.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0));
  const start = Math.max(0, Math.min(first - 40, plain.length - maxWidth));
  const shown = plain.slice(start, start + maxWidth).toWellFormed();
  return `${start > 0 ? '…' : ''}${shown}${start + maxWidth < plain.length ? '…' : ''}`;
}
