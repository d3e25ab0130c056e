import {
  chineseNumber,
  chineseNumeral,
  ordinalNumber,
  scaleOf,
  smallNumber,
  valueOfWords,
} from './numerals.ts';
import { leadingChineseUnit, unitOf } from './units.ts';
import { isHan } from './words.ts';

/** A number that stands in a text. */
export interface NumberSpan {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** The word right behind it: `miles`, `passengers`, `公里`; `%` for percents, a currency sign for money. */
  readonly unit?: string;
  readonly percent?: true;
  readonly money?: true;
  readonly ordinal?: true;
  /** Of a unit by another: 60 miles per hour. */
  readonly rate?: true;
  /** `one` and `一` more often mean "a" than a number. */
  readonly weak?: true;
}

const digits =
  /(?:\d{1,3}(?:,\d{3}){1,6}(?!\d)|\d{1,30})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3}(?![\p{L}\d]))?|\.\d{1,20}/uy;
const tail =
  /\s?(?:(thousand|million|billion|trillion|hundred|dozen)\b|(bn|mn|[kKMB])(?![A-Za-z])|([百千万萬亿億]+)(?![瓦米克卡赫帕伏字]))/uy;
const percentSign = /\s?(?:%|percent\b|per cent\b)/iuy;
const ordinalEnd = /(?:st|nd|rd|th)\b/iuy;
const unitWord = /[\s-]?([A-Za-z°]{1,24})/uy;
const moneyWord =
  /^(?:dollars?|usd|euros?|eur|pounds?|gbp|yen|jpy|cny|rmb|yuan|rupees?|inr|pesos?|bucks?)$/iu;
const chineseMoney = /\s?(人民币|美元|欧元|日元|英镑|港币|元|块钱|块)/uy;
const currencySigns = '$€£¥￥₹';

/** All numbers of a text, in order. Linear in the text. */
export function findNumbers(text: string): NumberSpan[] {
  const found: NumberSpan[] = [];
  let index = 0;
  while (index < text.length) {
    const span = numberAt(text, index);
    if (span === undefined) index++;
    else {
      found.push(span);
      index = span.end;
    }
  }
  return found;
}

