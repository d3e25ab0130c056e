import type { JsonValue } from '../schema/json-schema.ts';
import { toPairs, toText, type Pair } from '../tool/rest-style.ts';
import type { RestField, RestImplementation } from '../tool/rest.ts';
import { toMultipart, type Part } from './multipart.ts';
import { wrongArgument } from './wrong-argument.ts';

export type RestBody = string | Uint8Array<ArrayBuffer>;

/** The body of a request from the arguments that are left, and its type in the headers unless they have one. */
export function toBody(
  rest: RestImplementation,
  left: ReadonlyMap<string, JsonValue>,
  headers: Headers,
): RestBody | undefined {
  const named = rest.body ?? (rest.path === undefined && left.has('body') ? 'body' : undefined);
  const value: JsonValue | undefined = named === undefined ? Object.fromEntries(left) : left.get(named);
  if (value === undefined || (named === undefined && left.size === 0)) return undefined;
  switch (rest.bodyType) {
    case 'json':
      setDefault(headers, 'application/json');
      return JSON.stringify(value);
    case 'text':
      setDefault(headers, 'text/plain; charset=utf-8');
      return toText(value);
    case 'form':
      setDefault(headers, 'application/x-www-form-urlencoded');
      return toForm(rest, fieldsOf(named, value));
    case 'multipart': {
      const { body, boundary } = toMultipart(toParts(rest, fieldsOf(named, value)));
      // Never another: without the boundary nobody can read it.
      headers.set('content-type', `multipart/form-data; boundary=${boundary}`);
      return body;
    }
    case 'binary':
      setDefault(headers, 'application/octet-stream');
      return fromBase64(named ?? 'body', value);
  }
}

function setDefault(headers: Headers, contentType: string): void {
  if (!headers.has('content-type')) headers.set('content-type', contentType);
}

type Field = readonly [name: string, value: JsonValue];

function fieldsOf(named: string | undefined, value: JsonValue): readonly Field[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongArgument(named ?? 'body', 'type', 'object', value);
  return Object.entries(value);
}

const plain: RestField = { style: undefined, explode: false, file: false, media: undefined };

function fieldOf({ fields }: RestImplementation, name: string): RestField {
  return (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? plain;
}

/** A list is written once for each item unless its field says otherwise; what is null is not written. */
function toForm(rest: RestImplementation, fields: readonly Field[]): string {
  return fields
    .flatMap(([name, value]): readonly Pair[] => toPairs(name, value, fieldOf(rest, name), encodeInForm))
    .map(([name, value]) => `${encodeInForm(name)}=${value}`)
    .join('&');
}

/** As browsers write forms: with `+` for a space. */
function encodeInForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function toParts(rest: RestImplementation, fields: readonly Field[]): Part[] {
  return fields.flatMap(([name, value]) => {
    const field = fieldOf(rest, name);
    const items = (Array.isArray(value) ? (value as JsonValue[]) : [value]).filter((item) => item !== null);
    return items.map((item) => (field.file ? toFile(name, item, field) : toPart(name, item, field)));
  });
}

function toPart(name: string, value: JsonValue, { media }: RestField): Part {
  const type = media ?? (typeof value === 'object' ? 'application/json' : undefined);
  return { name, type, content: type?.includes('json') ? JSON.stringify(value) : toText(value) };
}

/** A file is `{ text }` or `{ base64 }`, with a name of its own if it needs one. */
function toFile(name: string, value: JsonValue, { media }: RestField): Part {
  const file = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  const { text, base64, filename } = file as { readonly [key: string]: JsonValue | undefined };
  if (typeof text !== 'string' && typeof base64 !== 'string')
    throw wrongArgument(name, 'type', 'file', value);
  return {
    name,
    filename: typeof filename === 'string' ? filename : name,
    type: media ?? (typeof text === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream'),
    content: typeof text === 'string' ? text : fromBase64(name, base64 as string),
  };
}

function fromBase64(name: string, value: JsonValue): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(toText(value));
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    throw wrongArgument(name, 'format', 'base64', value);
  }
}
