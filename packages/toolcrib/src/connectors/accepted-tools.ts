import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.ts';
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

  fileName(source: string): string {
    return `${encodeURIComponent(source)}.json`;
  }

  #file(source: string): string {
    return join(this.folder, this.fileName(source));
  }
}
