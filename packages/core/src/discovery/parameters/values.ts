import { formatMoment } from './date-format.ts';
import { cityOfNickname, completePlace, stateCode } from './places.ts';
import type { Slot } from './slots.ts';
import type { Span } from './span.ts';
import { translationsOf } from './translations.ts';
import { convert, unitOf } from './units.ts';
import { hasHan } from './words.ts';

/** A span as the value a slot wants, and how natural that is. */
export interface Read {
  readonly value: unknown;
  readonly fit: number;
}

const moneyWords =
  /\b(?:price|cost|budget|amount|salary|fee|income|revenue|payment|investment|loan|principal|value|deposit|balance|wage|rent|dollars?|usd|money|spend|expense)\b|价格|金额|费用|预算|工资|收入|成本|贷款|投资|元/iu;
const rateWords =
  /\b(?:rate|percent|percentage|ratio|probability|proportion|discount|interest|tax|tip|share|confidence|level|alpha|growth|yield|margin|fraction|volume|humidity|return)\b|率|百分比|比例|折扣|湿度|%/iu;

export function numberValue(slot: Slot, span: Span): Read | undefined {
  const read = span.kind === 'date' ? datePart(slot, span) : plainNumber(slot, span);
  if (read === undefined || typeof read.value !== 'number') return undefined;
  const { minimum, maximum } = slot.schema;
  if (slot.type === 'integer' && !Number.isInteger(read.value)) return undefined;
  if (
    (typeof minimum === 'number' && read.value < minimum) ||
    (typeof maximum === 'number' && read.value > maximum)
  )
    return undefined;
  return read;
}

function datePart({ name, kind, dateFormat }: Slot, { date }: Span): Read | undefined {
  const moment = date?.moment;
  if (moment === undefined) return undefined;
  if (dateFormat !== undefined && dateFormat.pattern.startsWith('epoch'))
    return { value: formatMoment(moment, dateFormat.pattern), fit: 2 };
  if (kind.name === 'year' && moment.year !== undefined) return { value: moment.year, fit: 1 };
  if (/month/iu.test(name) && moment.month !== undefined) return { value: moment.month, fit: 1 };
  if (/^day$|day_?of_?month/iu.test(name) && moment.day !== undefined) return { value: moment.day, fit: 1 };
  return /hour/iu.test(name) && moment.hour !== undefined ? { value: moment.hour, fit: 1 } : undefined;
}

function plainNumber(slot: Slot, { number, kind, text }: Span): Read | undefined {
  if (kind === 'quoted' && /^-?\d{1,15}(?:\.\d{1,10})?$/u.test(text))
    return { value: Number(text), fit: 0.5 };
  if (number === undefined) return undefined;
  const about = `${slot.name.replaceAll(/[_-]/gu, ' ')} ${slot.description}`;
  let { value } = number;
  let fit =
    (number.weak ? -0.5 : 0) -
    (number.ordinal ? 0.5 : 0) -
    (/\p{Script=Latin}{3}/u.test(text) && !/\d/u.test(text) ? 0.3 : 0);
  if (slot.kind.name === 'year') {
    if (value < 1000 || value > 2200) return undefined;
    return {
      value,
      fit:
        fit + (number.unit === undefined || /^(?:in|on|for|and|to|by|at|with)$/u.test(number.unit) ? 1.6 : 1),
    };
  }
  if (value >= 1900 && value <= 2100 && number.unit === undefined && Number.isInteger(value)) fit -= 0.3;
  if (number.percent) {
    fit += rateWords.test(about) ? 1.2 : -0.8;
    if (asFraction(slot)) value = Number((value / 100).toPrecision(12));
  } else if (number.money) fit += moneyWords.test(about) ? 1 : -0.15;
  const unit = number.unit === undefined ? undefined : unitOf(number.unit);
  if (unit !== undefined && slot.units.length > 0) {
    const same = slot.units.find(({ symbol }) => symbol === unit.symbol);
    const like = slot.units.find(({ dimension }) => dimension === unit.dimension);
    if (same !== undefined) fit += 1.2;
    else if (like !== undefined && number.rate === undefined) {
      value = convert(value, unit, like) ?? value;
      fit += 0.8;
    } else fit -= 0.8;
  }
  return { value, fit };
}

/** 5 % is 0.05 or 5: the slot's bounds and examples say which, then its words. */
function asFraction({ schema, type, description, examples, name }: Slot): boolean {
  if (type === 'integer') return false;
  if (typeof schema.maximum === 'number') return schema.maximum <= 1;
  const shown = [...examples, ...(description.match(/(?<![\w.])\d+\.\d+(?![\w.])/gu) ?? [])]
    .map(Number)
    .filter((one) => one > 0);
  if (shown.length > 0) return shown.every((one) => one < 1);
  if (/\b(?:decimal|fraction|between 0 and 1)\b|小数/iu.test(description)) return true;
  return !/percent|百分|%|humidity|volume/iu.test(`${name} ${description}`) && !hasHan(description);
}

