import { sumsIn } from '../sums.ts';
/** Values that are known by their shape: quoted text, addresses, paths, codes, JSON. */
export interface Literal {
  readonly start: number;
  readonly end: number;
  readonly kind: 'quoted' | 'url' | 'email' | 'path' | 'code' | 'phone' | 'json' | 'formula';
  readonly value: string;
  readonly json?: unknown;
}

const closing: Readonly<Record<string, string>> = {
  '"': '"',
  '`': '`',
  '“': '”',
  '”': '”',
  '‘': '’',
  '「': '」',
  '『': '』',
  '《': '》',
  "'": "'",
};
const maxQuote = 4000;

/** Text in quotation marks. One that is never closed runs to the end of its sentence. */
export function findQuoted(text: string): Literal[] {
  const found: Literal[] = [];
  let index = 0;
  while (index < text.length) {
    const mark = text[index] as string;
    const close = Object.hasOwn(closing, mark) ? closing[mark] : undefined;
    if (close === undefined || (mark === "'" && !opensQuote(text, index))) {
      index++;
      continue;
    }
    const end = closingAt(text, index + 1, close);
    const value = text.slice(index + 1, end).trim();
    if (value === '') {
      index++;
      continue;
    }
    found.push({ start: index, end: Math.min(end + 1, text.length), kind: 'quoted', value });
    index = end + 1;
  }
  return found;
}

function opensQuote(text: string, index: number): boolean {
  return (
    !/[A-Za-z0-9]/u.test(text[index - 1] ?? ' ') &&
    /\S/u.test(text[index + 1] ?? ' ') &&
    closingAt(text, index + 1, "'") < text.length
  );
}

function closingAt(text: string, from: number, close: string): number {
  const at = close === "'" ? apostropheAt(text, from) : text.indexOf(close, from);
  return at >= 0 && at - from <= maxQuote ? at : text.length;
}

/** An apostrophe inside a word closes nothing: 'Son's goal'. */
function apostropheAt(text: string, from: number): number {
  let at = text.indexOf("'", from);
  while (at >= 0 && /[\p{L}\p{N}]/u.test(text[at + 1] ?? ' ')) at = text.indexOf("'", at + 1);
  return at;
}

const shapes: readonly (readonly [Literal['kind'], RegExp])[] = [
  ['url', /\b(?:https?|ftp|wss?|file):\/\/[^\s<>"'`，。；）)]{1,2000}/giu],
  ['url', /\bwww\.[^\s<>"'`，。；）)]{1,500}/giu],
  ['email', /(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}/gu],
  [
    'path',
    /(?<![\w/~.])(?:~|\.{1,2})?\/(?:[\w.@+-]{1,100}\/?){1,40}|(?<![\w\\])[A-Za-z]:\\[^\s"'<>|，。]{1,300}/gu,
  ],
  ['path', /(?<![\w/.])[\w-]{1,60}(?:\/[\w.-]{1,60}){1,12}\.[A-Za-z]\w{0,7}(?!\w)/gu],
  ['path', /(?<!\S)(?:[\w.-]{1,60}\/){0,8}[\w.-]{0,60}\*[\w./*{},-]{0,60}/gu],
  ['code', /(?<![\w.])\d{1,3}(?:\.\d{1,3}){2,3}(?!\w)(?!\.\d)/gu],
  ['phone', /(?<![\w.+])\+?\(?\d{1,4}\)?[-\s]\d{3,4}[-\s]\d{3,4}(?:[-\s]\d{2,4})?(?![\w-])/gu],
  [
    'path',
    /(?<![\w/])[\w-]{1,80}\.(?:txt|csv|json|xml|ya?ml|pdf|docx?|xlsx?|pptx?|md|html?|js|ts|py|java|c|cpp|go|rs|sh|sql|log|png|jpe?g|gif|svg|mp3|mp4|wav|m4a|avi|mov|zip|tar|gz|ini|cfg|conf|db|bin|exe|dat)(?![\w])/giu,
  ],
  [
    'code',
    /(?<![\w])(?:[A-Za-z0-9-]{1,40}\.){1,5}(?:com|org|net|io|cn|edu|gov|dev|app|co|ai|uk|de|info)(?![\w])/giu,
  ],
  [
    'formula',
    /(?<![\w^])(?:[\d.]*[a-z](?:\^|\*\*)\d+|[\d.]+[a-z](?![a-z]))(?:\s?[-+*/]\s?(?:[\d.]*[a-z](?:(?:\^|\*\*)\d+)?|[\d.]+))*(?:\s?=\s?-?\d+(?:\.\d+)?)?(?![\w])/gu,
  ],
  [
    'code',
    /(?<![\w@])(?=[\w/-]{0,63}\d)(?=[\w/-]{0,63}[A-Za-z])[A-Za-z0-9]{1,64}(?:[-_/][A-Za-z0-9]{1,64}){0,8}(?:\.\d{1,4})?(?![\w@])/gu,
  ],
  ['code', /(?<![\w@'])[A-Z]{2,}(?:[-_/][A-Z0-9]{1,40}){1,6}(?![\w@])/gu],
  ['code', /(?<![\w@'])[a-z]{2,40}(?:_[a-z0-9]{1,40}){1,8}(?![\w@])/gu],
];

/** Everything with a telling shape; of two in one place the first kind of the list. */
export function findShapes(text: string): Literal[] {
  const found: Literal[] = sumsIn(text).map(({ start, end, expression }) => ({
    start,
    end,
    kind: 'formula',
    value: expression,
  }));
  for (const [kind, pattern] of shapes) {
    for (const match of text.matchAll(pattern)) {
      const value = kind === 'url' || kind === 'path' ? match[0].replace(/[.,;:!?'"]+$/u, '') : match[0];
      const [start, end] = [match.index, match.index + value.length];
      if (value.length < 2 || (kind === 'code' && isPlain(value))) continue;
      if (!found.some((other) => start < other.end && other.start < end))
        found.push({ start, end, kind, value });
    }
  }
  return found;
}

/** Ordinals, decades and numbers with a unit are written so, too, and are no codes. */
function isPlain(value: string): boolean {
  return /^(?:\d+(?:st|nd|rd|th|s|am|pm|k|m|b|km|cm|mm|kg|g|lb|ms|s|h|min|mb|gb|%|year|years|day|days|hour|minute|month|week)(?:-[a-z]+)*|\d+-[a-z]+(?:-[a-z]+)?|[a-z]+-\d+-[a-z]+)$/iu.test(
    value,
  );
}

/** Arrays and objects written as JSON. */
export function findJson(text: string): Literal[] {
  const found: Literal[] = [];
  let index = 0;
  let tries = 0;
  while (index < text.length && tries < 50) {
    const character = text[index];
    if (character !== '[' && character !== '{') {
      index++;
      continue;
    }
    tries++;
    const end = balancedEnd(text, index);
    const json = end === undefined ? undefined : parsed(text.slice(index, end));
    if (end === undefined || json === undefined) index++;
    else {
      found.push({ start: index, end, kind: 'json', value: text.slice(index, end), json });
      index = end;
    }
  }
  return found;
}

function balancedEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let index = start; index < Math.min(text.length, start + 8000); index++) {
    const character = text[index] as string;
    if (character === '[' || character === '{') depth++;
    else if ((character === ']' || character === '}') && --depth === 0) return index + 1;
  }
  return undefined;
}

function parsed(text: string): unknown {
  for (const candidate of [text, text.replaceAll("'", '"')]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The other spelling is tried, then it is plain text.
    }
  }
  return undefined;
}
