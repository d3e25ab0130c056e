import { isDate, isDateTime, isDuration, isTime } from './format-time.ts';
import { isEmail, isHostname, isIpv4, isIpv6 } from './format-network.ts';
import {
  isIri,
  isJsonPointer,
  isRelativeJsonPointer,
  isUri,
  isUriReference,
  isUriTemplate,
} from './format-uri.ts';
import { type Check, noteProblem, spend } from './validation-run.ts';

/** The check of a `format`; undefined for the formats that only annotate. */
export function formatCheck(format: string): Check | undefined {
  const isText = textFormats.get(format);
  if (isText !== undefined) {
    return (value, run) => {
      if (typeof value !== 'string') return true;
      spend(run, 4 + (value.length >> 3));
      return isText(value) || noteProblem(run, 'format', format, value);
    };
  }
  const isNumber = numberFormats.get(format);
  if (isNumber === undefined) return undefined;
  return (value, run) =>
    typeof value !== 'number' || isNumber(value) || noteProblem(run, 'format', format, value);
}

const textFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', isTime],
  ['date-time', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['idn-email', (text: string) => text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text)],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['uri-template', isUriTemplate],
  ['iri', isIri],
  ['uuid', (text: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)],
  ['json-pointer', isJsonPointer],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['regex', isRegex],
]);

const numberFormats: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ['int32', (value: number) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31],
  ['int64', (value: number) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63],
]);

// The expression is only read here, never run: whether it is safe to run is not what the format asks.
function isRegex(text: string): boolean {
  if (text.length > 5_000) return false;
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
