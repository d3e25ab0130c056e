import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import type { CallArguments } from '../tool/call.ts';
import type { ToolOf } from './base-executor.ts';

interface Answered {
  readonly response: Response;
  readonly value: JsonValue;
  readonly given: CallArguments;
}

type Marker = readonly [name: string, value: string | number];

type NextArguments = Record<string, JsonValue>;

/**
 * The arguments that ask for the next page, where an answer says that there is one: in its `Link` header (RFC 8288) or in
 * one of the fields that APIs use for it. Nobody follows it by himself; whoever called may.
 */
export function nextPage(tool: ToolOf<'rest'>, answered: Answered): NextArguments | undefined {
  const { method, path } = tool.implementation;
  if (method !== 'GET' || path === undefined) return undefined;
  const link = linkToNext(answered.response.headers.get('link'));
  if (link !== undefined) return fromLink(link, tool, answered.given);
  for (const [key, value] of markersIn(answered.value)) {
    const isLink = typeof value === 'string' && /^(?:https?:)?\/|\?/u.test(value);
    const next = isLink ? fromLink(value, tool, answered.given) : fromToken(key, value, tool, answered.given);
    if (next !== undefined) return next;
  }
  return undefined;
}

function linkToNext(header: string | null): string | undefined {
  if (header === null || header.length > maxLength) return undefined;
  const next = header
    .split(/,\s*(?=<)/u)
    .find((link) => /;\s*rel="?(?:[^";]*\s)?next(?=[\s";]|$)/iu.test(link));
  return next?.slice(next.indexOf('<') + 1, next.indexOf('>'));
}

/** Where answers keep such fields besides their root. */
const holders =
  `meta metadata pagination paging page_info pageInfo links _links response_metadata cursors`.split(' ');

/** In the order in which they are believed: `after` may speak of this page, a `nextPageToken` does not. */
const markers =
  `next nextpagetoken nextcursor nexttoken nextpage nextpageurl nextlink nexturl odatanextlink continue
  continuationtoken pagetoken endcursor cursor after`.split(/\s+/u);

function markersIn(answer: JsonValue, depth = 0): Marker[] {
  if (!isObject(answer)) return [];
  const fields: { readonly [key: string]: JsonValue } = answer;
  if (fields['has_more'] === false || fields['hasNextPage'] === false) return [];
  const found: Marker[] = [];
  for (const key of Object.keys(fields)) {
    // Most answers have nothing of the kind.
    const marker = hint.test(key) ? plain(key) : '';
    const held = fields[key] as JsonValue;
    if (markers.includes(marker)) {
      const value = isObject(held) ? (held as { href?: JsonValue }).href : held;
      if (isMarker(value)) found.push([marker, value]);
    } else if (depth < 2 && isObject(held) && holders.includes(key))
      found.push(...markersIn(held, depth + 1));
  }
  return found.toSorted(([one], [other]) => markers.indexOf(one) - markers.indexOf(other));
}

/** Longer than this is no page, and would take its time to read. */
const maxLength = 16_384;

function isMarker(value: JsonValue | undefined): value is string | number {
  return (
    typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= maxLength)
  );
}

const hint = /next|cursor|token|continu|after/iu;

function plain(name: string): string {
  return name.replaceAll(/[^a-z]/giu, '').toLowerCase();
}

/** What the link says otherwise than this call did. */
function fromLink(link: string, tool: ToolOf<'rest'>, given: CallArguments): NextArguments | undefined {
  const url = URL.parse(link, 'http://nowhere.invalid');
  const next: NextArguments = {};
  for (const [name, text] of url?.searchParams ?? []) {
    const argument = argumentFor(name, tool);
    if (argument !== undefined) add(next, argument, text, tool, given);
  }
  return Object.keys(next).length === 0 ? undefined : next;
}

/** `nextPageToken` is for `pageToken` or `page_token`, and `next` for whatever this tool turns pages with. */
function fromToken(
  marker: string,
  value: string | number,
  tool: ToolOf<'rest'>,
  given: CallArguments,
): NextArguments | undefined {
  const own = marker.replace(/^(?:next|end)(?=.)/u, '');
  const wanted = marker === 'next' ? ['next', ...turning] : [own, marker, ...turning];
  const names = Object.keys((tool.parameters['properties'] as object | undefined) ?? {});
  const argument = wanted.map((want) => names.find((name) => plain(name) === want)).find(Boolean);
  const next: NextArguments = {};
  if (argument !== undefined) add(next, argument, String(value), tool, given);
  return Object.keys(next).length === 0 ? undefined : next;
}

const turning = ['cursor', 'pagetoken', 'after', 'continue', 'startingafter', 'nexttoken', 'page'];

function argumentFor(name: string, { implementation, parameters }: ToolOf<'rest'>): string | undefined {
  const known = implementation.parameters.find((one) => one.in === 'query' && one.name === name);
  if (known !== undefined) return known.argument;
  return Object.hasOwn((parameters['properties'] as object | undefined) ?? {}, name) ? name : undefined;
}

function add(
  next: NextArguments,
  argument: string,
  text: string,
  { parameters }: ToolOf<'rest'>,
  given: CallArguments,
): void {
  const before = Object.hasOwn(given, argument) ? given[argument] : undefined;
  if (before === text || JSON.stringify(before) === text) return;
  const properties = parameters['properties'];
  const schema = isObject(properties) ? ownValue(properties, argument) : undefined;
  const types = [isObject(schema) ? schema['type'] : undefined].flat();
  const isNumber = types.some((type) => type === 'integer' || type === 'number') && text.trim() !== '';
  next[argument] = isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}
