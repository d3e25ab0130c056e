import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';
import type { ProgramDigests } from './source-program.ts';
import type { SourceDefinition } from './tool-source.ts';

/** What was accepted of one source on this machine. */
export interface AcceptedSource {
  /** The digest of how it is reached. */
  readonly origin: string;
  /** The files that it was started from then. */
  readonly programs?: ProgramDigests | undefined;
  readonly tools: readonly AcceptedTool[];
}

export interface AcceptedTool {
  readonly version: string;
  readonly digest: string;
  readonly definition: SourceDefinition;
  /** Whether a person believes that it only reads, as its source says. Kept here alone: no lock can say so. */
  readonly believed?: boolean | undefined;
}

/** The files of a folder that only its owner reads, outside the project: nothing that works in the project can accept. */
export class AcceptedTools {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Undefined when nothing was accepted, and also when the file is not what was written: then it must be done again. */
  read(source: string): AcceptedSource | undefined {
    try {
      const value = JSON.parse(readFileSync(this.#file(source), 'utf8')) as AcceptedSource;
      return typeof value.origin === 'string' && Array.isArray(value.tools) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  write(source: string, accepted: AcceptedSource): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    replaceFile(this.#file(source), JSON.stringify(accepted), { mode: 0o600 });
  }

  remove(source: string): void {
    rmSync(this.#file(source), { force: true });
  }

  /** One after the other, also between processes: two who accept at once would each write without the other's. */
  async alone<T>(work: () => T): Promise<T> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, '.busy');
    while (!take(file)) await new Promise((resolve) => setTimeout(resolve, 20));
    try {
      return work();
    } finally {
      rmSync(file, { force: true });
    }
  }

  fileName(source: string): string {
    return `${encodeURIComponent(source)}.json`;
  }

  #file(source: string): string {
    return join(this.folder, this.fileName(source));
  }
}

/** The work is over in milliseconds; a mark that is older was left by somebody who was killed. */
const longest = 10_000;

function take(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < Date.now() - longest) rmSync(file, { force: true });
    return false;
  }
}
