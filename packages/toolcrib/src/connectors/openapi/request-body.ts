import type { JsonValue } from '@toolcrib/core';
import type { Documents, Located } from './documents.ts';
import { isObject, listAt, member, objectAt, textAt, type JsonObject } from '../json-object.ts';
import { goes, type WrittenSchema } from './write-schema.ts';
import { upgradeSchema } from './upgrade-schema.ts';

/** A property of a body that becomes an argument of its own. */
export interface BodyProperty {
  readonly schema: Located;
  readonly required: boolean;
}

const maxProperties = 100;
const maxParts = 50;

/**
 * The properties of a body that is an object and nothing else, so that they can stand beside the other arguments; undefined when
 * it is anything else: a list, a choice, an object of any names. Objects that are composed by `allOf` are taken together.
 */
export function bodyProperties(
  documents: Documents,
  schema: Located,
  composed: { left: number } = { left: maxParts },
): ReadonlyMap<string, BodyProperty> | undefined {
  const { value, file } = documents.follow(schema);
  // Parts can be made of parts, or of themselves.
  if (!isObject(value) || composed.left-- < 0) return undefined;
  const object = upgradeSchema(value);
  const isPlain =
    (object['type'] ?? 'object') === 'object' &&
    (object['additionalProperties'] ?? false) === false &&
    !['anyOf', 'oneOf', 'not', 'if', 'patternProperties', 'propertyNames'].some((key) =>
      Object.hasOwn(object, key),
    );
  if (!isPlain) return undefined;
  const found = new Map<string, BodyProperty>();
  for (const part of listAt(object, 'allOf')) {
    const more = bodyProperties(documents, { value: part, file }, composed);
    if (more === undefined) return undefined;
    for (const [name, property] of more) {
      if (found.has(name)) return undefined;
      found.set(name, property);
    }
  }
  const required = new Set(listAt(object, 'required'));
  for (const [name, property] of Object.entries(objectAt(object, 'properties'))) {
    if (found.has(name)) return undefined;
    if (goes(property, 'request'))
      found.set(name, { schema: { value: property, file }, required: required.has(name) });
  }
  for (const [name, property] of found)
    if (required.has(name)) found.set(name, { ...property, required: true });
  return found.size > maxProperties ? undefined : found;
}

/** What stands for a file: `text` for what can be read, `base64` for everything else. */
export const fileSchema: WrittenSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', description: 'Its content, when it is text.' },
    base64: { type: 'string', description: 'Its content, when it is not.' },
    filename: { type: 'string' },
  },
  additionalProperties: false,
};

/** Whether a field of a form is a file, or a list of files. */
export function isFile(documents: Documents, schema: Located, depth = 0): boolean {
  const { value, file } = documents.follow(schema);
  if (!isObject(value) || depth > 1) return false;
  if (member(value, 'type') === 'array')
    return isFile(documents, { value: member(value, 'items'), file }, depth + 1);
  const { format, type, contentMediaType, contentEncoding } = upgradeSchema(value);
  if (type !== undefined && type !== 'string') return false;
  return format === 'binary' || (contentMediaType !== undefined && contentEncoding === undefined);
}

/** How a field is written, in the terms of a REST tool; undefined when its value alone tells. */
export function fieldOf(encoding: JsonObject, file: boolean): { [key: string]: JsonValue } | undefined {
  const media = textAt(encoding, 'contentType')?.split(',', 1)[0]?.trim();
  const style = textAt(encoding, 'style');
  const explode = member(encoding, 'explode');
  const field = {
    ...(file && { file }),
    ...(media !== undefined && media !== '' && !media.includes('*') && { media }),
    ...(style !== undefined && { style }),
    ...(typeof explode === 'boolean' && { explode, style: style ?? 'form' }),
  };
  return Object.keys(field).length === 0 ? undefined : field;
}
