import { createError } from './errors.ts';
import type { FieldReader } from './field-reader.ts';
import { copyJson, deepFreeze, isPlainObject } from './json.ts';
import { parseRest } from './parse-rest.ts';
import type { RestMethod } from './rest.ts';
import type { Annotations } from './safety.ts';
import type { Implementation, McpImplementation, ToolFunction, WasmImplementation } from './tool.ts';

interface ParsedImplementation {
  readonly value: Implementation;
  /** What the implementation itself tells about the tool, such as the method of a request. */
  readonly annotations: Partial<Annotations>;
}

/** Reads how a tool is implemented, kind by kind. */
export function parseImplementation(fields: FieldReader, tool: string): ParsedImplementation {
  // What a definition with `type: "function"` promises to carry.
  if (fields.get('type') === 'function') fields.requiredText('handler', 256);
  const implementation = fields.within('implementation');
  if (implementation === undefined) {
    fields.fault({ kind: 'missing', field: 'implementation' });
    return nothing;
  }
  const kind = implementation.text('kind', 64);
  if (kind === undefined || kind === '') {
    // Those who leave it out know it by the name that configurations give it.
    implementation.fault({ kind: 'missing', field: 'type' });
    return nothing;
  }
  if (kind === 'http') throw createError('http_not_supported', { tool });
  if (kind === 'rest') {
    const value = parseRest(implementation);
    return { value, annotations: annotationsOf(value.method) };
  }
  const value = Object.freeze(readKind(implementation, kind));
  return { value, annotations: value.kind === 'mcp' ? countedClaims(value) : {} };
}

const nothing: ParsedImplementation = { value: { kind: 'mock', response: null }, annotations: {} };

function readKind(fields: FieldReader, kind: string): Implementation {
  switch (kind) {
    case 'native':
      return { kind, run: requiredFunction(fields, 'run') };
    case 'builtin':
      return {
        kind,
        handler: fields.requiredText('handler', 256),
        run: fields.fn('run') as ToolFunction | undefined,
      };
    case 'internal':
      return { kind, handler: fields.requiredText('handler', 256) };
    case 'mcp':
      return {
        kind,
        server: fields.requiredText('server', 256),
        tool: fields.requiredText('tool', 256),
        ...(fields.get('claims') !== undefined && { claims: Object.freeze(fields.flags('claims')) }),
        ...(fields.flag('believed') === true && { believed: true }),
      };
    case 'wasm':
      return {
        kind,
        plugin: fields.requiredText('plugin', 256),
        digest: fields.requiredText('digest', 256),
        asks: (readForeign(fields) as WasmImplementation).asks,
      };
    case 'mock':
      return { kind, response: readResponse(fields) };
    default:
      // A kind that somebody else brings: its executor knows what to make of it.
      return { ...readForeign(fields), kind } as unknown as Implementation;
  }
}

function readForeign(fields: FieldReader): object {
  try {
    return ownCopy(fields.all(), 0) as object;
  } catch {
    fields.fault({ kind: 'wrong_type', field: '', expected: 'data_without_circles' });
    return {};
  }
}

/** Plain data is copied and frozen like the rest of a tool; a function or a client is handed on as it is. */
function ownCopy(value: unknown, depth: number): unknown {
  if (depth > 200) throw new RangeError('a circle');
  if (Array.isArray(value)) return Object.freeze(value.map((item) => ownCopy(item, depth + 1)));
  if (typeof value !== 'object' || value === null || !isPlainObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, ownCopy(member, depth + 1)]);
  return Object.freeze(Object.fromEntries(members));
}

function requiredFunction(fields: FieldReader, field: string): ToolFunction {
  const run = fields.fn(field);
  if (fields.get(field) === undefined) fields.fault({ kind: 'missing', field });
  return (run ?? (() => undefined)) as ToolFunction;
}

function readResponse(fields: FieldReader): null {
  const copy = fields.has('response') ? copyJson(fields.all()['response']) : undefined;
  if (copy === undefined) fields.fault({ kind: 'missing', field: 'mock_response' });
  else if (!copy.ok) fields.fault({ kind: 'wrong_type', field: 'mock_response', expected: 'json' });
  else return deepFreeze(copy.value) as null;
  return null;
}

/** What a server says against its own tool counts; what it says in its favour counts when a person believes it. */
function countedClaims({ claims = {}, believed = false }: McpImplementation): Partial<Annotations> {
  const { readOnly, destructive, idempotent } = claims;
  return {
    ...(readOnly !== undefined && (believed || !readOnly) && { readOnly }),
    ...(destructive !== undefined && (believed || destructive) && { destructive }),
    ...(idempotent !== undefined && (believed || !idempotent) && { idempotent }),
  };
}

/** RFC 9110: GET, HEAD and OPTIONS change nothing, PUT and DELETE may be repeated, DELETE destroys. */
function annotationsOf(method: RestMethod | undefined): Partial<Annotations> {
  switch (method) {
    case 'GET':
    case 'HEAD':
    case 'OPTIONS':
      return { readOnly: true };
    case 'PUT':
      return { idempotent: true };
    case 'DELETE':
      return { idempotent: true, destructive: true };
    case undefined:
      // Whoever calls may choose a method that changes things.
      return { readOnly: false };
    default:
      return {};
  }
}
