import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { programFilesOf, type ProgramFiles, type StartedCommand } from '../fence/program-files.ts';

/** Program files by their paths from the project, each with the SHA-256 of its content. */
export interface ProgramDigests {
  readonly [path: string]: string;
}

/** A program file that is not the one that was accepted. */
export interface ProgramChange {
  readonly path: string;
  readonly change: 'new' | 'changed' | 'gone';
}

/** The files of the project that a source is started from. Looked at again only when one of them has changed. */
export class SourceProgram {
  readonly #started: StartedCommand;
  #known: Known | undefined;

  constructor(started: StartedCommand) {
    this.#started = started;
  }

  digests(): ProgramDigests {
    return this.#look().digests;
  }

  /** Whether there is more than is looked at. */
  get truncated(): boolean {
    return this.#look().files.truncated;
  }

  /** What no agent may write while the source is accepted. */
  protectedPaths(): readonly string[] {
    const { files, guarded, importable } = this.#look().files;
    // Python takes compiled modules from there without looking at their source.
    return [...files, ...guarded, ...importable.map((folder) => join(folder, '__pycache__'))];
  }

  #look(): Known {
    if (this.#known !== undefined && stampOf(this.#known.files) === this.#known.stamp) return this.#known;
    const files = programFilesOf(this.#started);
    // The stamp first: what changes while it is read is read again.
    const stamp = stampOf(files);
    this.#known = { stamp, files, digests: digestsOf(files, this.#started.project) };
    return this.#known;
  }
}

interface Known {
  readonly stamp: string;
  readonly files: ProgramFiles;
  readonly digests: ProgramDigests;
}

/** What differs from the files that were accepted. */
export function programChanges(
  accepted: ProgramDigests = {},
  now: ProgramDigests = {},
): readonly ProgramChange[] {
  const paths = [...new Set([...Object.keys(accepted), ...Object.keys(now)])].toSorted();
  return paths.flatMap((path): ProgramChange[] => {
    const [before, after] = [accepted, now].map((all) => (Object.hasOwn(all, path) ? all[path] : undefined));
    if (before === after) return [];
    return [{ path, change: before === undefined ? 'new' : after === undefined ? 'gone' : 'changed' }];
  });
}

function digestsOf({ files, importable }: ProgramFiles, project: string): ProgramDigests {
  const entries = [
    ...files.map((file) => [relative(project, file), digestOf(file)]),
    ...importable.map((folder) => [join(relative(project, folder), '*'), modulesDigest(folder)]),
  ];
  return Object.fromEntries(entries) as ProgramDigests;
}

function digestOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unreadable';
  }
}

/** The names of what can be imported: a new one could take the place of a module that lies elsewhere. */
function modulesDigest(folder: string): string {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isFile() || /\.(?:py[cdw]?|so)$/iu.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => /^\w/u.test(name) && name !== '__pycache__' && name !== 'node_modules')
    .toSorted();
  return createHash('sha256').update(names.join('\0')).digest('hex');
}

function stampOf({ files, guarded, importable }: ProgramFiles): string {
  return [...files, ...guarded, ...importable]
    .map((path) => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return `${stats?.ino} ${stats?.size} ${stats?.ctimeMs}`;
    })
    .join('\n');
}
