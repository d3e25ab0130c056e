import { FileFault } from '../files/file-fault.ts';
import { isPlaceholder } from '../files/placeholder.ts';
import { readTextFile } from '../files/read-regular-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { SourceError } from './source-error.ts';
import type { SourceKind } from './tool-source.ts';
import { isObject } from './json-object.ts';

/** What the people of a project have accepted: `toolcrib.lock`, which belongs to the project and is shared with it. */
export interface Lock {
  readonly sources: { readonly [source: string]: LockedSource };
}

export interface LockedSource {
  readonly kind: SourceKind;
  readonly tools: { readonly [name: string]: LockedTool };
}

export interface LockedTool {
  readonly version: string;
  /** That of the tool with this version: SHA-256 of all that its definition says. */
  readonly digest: string;
}

const empty: Lock = { sources: {} };
/** A hundred thousand tools take about a quarter of this. */
const maxBytes = 50_000_000;

/** Without a file nothing is locked yet. One that cannot be read locks everything out: it may have said no. */
export function readLock(file: string): Lock {
  let text: string;
  try {
    text = readTextFile(file, { maxBytes });
  } catch (cause) {
    if (!(cause instanceof FileFault)) throw cause;
    const { problem } = cause;
    if (problem.kind === 'file_missing' || isPlaceholder(file)) return empty;
    throw new SourceError(file, { kind: 'lock_unreadable', problem }, { cause });
  }
  return parseLock(text, file);
}

/** Keys in order and one line for each tool, so that two people's changes seldom meet in one line. */
export function writeLock(file: string, { sources }: Lock): void {
  const parts = sorted(sources).map(([name, { kind, tools }]) => {
    const lines = sorted(tools).map(([tool, { version, digest }]) => {
      return `        ${JSON.stringify(tool)}: ${JSON.stringify({ version, digest })}`;
    });
    const body = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n      }`;
    return `    ${JSON.stringify(name)}: {\n      "kind": "${kind}",\n      "tools": ${body}\n    }`;
  });
  const all = parts.length === 0 ? '{}' : `{\n${parts.join(',\n')}\n  }`;
  replaceFile(file, `{\n  "lock_version": 1,\n  "sources": ${all}\n}\n`);
}

function sorted<T>(members: { readonly [name: string]: T }): (readonly [string, T])[] {
  return Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function parseLock(text: string, file: string): Lock {
  const fail = (detail: string, cause?: unknown): never => {
    throw new SourceError(file, { kind: 'source_invalid', detail }, { cause });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // Most often two people's changes that were left side by side.
    return fail((cause as Error).message, cause);
  }
  const { lock_version: version, sources } = (value ?? {}) as { lock_version?: unknown; sources?: unknown };
  if (version !== 1) return fail(`lock_version ${String(version)}`);
  if (!isObject(sources)) return fail('sources');
  for (const [name, source] of Object.entries(sources)) {
    const right =
      isObject(source) &&
      isObject(source['tools']) &&
      Object.values(source['tools']).every(
        (tool) => isObject(tool) && typeof tool['version'] === 'string' && typeof tool['digest'] === 'string',
      );
    if (!right) return fail(`sources.${name}`);
  }
  return { sources } as Lock;
}
