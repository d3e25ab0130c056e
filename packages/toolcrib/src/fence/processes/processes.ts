import type { Readable, Writable } from 'node:stream';
import type { Usage } from '@toolcrib/core';

/**
 * How a process is held, from weakest to strongest. `checks`: its own session, a clean environment, caps. `namespaces`:
 * walls of user, process, network and mount namespaces, Landlock, and limits of the system. `bubblewrap`: the same with
 * walls by bubblewrap. `seatbelt`: on macOS, a profile of the system that says what may be read, written and reached.
 */
export type Layer = 'checks' | 'seatbelt' | 'namespaces' | 'bubblewrap';

export interface ProcessRequest {
  /** The program and its arguments; never a line for a shell to take apart. */
  readonly argv: readonly [program: string, ...given: string[]];
  /** Absolute, inside the project. */
  readonly directory: string;
  /** Added to the clean environment. */
  readonly environment?: { readonly [name: string]: string } | undefined;
  /** What it may write besides its own temporary folder. @default 'project' */
  readonly writes?: 'project' | 'nothing' | undefined;
  /** Folders outside the project that it may write as well, for programs that run no code of the project. @default none */
  readonly writesOutside?: readonly string[] | undefined;
  /** Folders outside the project that it must read, such as those of the program itself. */
  readonly reads?: readonly string[] | undefined;
  /** Folders in which its programs are looked for before those of the system. @default none */
  readonly programs?: readonly string[] | undefined;
  /** The same, behind those of the system. @default none */
  readonly morePrograms?: readonly string[] | undefined;
  /** Hosts by the allow-list, through the proxy; or no network at all. @default 'none' */
  readonly network?: 'none' | 'allow_list' | undefined;
  readonly limits?: Partial<ProcessLimits> | undefined;
  /** Hears what it took with all that came from it, once it has ended; not where the system does not tell. */
  readonly onUsage?: ((usage: Usage) => void) | undefined;
  /**
   * Whether it is a program of ours that starts no others and writes nothing. Such a one leaves nothing to look after, and
   * Landlock alone keeps it in the project: it runs at once where walls and a supervisor would take longer than its work.
   * @default false
   */
  readonly lone?: boolean | undefined;
}

export interface ProcessLimits {
  /** Seconds of CPU time of one process. @default 600 for what runs to its end, none for what goes on */
  readonly cpuSeconds: number;
  /** Bytes of memory of one process that no other has a part in. @default 4 GiB */
  readonly memoryBytes: number;
  /** Bytes of one file. @default 1 GiB */
  readonly fileBytes: number;
  /** Processes at a time, where they can be counted: behind walls. @default 512 */
  readonly processes: number;
}

export const defaultLimits: ProcessLimits = {
  cpuSeconds: 600,
  memoryBytes: 4 * 1024 ** 3,
  fileBytes: 1024 ** 3,
  processes: 512,
};

export interface RunRequest extends ProcessRequest {
  /** Ends everything the process has started when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Given on standard input, which is closed after it. @default nothing */
  readonly input?: Uint8Array | undefined;
  /** Bytes of standard output and error together; the process is ended when it writes more. */
  readonly maxOutputBytes?: number | undefined;
  readonly onOutput?: ((stream: 'stdout' | 'stderr', chunk: Buffer) => void) | undefined;
}

export interface ProcessOutcome {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** It wrote more than it was allowed to, and was ended for that. */
  readonly outputCut: boolean;
  readonly durationMs: number;
  /** Of the process and all that it waited for; undefined where the system does not tell. */
  readonly cpuMs: number | undefined;
  readonly peakMemoryBytes: number | undefined;
}

/** A process that goes on while we talk to it. */
export interface RunningProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<{ readonly exitCode: number | null; readonly signal: string | null }>;
  /** Ends it and everything that it has started. */
  end(): Promise<void>;
}

/** What to start, for those who start it themselves, such as a pseudo-terminal. */
export interface PreparedProcess {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly environment: { readonly [name: string]: string };
  readonly directory: string;
  /** Ends everything that was started from it, by the id of the first process. Also to be called after its own end. */
  end(pid: number): Promise<void>;
}

/** Starts processes inside the strongest layer that the machine has and the operator wants. */
export interface Processes {
  /** The layer that is really reached. The first to ask waits for a trial. */
  layer(): Layer;
  /** Runs a process to its end. Rejects only when it cannot be started or the signal is aborted. */
  run(request: RunRequest): Promise<ProcessOutcome>;
  start(request: ProcessRequest): Promise<RunningProcess>;
  prepare(request: ProcessRequest): Promise<PreparedProcess>;
  /** Ends everything that still runs. */
  close(): Promise<void>;
}
