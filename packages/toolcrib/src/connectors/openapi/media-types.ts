import type { RestImplementation } from '@toolcrib/core';
import { isObject, member, type JsonObject } from '../json-object.ts';

export interface ChosenMedia {
  readonly type: string;
  readonly bodyType: RestImplementation['bodyType'];
  /** The media type object: `schema`, `encoding`. */
  readonly media: JsonObject;
}

/** The first of what we can write best: JSON, forms, texts, then anything as bytes. */
export function chooseMedia(content: unknown): ChosenMedia | undefined {
  if (!isObject(content)) return undefined;
  const known = Object.keys(content).map((type) => ({ type, bodyType: bodyTypeOf(type) }));
  const best = order.map((kind) => known.find(({ bodyType }) => bodyType === kind)).find(Boolean);
  if (best === undefined) return undefined;
  const media = member(content, best.type);
  return { ...best, media: isObject(media) ? media : {} };
}

const order = ['json', 'form', 'multipart', 'text', 'binary'] as const;

function bodyTypeOf(type: string): (typeof order)[number] {
  const plain = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/[/+]json$|^\*\/\*$|^application\/\*$/u.test(plain)) return 'json';
  if (plain === 'application/x-www-form-urlencoded') return 'form';
  if (plain.startsWith('multipart/')) return 'multipart';
  return /^text\/|[/+](?:xml|yaml|x-yaml|javascript|graphql|x-ndjson|jsonl|sql)$/u.test(plain)
    ? 'text'
    : 'binary';
}

/** Whether a media type must be said: it is another one than our way to write the body stands for. */
export function contentTypeOf({ type, bodyType }: ChosenMedia): string | undefined {
  if (bodyType === 'multipart' || type.includes('*')) return undefined;
  const plain = type.split(';', 1)[0]?.trim().toLowerCase();
  return plain === usual[bodyType] ? undefined : type;
}

const usual = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain',
  binary: 'application/octet-stream',
};
