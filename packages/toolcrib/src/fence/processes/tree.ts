import type { Readable, Writable } from 'node:stream';

/** What to start, with everything that holds it. */
export interface Launch {
  /** The program that was asked for, for messages. */
  readonly program: string;
  readonly file: string;
  readonly arguments: readonly string[];
  readonly environment: { readonly [name: string]: string };
  readonly directory: string;
  /** Carried by every member of the tree. */
  readonly mark: string;
  /** What it waits to be told once it runs, when it is to become a program that starts no others. */
  readonly told?: readonly string[] | undefined;
}

/** A process and everything that comes from it. */
export interface Tree {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when nothing of the tree is left. */
  readonly ended: Promise<Ending>;
  end(): Promise<void>;
}

/** How a tree ended: what its first process said, and what all of it took. */
export interface Ending {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Undefined where the system does not tell. */
  readonly cpuMs: number | undefined;
  readonly peakMemoryBytes: number | undefined;
}
