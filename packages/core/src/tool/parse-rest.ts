import { isObject } from '../schema/json-type.ts';
import type { FieldReader } from './field-reader.ts';
import {
  restBodyTypes,
  restMethods,
  restPlaces,
  restStyles,
  type RestAuth,
  type RestField,
  type RestImplementation,
  type RestParameter,
  type RestStyle,
} from './rest.ts';

/** Reads a request. `query`, `headerArguments` and a single `auth` are shorter spellings of what they become here. */
export function parseRest(fields: FieldReader): RestImplementation {
  return Object.freeze({
    kind: 'rest',
    baseUrl: readBaseUrl(fields),
    method: fields.oneOf('method', restMethods),
    path: fields.text('path', 4096),
    parameters: readParameters(fields),
    headers: fields.strings('headers'),
    body: fields.text('body', 256),
    bodyType: fields.oneOf('bodyType', restBodyTypes) ?? 'json',
    fields: readFields(fields.within('fields')),
    auth: readAuth(fields),
    idempotencyHeader: fields.text('idempotencyHeader', 256),
    maxBytes: fields.positive('maxBytes'),
  });
}

function readBaseUrl(fields: FieldReader): string | undefined {
  const url = fields.text('baseUrl', 4096);
  if (url !== undefined && !/^https?:\/\/[^/\s@]+(\/|$)/iu.test(url)) {
    fields.fault({ kind: 'wrong_type', field: 'baseUrl', expected: 'web_address' });
  }
  return url;
}

function readParameters(fields: FieldReader): readonly RestParameter[] {
  const listed = listOf(fields, 'parameters').map((item, index) =>
    readParameter(fields.inside(item, `parameters[${index}]`)),
  );
  const plain = { style: undefined, explode: false };
  const query = fields
    .texts('query')
    .map((name) => ({ name, in: 'query', argument: name, ...plain }) as const);
  const headers = Object.entries(fields.strings('headerArguments')).map(
    ([name, argument]) => ({ name, in: 'header', argument, ...plain }) as const,
  );
  if (!headers.every(({ name }) => isToken(name)))
    fields.fault({ kind: 'wrong_type', field: 'headerArguments', expected: 'header_name' });
  const all = [...listed, ...headers, ...query];
  return all.length === 0 ? none : Object.freeze(all.map((parameter) => Object.freeze(parameter)));
}

const none: readonly never[] = Object.freeze([]);

function readParameter(fields: FieldReader): RestParameter {
  const name = fields.requiredText('name', 256);
  const place = fields.oneOf('in', restPlaces);
  if (fields.get('in') === undefined) fields.fault({ kind: 'missing', field: 'in' });
  if ((place === 'header' || place === 'cookie') && !isToken(name))
    fields.fault({ kind: 'wrong_type', field: 'name', expected: 'header_name' });
  return {
    name,
    in: place ?? 'query',
    argument: fields.text('argument', 256) ?? name,
    ...readStyle(fields),
  };
}

/** OpenAPI writes members by themselves in the style `form` unless it is told otherwise, and together in all others. */
function readStyle(fields: FieldReader): RestStyle {
  const style = fields.oneOf('style', restStyles);
  return { style, explode: fields.flag('explode') ?? style === 'form' };
}

function readFields(group: FieldReader | undefined): RestImplementation['fields'] {
  if (group === undefined) return noFields;
  const read = Object.keys(group.all()).map((name): [string, RestField] => {
    const field = group.inside(group.all()[name], name);
    const { style, explode } = readStyle(field);
    const file = field.flag('file') ?? false;
    return [name, Object.freeze({ style, explode, file, media: readMedia(field) })];
  });
  return Object.freeze(Object.fromEntries(read));
}

const noFields: RestImplementation['fields'] = Object.freeze({});

/** It is written into the head of a part: a line break would start a head of its own. */
function readMedia(field: FieldReader): string | undefined {
  const media = field.text('media', 256);
  if (media === undefined || /^[\x20-\x7e]+$/u.test(media)) return media;
  field.fault({ kind: 'wrong_type', field: 'media', expected: 'header_value' });
  return undefined;
}

/** One credential, or a list of alternatives, each a list of credentials that go together. */
function readAuth(fields: FieldReader): RestImplementation['auth'] {
  const given = fields.get('auth');
  if (given === undefined) return none;
  if (!Array.isArray(given)) return together([readCredential(fields.inside(given, 'auth'))]);
  const alternatives = given.map((alternative: unknown, index) => {
    const place = `auth[${index}]`;
    if (!Array.isArray(alternative)) {
      fields.fault({ kind: 'wrong_type', field: place, expected: 'list' });
      return [];
    }
    return alternative.map((one: unknown, at) => readCredential(fields.inside(one, `${place}[${at}]`)));
  });
  return together(...alternatives);
}

function together(...alternatives: (RestAuth | undefined)[][]): RestImplementation['auth'] {
  const read = alternatives.map((one) => Object.freeze(one.filter((credential) => credential !== undefined)));
  return Object.freeze(read);
}

function readCredential(fields: FieldReader): RestAuth | undefined {
  const type = fields.oneOf('type', ['bearer', 'basic', 'api_key'] as const);
  if (fields.get('type') === undefined) fields.fault({ kind: 'missing', field: 'type' });
  if (type === undefined) return undefined;
  const secret = fields.requiredText('secret', 256);
  if (type === 'bearer') return Object.freeze({ type, secret });
  if (type === 'basic') return Object.freeze({ type, secret, username: fields.text('username', 1024) });
  const place = fields.oneOf('in', ['header', 'query', 'cookie'] as const) ?? 'header';
  const name = fields.requiredText('name', 256);
  if (place === 'cookie' && name !== '' && !isToken(name))
    fields.fault({ kind: 'wrong_type', field: 'name', expected: 'header_name' });
  return Object.freeze({ type, secret, name, in: place });
}

function listOf(fields: FieldReader, field: string): readonly unknown[] {
  const value = fields.get(field);
  if (value === undefined) return none;
  if (Array.isArray(value) && value.length <= 256 && value.every(isObject)) return value;
  fields.fault({ kind: 'wrong_type', field, expected: 'list_of_objects' });
  return none;
}

/** RFC 9110, 5.6.2: what names of headers and cookies are made of. */
function isToken(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/u.test(name);
}