function numberAt(text: string, index: number): NumberSpan | undefined {
  const character = text[index] as string;
  if (/[\d.]/u.test(character)) return digitsAt(text, index);
  if (text.startsWith('百分之', index)) return percentAt(text, index);
  if (chineseNumeral.includes(character)) return chineseAt(text, index);
  return /[A-Za-z]/u.test(character) && !/[\p{L}\p{N}_-]/u.test(text[index - 1] ?? ' ')
    ? wordsAt(text, index)
    : undefined;
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

function digitsAt(text: string, index: number): NumberSpan | undefined {
  const match = matchAt(digits, text, index);
  const before = text[index - 1] ?? ' ';
  if (match === null) return undefined;
  const glued =
    /[A-Za-z_^\d]/u.test(before) ||
    ((before === '.' || before === ':') && /[\w]/u.test(text[index - 2] ?? ' '));
  let end = index + match[0].length;
  let value = Number(match[0].replaceAll(',', ''));
  // Versions and addresses (1.2.3), times (10:30) and codes are no numbers, and are left whole.
  if (glued || /^(?:\.\d|:\d\d)/u.test(text.slice(end, end + 3))) return undefined;
  // '19 is a year, too.
  if (
    /^\d\d$/u.test(match[0]) &&
    /\s['’]$/u.test(text.slice(Math.max(0, index - 2), index)) &&
    !/^['’\p{L}]/u.test(text.slice(end, end + 1))
  ) {
    return { start: index - 1, end, value: value + (value < 40 ? 2000 : 1900) };
  }
  const start = signStart(text, index);
  if (start.negative) value = -value;
  const scale = matchAt(tail, text, end);
  if (scale !== null) {
    const written = scale[1] ?? scale[2] ?? scale[3] ?? '';
    value *= scale[3] === undefined ? (scaleOf(written) ?? 1) : (chineseNumber(written) ?? 1);
    value = Number(value.toPrecision(15));
    end += scale[0].length;
  }
  return withUnit(text, {
    start: start.index,
    end,
    value,
    ...(start.money ? { money: true, unit: start.money } : {}),
  });
}

function signStart(
  text: string,
  index: number,
): { index: number; negative: boolean; money: string | undefined } {
  let at = index;
  let money: string | undefined;
  if (currencySigns.includes(text[at - 1] ?? ' ')) money = text[--at];
  const sign = text[at - 1] ?? ' ';
  const negative = /[-−]/u.test(sign) && !/[\p{Script=Latin}\p{N})]/u.test(text[at - 2] ?? ' ');
  if (negative) at--;
  return { index: at, negative, money };
}

function withUnit(text: string, span: NumberSpan): NumberSpan | undefined {
  const percent = matchAt(percentSign, text, span.end);
  if (percent !== null) return { ...span, end: span.end + percent[0].length, percent: true, unit: '%' };
  const ordinal = matchAt(ordinalEnd, text, span.end);
  if (ordinal !== null) {
    const end = span.end + ordinal[0].length;
    return { ...span, end, ordinal: true, ...followingWord(text, end) };
  }
  const chinese = matchAt(chineseMoney, text, span.end);
  if (chinese !== null) {
    return { ...span, end: span.end + chinese[0].length, money: true, unit: chinese[1] as string };
  }
  const named = leadingChineseUnit(text.slice(span.end, span.end + 4).trimStart());
  if (named !== undefined) return { ...span, unit: named };
  if (forSome(text, span)) return { ...span, unit: 'people' };
  const word = matchAt(unitWord, text, span.end);
  if (word === null) return isHan(text[span.end]) ? { ...span, unit: text[span.end] as string } : span;
  const name = word[1] as string;
  const attached = word[0] === name;
  if (
    attached &&
    unitOf(name) === undefined &&
    !/^(?:am|pm|c|f|°\w?|ghz|mhz|hz|kwh|kw|w|v|usd|mph)$/iu.test(name)
  ) {
    return undefined;
  }
  if (span.unit !== undefined) return span;
  const rate = /^(?:\/|\sper\s|\^)/u.test(
    text.slice(span.end + word[0].length, span.end + word[0].length + 5),
  );
  return {
    ...span,
    unit: name.toLowerCase(),
    ...(moneyWord.test(name) ? { money: true } : {}),
    ...(rate ? { rate: true } : {}),
  };
}

/** "a table for two": nobody says of what, so it is people. */
function forSome(text: string, { start, end, unit }: NumberSpan): boolean {
  if (
    unit !== undefined ||
    !/\bfor (?:a party of |just |up to )?$/iu.test(text.slice(Math.max(0, start - 24), start))
  )
    return false;
  return /^(?:\s?[?.!,]|\s?$|\s(?:in|at|on|near|from|with|this|next|tomorrow|tonight|please)\b)/iu.test(
    text.slice(end, end + 12),
  );
}

function followingWord(text: string, end: number): { unit?: string } {
  const word = matchAt(unitWord, text, end);
  return word === null ? {} : { unit: (word[1] as string).toLowerCase() };
}

function chineseAt(text: string, index: number): NumberSpan | undefined {
  let end = index;
  while (end < text.length && end - index < 40 && chineseNumeral.includes(text[end] as string)) end++;
  // 三点五: the digits behind 点 stand one by one; with 分 or 半 behind them it would be a time.
  const written = text.slice(index, end);
  const point = decimalAt(text, index, end);
  const value = chineseNumber(written);
  if (value === undefined) return undefined;
  if (point !== undefined)
    return withUnit(text, { start: index, end: point.end, value: value + point.value });
  // 二 of 二氧化碳 counts nothing.
  if (written.length === 1 && isHan(text[end]) && !counters.test(text[end] as string)) return undefined;
  const ordinal = text[index - 1] === '第' ? { ordinal: true as const } : {};
  const weak = written === '一' ? { weak: true as const } : {};
  const counter = /^[个位名张本件次种款台条间]/u.test(text.slice(end, end + 1)) ? end + 1 : end;
  return withUnit(text, { start: index, end, value, ...ordinal, ...weak, ...counted(text, counter) });
}

/** 四点五 is 4.5 in a percentage or before a unit; elsewhere it is a time. */
function decimalAt(text: string, start: number, end: number): { value: number; end: number } | undefined {
  const match = /^点([零一二三四五六七八九]{1,8})/u.exec(text.slice(end, end + 9));
  if (match === null) return undefined;
  const last = end + match[0].length;
  const measured =
    text.slice(Math.max(0, start - 3), start) === '百分之' ||
    /^[%万亿元米公千克吨倍度]/u.test(text.slice(last, last + 1));
  if (!measured) return undefined;
  const digitsBehind = (match[1] as string).split('').map((one) => chineseNumber(one) ?? 0);
  return { value: Number(`0.${digitsBehind.join('')}`), end: last };
}

const counters =
  /[个口位名张本件次种款台条间年月日号点分元块天周星小时公里米厘毫千克斤吨度岁层杯瓶只头辆份套组对篇页人家场部美欧英折倍成季项级等以之左到至和与]/u;

function counted(text: string, index: number): { unit?: string } {
  const unit = leadingChineseUnit(text.slice(index, index + 3));
  return unit === undefined ? {} : { unit };
}

function percentAt(text: string, index: number): NumberSpan | undefined {
  const inner = numberAt(text, index + 3);
  return inner === undefined
    ? undefined
    : { start: index, end: inner.end, value: inner.value, percent: true, unit: '%' };
}

const wordPattern = /([A-Za-z]{1,12})(?:[\s-]|$)?/uy;

function wordsAt(text: string, index: number): NumberSpan | undefined {
  const words: string[] = [];
  let at = index;
  let end = index;
  while (words.length < 12) {
    const match = matchAt(wordPattern, text, at);
    if (match === null) break;
    const word = (match[1] as string).toLowerCase();
    const next = at + (match[1] as string).length;
    if (/[\p{L}\p{N}_]/u.test(text[next] ?? ' ')) break;
    const isNumber =
      smallNumber(word) !== undefined || (words.length > 0 && scaleOf(word) !== undefined && word.length > 2);
    if (!isNumber && !(words.length > 0 && word === 'and')) break;
    words.push(word);
    if (isNumber) end = next;
    at += match[0].length;
  }
  if (words.length === 0) return loneWordAt(text, index);
  while (words.at(-1) === 'and') words.pop();
  const value = valueOfWords(words);
  if (value === undefined) return undefined;
  const weak = words.length === 1 && words[0] === 'one' ? { weak: true as const } : {};
  return withUnit(text, { start: index, end, value, ...weak });
}

function loneWordAt(text: string, index: number): NumberSpan | undefined {
  const match = matchAt(wordPattern, text, index);
  const word = (match?.[1] ?? '').toLowerCase();
  const end = index + word.length;
  if (word === 'dozen' || word === 'hundred' || word === 'thousand' || word === 'million') {
    return withUnit(text, { start: index, end, value: scaleOf(word) ?? 1 });
  }
  if (word === 'twice') return { start: index, end, value: 2, unit: 'times' };
  if (word === 'couple' && /^\s+of\b/u.test(text.slice(end, end + 5)))
    return withUnit(text, { start: index, end: end + 3, value: 2 });
  const ordinal = ordinalNumber(word);
  if (ordinal === undefined) return undefined;
  return { start: index, end, value: ordinal, ordinal: true, weak: true, ...followingWord(text, end) };
}
