import { createError, parseTool, type DefinitionProblem } from '@toolcrib/core';
import { isObject, leftOut, type ConfigReader, type Path } from './config-reader.ts';
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
    kind !== 'rest' || reader.refuseUnknown([...implementation, 'auth'], knownKeys.auth, leftOut),
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
