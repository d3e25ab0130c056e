import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ProcessRequest, RunningProcess } from '../fence/processes/processes.ts';
import type { Bench } from './bench.ts';
import { ignoreFilesAbove } from './ignore-files.ts';

export interface RipgrepRequest {
  /** Only ours: what a model chooses stands behind `-e`, `--type=` or `--`. */
  readonly options: readonly string[];
  /** Where it starts, absolute, without links. It follows none. */
  readonly directory: string;
  /** Files or folders, relative to the directory; an empty name is the directory itself. @default [''] */
  readonly paths?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onUsage?: ProcessRequest['onUsage'];
  /** What one entry ends with. */
  readonly separator: '\n' | '\0';
  /** One entry of the output, without its end. False ends the search. */
  readonly onEntry: (entry: string) => boolean;
  /** Called with each file or folder that it passes over because it is ignored, as it prints paths. */
  readonly onIgnored?: ((path: string) => void) | undefined;
}

export interface RipgrepEnding {
  /** What it has against the pattern or the options. A file that it cannot read is passed over. */
  readonly complaint: string;
}

/** Without its configuration file, which could name a program to run for each file. */
const before = [
  '--no-config',
  '--color=never',
  '--hidden',
  '--no-require-git',
  '--no-messages',
  '--regex-size-limit=20M',
];

/** The last word counts: no pattern of a model brings the folder .git back. */
const after = ['--glob=!.git', '--'];

/** An entry longer than this is given as far as it goes. */
const maxEntry = 16_000_000;

/** Characters of one command line, for the system's sake. */
const maxCommandLine = 100_000;

/** Milliseconds of work before others get their turn. */
const turn = 15;

/** Runs ripgrep inside the fence and hands on what it prints, entry by entry, as it comes. */
export async function ripgrep(
  request: RipgrepRequest,
  bench: Pick<Bench, 'files' | 'processes'>,
): Promise<RipgrepEnding> {
  let complaint = '';
  let stopped = false;
  const onEntry = (entry: string): boolean => {
    stopped = !request.onEntry(entry);
    return !stopped;
  };
  for (const paths of batches(request.paths ?? [''])) {
    complaint = (await runOnce({ ...request, paths, onEntry }, bench)) || complaint;
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
async function runOnce(
  { options, directory, paths = [], separator, signal, onUsage, onEntry, onIgnored }: RipgrepRequest,
  { files, processes }: Pick<Bench, 'files' | 'processes'>,
): Promise<string> {
  // It throws on import where the platform's own package is missing: only those who search are told.
  const { rgPath } = await import('@vscode/ripgrep');
  signal?.throwIfAborted();
  const running = await processes.start({
    // Named even when it is the directory itself: without a name it may take its standard input for the text.
    argv: [
      rgPath,
      ...before,
      ...(onIgnored === undefined ? [] : ['--debug']),
      ...options,
      ...after,
      ...paths.map((path) => `./${path}`),
    ],
    directory,
    writes: 'nothing',
    lone: true,
    reads: [dirname(rgPath), ...ignoreFilesAbove(files.root)],
    onUsage,
  });
  const stop = (): void => void running.end();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const complaining = readComplaints(running.stderr, onIgnored);
    if (await readThrough(running, separator, onEntry)) await running.exited;
    else await running.end();
    signal?.throwIfAborted();
    return (await complaining).trim();
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** False when it was told to stop before the end. */
async function readThrough(
  { stdin, stdout }: RunningProcess,
  separator: string,
  onEntry: (entry: string) => boolean,
): Promise<boolean> {
  stdin.end();
  const cut = createCutter(separator);
  let end = performance.now() + turn;
  try {
    for await (const chunk of stdout.setEncoding('utf8') as AsyncIterable<string>) {
      for (const entry of cut(chunk)) if (!onEntry(entry)) return false;
      if (performance.now() < end) continue;
      await setImmediate();
      end = performance.now() + turn;
    }
  } catch (error) {
    // The pipe breaks when the process is ended from outside.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
  const last = cut(separator).join('');
  return last === '' || onEntry(last);
}

/** Cuts a stream at the separators, chunk by chunk. What is too long loses its end. */
function createCutter(separator: string): (chunk: string) => string[] {
  let pieces: string[] = [];
  let length = 0;
  return (chunk) => {
    const entries = chunk.split(separator);
    if (length < maxEntry) pieces.push(entries[0] ?? '');
    length += entries[0]?.length ?? 0;
    if (entries.length === 1) return [];
    const rest = entries.pop() ?? '';
    entries[0] = pieces.join('');
    pieces = [rest];
    length = rest.length;
    return entries;
  };
}

/** The beginning of what it complains about. What it tells besides, for those who want to know, is no complaint. */
async function readComplaints(stream: Readable, onIgnored?: (path: string) => void): Promise<string> {
  const cut = createCutter('\n');
  let text = '';
  const take = (line: string): void => {
    const [, ignored] = (onIgnored && passedOver.exec(line)) ?? [];
    if (ignored !== undefined) onIgnored?.(ignored);
    else if (!line.startsWith('rg: DEBUG|') && text.length < 4000) text += `${line}\n`;
  };
  stream.setEncoding('utf8').on('data', (piece: string) => cut(piece).forEach(take));
  await new Promise((resolve) => stream.once('close', resolve));
  cut('\n').forEach(take);
  return text;
}

const passedOver = /^rg: DEBUG\|ignore::walk\|[^|]*?: ignoring (.*?): Ignore\(/u;
