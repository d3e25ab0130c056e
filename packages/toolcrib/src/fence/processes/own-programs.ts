import { accessSync, constants, realpathSync, statSync, type Stats } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isInside } from '../is-inside.ts';
import { needsOf, outermost, type Needs } from './installations.ts';
import type { ProcessRequest } from './processes.ts';
import { findProgram, isOfSystem } from './trusted-programs.ts';

/** A program that the user has installed for themselves, and what it needs to run. */
export interface OwnProgram extends Needs {
  readonly name: string;
  readonly path: string;
}

type Requirements = {
  readonly [K in 'environment' | 'programs' | 'morePrograms' | 'reads']: NonNullable<ProcessRequest[K]>;
};

/** What a process needs to find these programs, and they to run. */
export function requirementsOf(programs: readonly OwnProgram[]): Requirements {
  const foldersOf = (some: readonly OwnProgram[]): string[] => [
    ...new Set(some.map(({ path }) => dirname(path))),
  ];
  // Beside it may lie others by the names of the system's: they come first only where this one is meant in place of it.
  const { before = [], after = [] } = Object.groupBy(programs, ({ name }) =>
    findProgram(name) === undefined ? 'after' : 'before',
  );
  return {
    environment: Object.fromEntries(programs.flatMap(({ environment }) => Object.entries(environment))),
    programs: foldersOf(before),
    morePrograms: foldersOf(after),
    reads: outermost([...new Set(programs.flatMap(({ reads }) => reads))]),
  };
}

export interface OwnPlaces {
  /** The project: what lies in it is nobody's own program. */
  readonly root: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

/** Finds a program on the user's own `PATH`. Undefined when the first one there is the system's, or there is none. */
export type OwnPrograms = (name: string) => OwnProgram | undefined;

export function createOwnPrograms({ root, environment }: OwnPlaces): OwnPrograms {
  const known = new Map<string, OwnProgram | undefined>();
  const folders = (environment['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isInside(root, folder));
  return (name) => {
    if (!/^[\w.+@-]+$/u.test(name)) return undefined;
    if (!known.has(name)) known.set(name, findIn(folders, name, { root, environment }));
    return known.get(name);
  };
}

function findIn(folders: readonly string[], name: string, places: OwnPlaces): OwnProgram | undefined {
  const folder = folders.find((each) => isExecutable(join(each, name)));
  if (folder === undefined || isOfSystem(folder)) return undefined;
  const path = join(folder, name);
  const real = realpathSync(path);
  const isSafe = [folder, path, dirname(real), real].every((each) => isOwn(statSync(each)));
  if (!isSafe || isInside(places.root, real) || isInside(places.root, realpathSync(folder))) return undefined;
  const { reads, environment } = needsOf(path, places.environment);
  // A folder that the project lies in would bring everything beside the project along.
  return { name, path, reads: reads.filter((each) => !isInside(each, places.root)), environment };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether nobody else could have put it there. */
function isOwn({ uid, mode }: Stats): boolean {
  const self = process.getuid?.();
  return (self === undefined || uid === self || uid === 0) && (mode & 0o002) === 0;
}
