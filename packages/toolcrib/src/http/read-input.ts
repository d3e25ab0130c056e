import {
  compileSchema,
  text,
  withSuggestions,
  type CompiledSchema,
  type JsonSchema,
  type JsonSchemaObject,
  type Locale,
} from '@toolcrib/core';
import { inline } from './contract/inline.ts';
import type { Operation } from './contract/operation.ts';
import { Problem, type RequestFault } from './problem.ts';

/** How deep a body may nest: a little more than the arguments of a call may. */
const maxDepth = 220;

/** What is needed to read the requests of an operation. */
export interface InputReader {
  /** What the request says, by name; throws a problem when that is not what the contract takes. */
  read(request: Request, path: { readonly [name: string]: string }, options: ReadOptions): Promise<object>;
}

interface ReadOptions {
  readonly maxBytes: number;
  readonly locale: Locale;
  /** Waits until a long body may be read; gives what says that it has been. */
  readonly enterLong: () => Promise<() => void>;
}

/** A body up to this size is read at once. */
const shortBytes = 65_536;

/** Schemas are compiled by the first request that needs them. */
export function createInputReader({ query, body }: Operation): InputReader {
  let checks: { readonly query: Check; readonly body: Check } | undefined;
  return {
    async read(request, path, { maxBytes, locale, enterLong }) {
      checks ??= {
        query: toCheck(closed(inline(query ?? { type: 'object' }))),
        body: toCheck(inline(body ?? { type: 'object' })),
      };
      const asked = readQuery(request.url, query);
      check(checks.query, asked, locale);
      if (body === undefined) return { ...asked, ...path };
      const length = request.headers.get('content-length');
      const leave = length !== null && Number(length) <= shortBytes ? undefined : await enterLong();
      try {
        const given = await readBody(request, maxBytes);
        check(checks.body, given, locale);
        return { ...(given as object), ...asked, ...path };
      } finally {
        leave?.();
      }
    },
  };
}

/** A parameter that nobody knows is a slip, and must not pass for a filter that was applied. */
function closed(schema: JsonSchemaObject): JsonSchemaObject {
  return { ...schema, properties: schema.properties ?? {}, additionalProperties: false };
}

interface Check {
  readonly schema: JsonSchemaObject;
  readonly validate: CompiledSchema['validate'];
}

function toCheck(schema: JsonSchemaObject): Check {
  return { schema, validate: compileSchema(schema).validate };
}

function check({ schema, validate }: Check, value: unknown, locale: Locale): void {
  const found = validate(value);
  if (found === undefined) return;
  const faults: RequestFault[] = found.map((problem) => {
    const problems = [withSuggestions(problem, fieldsAt(problem.path, schema))];
    return {
      path: problem.path,
      keyword: problem.keyword,
      message: text('invalid_arguments', { problems }, locale),
    };
  });
  throw new Problem('request_not_valid', { detail: faults.map(({ message }) => message).join(' ') }, faults);
}

/** The fields that an object at a place may have, such as `calls[0]`. */
function fieldsAt(path: string, schema: JsonSchemaObject): string[] {
  let found: JsonSchema | undefined = schema;
  for (const step of path.match(/[^.[\]]+/gu) ?? [])
    if (typeof found === 'object') found = found.properties?.[step] ?? [found.items].flat()[0];
  return typeof found === 'object' ? Object.keys(found.properties ?? {}) : [];
}

/** The query by the types that its schema names; what is not of its type stays text, and the check tells. */
function readQuery(url: string, schema: JsonSchemaObject | undefined): { [name: string]: unknown } {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const given = new URLSearchParams(url.slice(start + 1));
  const read: { [name: string]: unknown } = {};
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    const { type } = (schema?.properties?.[name] ?? {}) as { readonly type?: unknown };
    // Of two values for one thing none is taken.
    read[name] = type === 'array' || values.length > 1 ? values : toValue(values[0] as string, type);
  }
  return read;
}

function toValue(value: string, type: unknown): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(?:\.\d{1,15})?$/u.test(value))
    return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

async function readBody(request: Request, maxBytes: number): Promise<unknown> {
  const media = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const body = await readText(request, maxBytes);
  // Nothing at all is the same as an object with nothing in it.
  if (body === '') return {};
  if (media !== 'application/json') throw new Problem('media_not_supported', { media });
  if (isDeeper(body, maxDepth)) throw new Problem('body_too_deep', { depth: maxDepth });
  try {
    return JSON.parse(body) as unknown;
  } catch (error) {
    throw new Problem('not_json', { detail: (error as Error).message });
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const said = request.headers.get('content-length');
  if (said !== null) {
    if (Number(said) > maxBytes) throw new Problem('body_too_large', { bytes: maxBytes });
    // The parser of HTTP hands on no more than was said.
    return decode(new Uint8Array(await request.arrayBuffer()));
  }
  if (request.body === null) return '';
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new Problem('body_too_large', { bytes: maxBytes });
    pieces.push(piece);
  }
  return decode(Buffer.concat(pieces));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem('not_json', { detail: 'UTF-8' });
  }
}

/** Whether JSON nests deeper than that, told without building it. */
function isDeeper(json: string, most: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (isText) {
      if (character === backslash) at++;
      else if (character === quote) isText = false;
    } else if (character === quote) isText = true;
    else if (character === openBracket || character === openBrace) {
      if (++depth > most) return true;
    } else if (character === closeBracket || character === closeBrace) depth--;
  }
  return false;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];
