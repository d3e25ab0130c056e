import type { JsonValue } from '../schema/json-schema.ts';
import { problem } from './problem.ts';
import { required } from './required-input.ts';
import { capitalize, toCamelCase, toKebabCase, toPascalCase, toSnakeCase, toTitle } from './string-cases.ts';
import {
  escapeHtml,
  fromBase64,
  fromHex,
  fromUrl,
  toBase64,
  toHex,
  toUrl,
  unescapeHtml,
} from './string-encodings.ts';
import type { StringInput, StringOperation } from './string-parameters.ts';
import { graphemesOf, linesOf, wordsOf } from './string-segments.ts';
import { includesText, occurrencesOf } from './text-search.ts';

const maxCharacters = 1_000_000;
const maxMarks = 100;

export function runStringOperation(input: StringInput): JsonValue {
  const result = operations[input.operation](input);
  if (typeof result === 'string') checkLength(result.length);
  return result;
}

const operations: { readonly [Name in StringOperation]: (input: StringInput) => JsonValue } = {
  upper: (input) => textOf(input).toUpperCase(),
  lower: (input) => textOf(input).toLowerCase(),
  capitalize: (input) => capitalize(textOf(input)),
  title: (input) => toTitle(textOf(input)),
  trim: (input) => textOf(input).trim(),
  length: measure,
  reverse: (input) => graphemesOf(textOf(input)).toReversed().join(''),
  replace,
  split,
  join,
  slice,
  pad_start: (input) => padding(input) + textOf(input),
  pad_end: (input) => textOf(input) + padding(input),
  repeat,
  contains: (input) => includesText(textOf(input), searchOf(input)),
  starts_with: (input) => textOf(input).startsWith(searchOf(input)),
  ends_with: (input) => textOf(input).endsWith(searchOf(input)),
  index_of: indexOf,
  count: (input) => Array.from(occurrencesOf(filledSearchOf(input), textOf(input))).length,
  lines: (input) => linesOf(textOf(input)),
  words: (input) => wordsOf(textOf(input)),
  camel_case: (input) => toCamelCase(textOf(input)),
  pascal_case: (input) => toPascalCase(textOf(input)),
  snake_case: (input) => toSnakeCase(textOf(input)),
  kebab_case: (input) => toKebabCase(textOf(input)),
  base64_encode: (input) => toBase64(textOf(input)),
  base64_decode: (input) => fromBase64(textOf(input)),
  hex_encode: (input) => toHex(textOf(input)),
  hex_decode: (input) => fromHex(textOf(input)),
  url_encode: (input) => toUrl(textOf(input)),
  url_decode: (input) => fromUrl(textOf(input)),
  html_escape: (input) => escapeHtml(textOf(input)),
  html_unescape: (input) => unescapeHtml(textOf(input)),
  normalize,
};

function measure(input: StringInput): JsonValue {
  const text = textOf(input);
  return {
    characters: graphemesOf(text).length,
    code_points: codePointsIn(text),
    bytes: new TextEncoder().encode(text).length,
    words: wordsOf(text).length,
    lines: linesOf(text).length,
  };
}

function replace(input: StringInput): string {
  const { replacement } = input;
  const [text, search] = [textOf(input), filledSearchOf(input)];
  const places = Array.from(occurrencesOf(search, text));
  checkLength(text.length + places.length * (replacement.length - search.length));
  return piecesBetween(places, search, text).join(replacement);
}

function split(input: StringInput): readonly string[] {
  const { separator = ',' } = input;
  const text = textOf(input);
  if (separator === '') return graphemesOf(text);
  return piecesBetween(Array.from(occurrencesOf(separator, text)), separator, text);
}

function piecesBetween(places: readonly number[], separator: string, text: string): readonly string[] {
  const starts = [0, ...places.map((place) => place + separator.length)];
  return starts.map((start, index) => text.slice(start, places[index]));
}

function join(input: StringInput): string {
  const { separator = '' } = input;
  const texts = required(input, 'items').map(String);
  checkLength(texts.reduce((length, text) => length + text.length + separator.length, 0));
  return texts.join(separator);
}

function slice(input: StringInput): string {
  return Array.from(textOf(input)).slice(input.start, input.end).join('');
}

function padding(input: StringInput): string {
  const missing = Math.max(required(input, 'length') - codePointsIn(textOf(input)), 0);
  const fill = Array.from(input.fill);
  const rest = fill.slice(0, missing % fill.length).join('');
  return input.fill.repeat(Math.floor(missing / fill.length)) + rest;
}

function repeat(input: StringInput): string {
  const [text, count] = [textOf(input), required(input, 'count')];
  checkLength(text.length * count);
  return text.repeat(count);
}

function indexOf(input: StringInput): number {
  const text = textOf(input);
  if (searchOf(input) === '') return 0;
  const found = occurrencesOf(searchOf(input), text).next();
  return found.done === true ? -1 : codePointsIn(text.slice(0, found.value));
}

function normalize(input: StringInput): string {
  const text = textOf(input);
  // Sorting the marks on one letter takes quadratic time; UAX #15 calls 30 of them more than any language needs.
  for (const [marks] of text.matchAll(/\p{M}+/gu)) {
    if (marks.length > maxMarks) throw problem('too_many_marks', { limit: maxMarks });
  }
  return text.normalize(input.form);
}

function textOf(input: StringInput): string {
  return required(input, 'text');
}

function searchOf(input: StringInput): string {
  return required(input, 'search');
}

function filledSearchOf(input: StringInput): string {
  const search = searchOf(input);
  if (search === '') throw problem('empty_parameter', { operation: input.operation, parameter: 'search' });
  return search;
}

function codePointsIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function checkLength(length: number): void {
  if (length > maxCharacters) throw problem('too_much_output', { limit: maxCharacters, unit: 'characters' });
}
