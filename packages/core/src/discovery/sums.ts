/** Something to be worked out, where it stands, and as it is written for a calculator. */
export interface Sum {
  readonly start: number;
  readonly end: number;
  readonly expression: string;
}

const number = String.raw`(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,15})(?:\.\d{1,12})?`;
const percent = String.raw`\s?(?:%|％|percent\b|per cent\b)`;
const operand = String.raw`\({0,3}\s?-?${number}(?:${percent})?\s?\){0,3}`;
/** A minus and a slash stand between blanks: without them it may be a date, a path or a range. */
const operator = String.raw`\s{0,3}(?:\*\*|[+*×÷^]|(?<=\s)[-/](?=\s)|plus\b|minus\b|times\b|multiplied by\b|divided by\b|(?<=[%％]\s?|cent\s)of\b|加上?|减去?|乘以?|除以)\s{0,3}`;
const sums = new RegExp(String.raw`(?<![\w.^])${operand}(?:${operator}${operand}){1,20}(?!\w|\.\d)`, 'giu');
/** 250的12% */
const shares = new RegExp(String.raw`(?<![\w.])(${number})\s?的\s?(${number})\s?[%％]`, 'giu');

/** The sums that a text asks for, in digits: `(3 + 4) * 2`, 12% of 250, 3 plus 4, 250的12%. */
export function sumsIn(text: string): Sum[] {
  const found = Array.from(text.matchAll(sums), ({ 0: said, index }) => sumAt(index, said, plain(said)));
  for (const { 0: said, 1: whole = '', 2: share = '', index } of text.matchAll(shares))
    found.push(sumAt(index, said, plain(`${whole} * ${share}%`)));
  return found.filter(({ expression }) => isBalanced(expression));
}

function sumAt(index: number, said: string, expression: string): Sum {
  const start = index + said.length - said.trimStart().length;
  return { start, end: index + said.trimEnd().length, expression };
}

function plain(said: string): string {
  return said
    .replaceAll(/(?<=\d),(?=\d{3})/gu, '')
    .replaceAll(/\s?(?:％|percent\b|per cent\b)/giu, '%')
    .replaceAll(/×|\btimes\b|\bmultiplied by\b|\bof\b|乘以?/giu, '*')
    .replaceAll(/÷|\bdivided by\b|除以/giu, '/')
    .replaceAll(/\bplus\b|加上?/giu, '+')
    .replaceAll(/\bminus\b|减去?/giu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

function isBalanced(expression: string): boolean {
  let open = 0;
  for (const sign of expression) {
    if (sign === '(') open++;
    if (sign === ')' && --open < 0) return false;
  }
  return open === 0;
}
