import { spawn } from 'node:child_process';

export interface RipgrepRequest {
  /** Only ours: what a model chooses stands behind `-e`, `--glob=` or `--`. */
  readonly options: readonly string[];
  /** Where it starts, absolute, without links. It follows none and never leaves it. */
  readonly directory: string;
  /** Files or folders, relative to the directory; an empty name is the directory itself. @default [''] */
  readonly paths?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What one entry ends with. */
  readonly separator: '\n' | '\0';
  /** One entry of the output, without its end. False ends the search. */
  readonly onEntry: (entry: string) => boolean;
}

export interface RipgrepEnding {
  /** What it has against the pattern, or could not read. */
  readonly complaint: string;
}

/** Without its configuration file, which could name a program to run for each file. */
const before = ['--no-config', '--color=never', '--hidden', '--no-require-git'];

/** The last word counts: no pattern of a model brings the folder .git back. */
const after = ['--glob=!.git', '--'];

/** An entry longer than this is not a line that anybody reads. */
const maxEntry = 1_000_000;

/** A command line holds this many characters on every system that we know. */
const maxCommandLine = 100_000;

/** Runs ripgrep and hands on what it prints, entry by entry, as it comes. */
export async function ripgrep(request: RipgrepRequest): Promise<RipgrepEnding> {
  let complaint = '';
  let stopped = false;
  const onEntry = (entry: string): boolean => {
    stopped ||= !request.onEntry(entry);
    return !stopped;
  };
  for (const paths of batches(request.paths ?? [''])) {
    complaint = (await runOnce({ ...request, paths, onEntry })) || complaint;
    if (stopped) break;
  }
  return { complaint };
}

function* batches(paths: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const path of paths) {
    if (length > maxCommandLine) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(path);
    length += path.length + 3;
  }
  if (batch.length > 0) yield batch;
}

/** What it has to complain about, once it has ended. */
async function runOnce(request: RipgrepRequest): Promise<string> {
  // It throws on import where the platform's own package is missing: only those who search are told.
  const { rgPath } = await import('@vscode/ripgrep');
  const { options, directory, paths = [''], signal } = request;
  signal?.throwIfAborted();
  // Named even when it is the directory itself: without a name it may take its standard input for the text.
  const given = [...before, ...options, ...after, ...paths.map((path) => `./${path}`)];
  const child = spawn(rgPath, given, { cwd: directory, env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  try {
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (complaint.length < 4000) complaint += text;
    });
    const reader = createEntryReader(request, stop);
    child.stdout.setEncoding('utf8').on('data', (text: string) => reader.take(text));
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', () => resolve());
    });
    signal?.throwIfAborted();
    reader.end();
    return complaint.trim();
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

interface EntryReader {
  take(text: string): void;
  end(): void;
}

function createEntryReader({ separator, onEntry }: RipgrepRequest, stop: () => void): EntryReader {
  let rest = '';
  let stopped = false;
  const tell = (entry: string): void => {
    if (stopped || onEntry(entry)) return;
    stopped = true;
    stop();
  };
  return {
    take(text) {
      const entries = (rest + text).split(separator);
      rest = (entries.pop() ?? '').slice(0, maxEntry);
      for (const entry of entries) tell(entry);
    },
    end() {
      if (rest !== '') tell(rest);
    },
  };
}
