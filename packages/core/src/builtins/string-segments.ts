import { problem } from './problem.ts';

// Segmenting takes four milliseconds for 10,000 characters.
const maxSegmented = 50_000;

/** The characters as a reader counts them: an emoji with a skin tone is one. */
export function graphemesOf(text: string): readonly string[] {
  checkLength(text);
  // Plain ASCII needs no table and no time; \r is not in it, because \r\n is one character.
  if (/^[ -~\t\n]*$/u.test(text)) return text.split('');
  return segment(text, 'grapheme')?.map((part) => part.segment) ?? Array.from(text);
}

/** Words without the punctuation between them, also where a language writes no spaces. */
export function wordsOf(text: string): readonly string[] {
  checkLength(text);
  const parts = segment(text, 'word')?.filter((part) => part.isWordLike === true);
  return parts?.map((part) => part.segment) ?? text.match(/[\p{L}\p{N}\p{M}_'’]+/gu) ?? [];
}

export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/\r\n|\r|\n/u);
}

function checkLength({ length }: string): void {
  if (length > maxSegmented) throw problem('too_much_input', { limit: maxSegmented, unit: 'characters' });
}

function segment(text: string, granularity: 'grapheme' | 'word'): readonly Intl.SegmentData[] | undefined {
  // Small engines come without Intl.
  if (typeof Intl === 'undefined' || typeof Intl.Segmenter !== 'function') return undefined;
  return Array.from(new Intl.Segmenter('en', { granularity }).segment(text));
}
