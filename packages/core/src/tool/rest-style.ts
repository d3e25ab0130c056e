import type { JsonValue } from '../schema/json-schema.ts';
import type { RestStyle } from './rest.ts';

/** A name as it is, and its value as it is written after the `=`. */
export type Pair = readonly [name: string, value: string];

type Encode = (text: string) => string;

/**
 * One argument as names and values: `a=1`, `a=1&a=2`, `a=1,2`. The styles are those of OpenAPI, which are those of
 * RFC 6570. What is null is not written, nor is an empty list.
 */
export function toPairs(
  name: string,
  value: JsonValue | undefined,
  { style, explode }: RestStyle,
  encode: Encode,
): readonly Pair[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object' || style === 'json') return [[name, encode(toText(value))]];
  if (style === 'deepObject') return deepPairs(name, value, encode);
  const separator = separators[style ?? ''] ?? ',';
  if (Array.isArray(value)) {
    const items = (value as JsonValue[]).filter((item) => item !== null).map((item) => encode(toText(item)));
    if (explode || style === undefined) return items.map((item) => [name, item]);
    return items.length === 0 ? [] : [[name, items.join(separator)]];
  }
  if (style === undefined) return [[name, encode(toText(value))]];
  const members = membersOf(value as { readonly [name: string]: JsonValue });
  if (explode) return members.map(([key, member]) => [key, encode(toText(member))]);
  if (members.length === 0) return [];
  return [
    [
      name,
      members
        .flat()
        .map((part) => encode(toText(part)))
        .join(separator),
    ],
  ];
}

const separators: { readonly [style: string]: string } = { spaceDelimited: '%20', pipeDelimited: '%7C' };

/** One argument in a path: what stands in its place. Undefined when there is nothing to write. */
export function toPathPart(name: string, value: JsonValue, how: RestStyle): string | undefined {
  const { style, explode } = how;
  if (style === undefined || typeof value !== 'object')
    return prefixed(name, encodePart(toText(value)), style);
  const pairs = toPairs(name, value, how, encodePart);
  if (pairs.length === 0) return undefined;
  if (style === 'matrix') return pairs.map((pair) => `;${joinPair(pair)}`).join('');
  const named = explode && !Array.isArray(value);
  const parts = pairs.map(([key, part]) => (named ? `${encodePart(key)}=${part}` : part));
  return style === 'label' ? `.${parts.join('.')}` : parts.join(',');
}

function prefixed(name: string, text: string, style: RestStyle['style']): string {
  if (style === 'label') return `.${text}`;
  if (style !== 'matrix') return text;
  return text === '' ? `;${encodePart(name)}` : `;${joinPair([name, text])}`;
}

/** One argument in a header, where nothing is encoded. */
export function toHeaderValue(value: JsonValue, { style, explode }: RestStyle): string {
  if (typeof value !== 'object' || value === null || style === 'json') return toText(value);
  if (Array.isArray(value))
    return (value as JsonValue[])
      .filter((item) => item !== null)
      .map(toText)
      .join(style === undefined ? ', ' : ',');
  if (style === undefined) return toText(value);
  const members = membersOf(value as { readonly [name: string]: JsonValue });
  return members.map(([key, member]) => [key, toText(member)].join(explode ? '=' : ',')).join(',');
}

export function joinPair([name, value]: Pair): string {
  return `${encodePart(name)}=${value}`;
}

/** Everything but letters, digits and `-._~` is encoded; half a character, which no URL can say, is replaced. */
export function encodePart(text: string): string {
  if (!encoded.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const encoded = /[^\w.~-]/u;

export function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `a[b][c]=1`. For lists, of which OpenAPI says nothing, `a[]=1`, which most servers read; with objects in them, `a[0][b]`. */
function deepPairs(name: string, value: JsonValue, encode: Encode): Pair[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [[name, encode(toText(value))]];
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member, encode));
  return (value as JsonValue[]).flatMap((item, at) =>
    deepPairs(`${name}[${typeof item === 'object' ? at : ''}]`, item, encode),
  );
}

function membersOf(value: { readonly [name: string]: JsonValue }): [string, JsonValue][] {
  return Object.entries(value).filter(([, member]) => member !== null);
}
