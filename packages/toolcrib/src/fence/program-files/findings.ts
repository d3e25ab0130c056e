import { dirname } from 'node:path';
import { isInside } from '../is-inside.ts';
import { walkPath } from '../path-walk.ts';
import { realFile } from './real-file.ts';

/** The files of a project that a program consists of. */
export interface ProgramFiles {
  /** Regular files whose content is executed or decides what is executed. Real paths, sorted. */
  readonly files: readonly string[];
  /** What must not be written besides: links on the way, folders of packages, names that would be found first. Sorted. */
  readonly guarded: readonly string[];
  /** Folders whose modules can be imported by name: a new one there could take the place of another. Sorted. */
  readonly importable: readonly string[];
  /** Whether there was more than is looked at. */
  readonly truncated: boolean;
}

/** Hostile projects are as large and as deep as they like. */
const limits = { files: 1000, guarded: 5000, bytes: 16_000_000, commands: 200, packages: 500 } as const;

/** Collects what lies in a project, up to a limit. */
export class Findings {
  readonly project: string;
  readonly #files = new Set<string>();
  readonly #guarded = new Set<string>();
  readonly #importable = new Set<string>();
  readonly #used = { bytes: 0, commands: 0, packages: 0 };
  #truncated = false;

  constructor(project: string) {
    this.project = project;
  }

  /** Adds the regular file at a path, with every link that leads there. Gives its real path, also outside the project. */
  addFile(path: string): string | undefined {
    const file = realFile(path);
    this.#addLinks(path);
    if (file === undefined) this.guard(path);
    else if (this.#isOwn(file)) this.#add(this.#files, file, limits.files);
    return file;
  }

  /** Adds what is to be neither written nor made: a folder with all that is in it, or a name that is free. */
  guard(path: string): void {
    this.#addLinks(path);
    const real = walked(path)?.path ?? path;
    if (this.#isOwn(real)) this.#add(this.#guarded, real, limits.guarded);
  }

  /** Adds a folder that modules are imported from by name. */
  addImportable(folder: string): void {
    if (this.#isOwn(folder)) this.#add(this.#importable, folder, limits.guarded);
  }

  /** Files as they are found; those that are added meanwhile come, too. */
  files(): Iterable<string> {
    return this.#files;
  }

  /** Whether there may be one more of it. */
  take(kind: 'bytes' | 'commands' | 'packages', amount = 1): boolean {
    this.#used[kind] += amount;
    const fits = this.#used[kind] <= limits[kind];
    this.#truncated ||= !fits;
    return fits;
  }

  result(): ProgramFiles {
    return {
      files: [...this.#files].toSorted(),
      guarded: outermost(this.#guarded).filter((path) => !this.#files.has(path)),
      importable: [...this.#importable].toSorted(),
      truncated: this.#truncated,
    };
  }

  #addLinks(path: string): void {
    for (const link of walked(path)?.links ?? [])
      if (this.#isOwn(link)) this.#add(this.#guarded, link, limits.guarded);
  }

  #add(found: Set<string>, path: string, most: number): void {
    if (found.size < most) found.add(path);
    else this.#truncated ||= !found.has(path);
  }

  #isOwn(path: string): boolean {
    return path !== this.project && isInside(this.project, path);
  }
}

/** A folder stands for all that is in it. */
function outermost(paths: ReadonlySet<string>): readonly string[] {
  const isWithin = (path: string): boolean => {
    for (let above = dirname(path); above !== dirname(above); above = dirname(above))
      if (paths.has(above)) return true;
    return false;
  };
  return [...paths].filter((path) => !isWithin(path)).toSorted();
}

function walked(path: string): ReturnType<typeof walkPath> | undefined {
  try {
    return walkPath('/', path);
  } catch {
    return undefined;
  }
}
