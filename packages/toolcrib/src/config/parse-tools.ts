import { createError, parseTool, type DefinitionProblem } from '@toolcrib/core';
import type { Path } from './config-place.ts';
import { isObject, leftOut, type ConfigReader } from './config-reader.ts';
import type { ConfiguredTool } from './config.ts';
import { knownKeys } from './known-keys.ts';

/** Reads the tools. One with a key that nobody knows is left out: the key might have been meant to restrict it. */
export function parseConfiguredTools(reader: ConfigReader): readonly ConfiguredTool[] {
  return reader.list('tools', (value, path) => {
    const known = refuseUnknownKeys(reader, path);
    const typed = reader.attempt(path, () => requireType(value));
    const tool = reader.attempt(path, () => parseTool(withKnownKeys(value, reader.source)));
    return known && typed && tool && { tool, place: reader.place(path) };
  });
}

/** Unknown keys are told already, each at its own line. */
function withKnownKeys(value: unknown, source: string): unknown {
  if (!isObject(value)) return value;
  const known: readonly string[] = knownKeys.tool;
  return { ...Object.fromEntries(Object.entries(value).filter(([key]) => known.includes(key))), source };
}

function refuseUnknownKeys(reader: ConfigReader, path: Path): boolean {
  const implementation = [...path, 'implementation'];
  const kind = reader.get([...implementation, 'type']);
  return [
    reader.refuseUnknown(path, knownKeys.tool, leftOut),
    reader.refuseUnknown([...path, 'annotations'], knownKeys.annotations, leftOut),
    // Of another kind we know nothing; whoever brings its executor does.
    isKind(kind) ? reader.refuseUnknown(implementation, knownKeys[kind], leftOut) : true,
    kind !== 'rest' || refuseUnknownInRest(reader, implementation),
  ].every(Boolean);
}

function refuseUnknownInRest(reader: ConfigReader, path: Path): boolean {
  const refuse = (known: readonly string[], ...place: Path): boolean =>
    reader.refuseUnknown([...path, ...place], known, leftOut);
  const keysOf = (...place: Path): string[] => Object.keys(Object(reader.get([...path, ...place])) as object);
  const alternatives = Array.isArray(reader.get([...path, 'auth'])) ? keysOf('auth').map(Number) : [];
  return [
    refuse(knownKeys.auth, 'auth'),
    ...alternatives.flatMap((one) =>
      keysOf('auth', one).map((at) => refuse(knownKeys.auth, 'auth', one, Number(at))),
    ),
    ...keysOf('parameters').map((at) => refuse(knownKeys.restParameter, 'parameters', Number(at))),
    ...keysOf('fields').map((name) => refuse(knownKeys.restField, 'fields', name)),
  ].every(Boolean);
}

const kinds = ['mock', 'builtin', 'internal', 'rest'] as const;

function isKind(kind: unknown): kind is (typeof kinds)[number] {
  return (kinds as readonly unknown[]).includes(kind);
}

/** In code the type of a tool may be its kind or left out; a configuration says that it is a function. */
function requireType(value: unknown): true {
  const { type, name } = isObject(value) ? value : { type: 'function' };
  if (type === 'function') return true;
  const problem: DefinitionProblem =
    type === undefined || type === null
      ? { kind: 'missing', field: 'type' }
      : { kind: 'not_one_of', field: 'type', allowed: ['function'] };
  throw createError('invalid_definition', {
    subject: typeof name === 'string' ? name : '?',
    problems: [problem],
  });
}