export function stringValue(slot: Slot, span: Span): Read | undefined {
  const kind = slot.kind.name;
  if (span.kind === 'date' || (span.date !== undefined && slot.dateFormat !== undefined))
    return dateValue(slot, span);
  if (kind === 'date' || kind === 'time' || kind === 'moment')
    return span.kind === 'quoted' ? { value: span.text, fit: 0 } : undefined;
  if (kind === 'year') return yearValue(span);
  if (kind === 'place') return { value: placeValue(slot, span.text), fit: 0 };
  if (kind === 'currency') return { value: codeLike(slot, span.text, /^[A-Z]{3}$/u), fit: 0 };
  if (kind === 'phone' && span.kind === 'number' && span.text.length < 7) return undefined;
  if (span.kind === 'number' && !/\d/u.test(span.text)) return undefined;
  return { value: span.text, fit: 0 };
}

function yearValue(span: Span): Read | undefined {
  const year = span.date?.moment.year ?? span.number?.value;
  if (year === undefined) return span.kind === 'quoted' ? { value: span.text, fit: 0 } : undefined;
  return year >= 1000 && year <= 2200 ? { value: String(year), fit: 0.5 } : undefined;
}

function dateValue(slot: Slot, span: Span): Read | undefined {
  const moment = span.date?.moment;
  if (moment === undefined) return undefined;
  const kind = slot.kind.name;
  const hasDay = moment.month !== undefined;
  const hasTime = moment.hour !== undefined;
  const wants = slot.dateFormat ?? {
    pattern: defaultPattern(kind, hasDay, hasTime),
    day: kind !== 'time',
    time: kind === 'time' || kind === 'moment',
  };
  if (kind === 'year') return yearValue(span);
  if (slot.dateFormat === undefined && (kind === 'other' || kind === 'period' || kind === 'name'))
    return { value: span.text, fit: 0 };
  // Without a format a time is given as it was said.
  if (slot.dateFormat === undefined && kind === 'time' && hasTime && !hasHan(span.text))
    return { value: span.text, fit: 1 };
  if (wants.day && !hasDay)
    return { value: formatMoment(moment, hasTime ? 'HH:mm' : wants.pattern), fit: -1.5 };
  // A time said in 24 hours is not rewritten in twelve.
  const pattern =
    wants.pattern === 'hh:mm A' && !/[ap]\.?m|noon|上午|下午/iu.test(span.text) ? 'HH:mm' : wants.pattern;
  const value = formatMoment(moment, wants.time && !hasTime && !wants.day ? '' : pattern);
  if (value === undefined || value === '') return undefined;
  const fit = (wants.day === hasDay ? 0.5 : -1.5) + (wants.time === hasTime ? 0.5 : -0.7);
  return { value: slot.type === 'string' ? String(value) : value, fit };
}

function defaultPattern(kind: string, hasDay: boolean, hasTime: boolean): string {
  if (kind === 'time' || !hasDay) return 'HH:mm';
  return kind === 'moment' && hasTime ? 'YYYY-MM-DDTHH:mm:ss' : 'YYYY-MM-DD';
}

const asksForRegion =
  /[Cc]ity'?,? ?(?:and |& )?(?:the )?'?(?:[Ss]tate|[Cc]ountry)|\b[A-Z][a-z]+, [A-Z]{2}\b/u;

function placeValue({ name, description }: Slot, text: string): string {
  if (/\bstate\b/iu.test(name) && /abbreviat|two-letter|\b[A-Z]{2}\b/u.test(description))
    return stateCode(text) ?? text;
  if (isCityOnly(name, description)) return cityOfNickname(text.split(',')[0] ?? text);
  const abbreviated = /abbr|\b[A-Z][a-z]+, [A-Z]{2}\b/u.test(description);
  const country = /[Cc]ountry|, (?:UK|France|Japan|China|England)\b/u.test(description);
  return asksForRegion.test(description)
    ? completePlace(text, { abbreviated, country })
    : cityOfNickname(text);
}

function isCityOnly(name: string, description: string): boolean {
  return /\bcity\b/iu.test(name.replaceAll('_', ' ')) && !asksForRegion.test(description);
}

function codeLike({ description, examples }: Slot, text: string, shape: RegExp): string {
  const asked = examples.some((example) => shape.test(example)) || /\bcode\b|ISO/u.test(description);
  if (!asked) return text;
  return (
    translationsOf(text)
      .find((name) => shape.test(name.toUpperCase()))
      ?.toUpperCase() ?? text
  );
}

/** The members of a list as an array slot wants them; undefined when one does not fit. */
export function listValue(item: Slot, members: readonly Span[]): unknown[] | undefined {
  if (members.length === 0) return undefined;
  const values: unknown[] = [];
  for (const member of members) {
    const read =
      item.type === 'number' || item.type === 'integer'
        ? numberValue(item, member)
        : item.type === 'string'
          ? stringValue(item, member)
          : undefined;
    if (read === undefined) return undefined;
    values.push(read.value);
  }
  return values;
}
