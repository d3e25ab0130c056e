import type { ReasonWord } from '../reasons.ts';

const maxLength = 64 * 1024;

/** All but tab and newline: no plain command has them, and shells and terminals take some of them for their own. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\0-\x08\x0b-\x1f\x7f-\x9f]/u;

/** Letters, digits, marks and signs that can be seen; an emoji may carry its variation selector. */
const visible =
  /^(?:[[\p{L}\p{M}\p{N}\p{P}\p{S}]--\p{Default_Ignorable_Code_Point}--\u2800]|\p{ExtPict}\ufe0f)*$/v;

/** Deeper than this nobody writes, and the parser takes long. */
const maxNesting = 40;

/** What the characters of a command line already say, before anybody parses it. */
export function judgeCharacters(source: string): ReasonWord | undefined {
  if (source.length > maxLength) return 'too_long';
  if (control.test(source) || !source.isWellFormed()) return 'control_characters';
  if (['()', '[]', '{}'].some((pair) => isNested(source, pair))) return 'too_nested';
  return visible.test(source.replaceAll(/[\0-\x7f]+/gu, '')) ? undefined : 'unusual_characters';
}

function isNested(source: string, [open, close]: string): boolean {
  let depth = 0;
  for (const letter of source) {
    if (letter === open) depth++;
    if (letter === close && depth > 0) depth--;
    if (depth > maxNesting) return true;
  }
  return false;
}
