/** A value as a cell of CSV, by RFC 4180. What is neither text nor number stands in it as JSON. */
export function toCell(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = withoutFormulas(value.toWellFormed().replaceAll('\0', '\uFFFD'));
  return /[",;|\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A text in which no spreadsheet finds a formula: each place where a cell may begin and a sign of a formula follows gets an
 * apostrophe. A cell begins with the text, and also after a separator inside of it, because a spreadsheet that expects another
 * separator than the comma ignores our quotes. Blanks and quotes in front are skipped, as spreadsheets skip them. A text that
 * begins with a tab or a line break gets one as well: some importers drop these, and what follows begins the cell.
 */
export function withoutFormulas(text: string): string {
  return rewrite(text, (apostrophes) => `'${apostrophes}`);
}

/** The text as it was before: takes one apostrophe away wherever `withoutFormulas` puts one. */
export function withFormulas(text: string): string {
  return rewrite(text, (apostrophes) => apostrophes.slice(1));
}

const separators = new Set([';', '|', '\t', '\r', '\n']);
const dropped = new Set(['\t', '\r', '\n']);
const signs = new Set(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
/** Also what cannot be seen, such as a zero-width space. */
const blank = /[\p{White_Space}\p{Cf}\p{Cc}]/u;

/** Reads once from the beginning to the end: a pattern would take the square of the length for a text full of tabs. */
function rewrite(text: string, change: (apostrophes: string) => string): string {
  let written = '';
  let apostrophes = '';
  /** Where a cell may begin: at the beginning of the text, or after a separator. */
  let place: 'start' | 'separator' | 'inside' = 'start';
  for (const character of text) {
    if (separators.has(character)) {
      const isDropped = place === 'start' && dropped.has(character);
      written += (isDropped ? change(apostrophes) : apostrophes) + character;
      apostrophes = '';
      place = 'separator';
    } else if (place !== 'inside' && character === "'") {
      apostrophes += character;
    } else if (place !== 'inside' && signs.has(character)) {
      written += change(apostrophes) + character;
      apostrophes = '';
      place = 'inside';
    } else {
      const isSkipped = apostrophes === '' && (blank.test(character) || isQuote(character, place));
      written += apostrophes + character;
      apostrophes = '';
      if (!isSkipped) place = 'inside';
    }
  }
  return written + apostrophes;
}

/** At the beginning of a text a quote belongs to it, as in JSON; after a separator it may be taken for the quotes of a cell. */
function isQuote(character: string, place: 'start' | 'separator' | 'inside'): boolean {
  return character === '"' && place === 'separator';
}
