import { finished } from 'node:stream/promises';
import type { ProcessOutcome, RunRequest } from './processes.ts';
import type { Tree } from './tree.ts';

type Watching = Pick<RunRequest, 'signal' | 'input' | 'onOutput'> & { readonly maxOutputBytes: number };

/** Follows a tree to its end and keeps what it writes. Rejects when the signal is aborted, after all of it is dead. */
export async function runTree(
  tree: Tree,
  { signal, input, onOutput, maxOutputBytes }: Watching,
): Promise<ProcessOutcome> {
  const startedAt = performance.now();
  const kept = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  let room = maxOutputBytes;
  let outputCut = false;
  const listen = (stream: 'stdout' | 'stderr'): void => {
    tree[stream].on('data', (chunk: Buffer) => {
      if (outputCut || signal?.aborted) return;
      const fitting = chunk.subarray(0, room);
      room -= fitting.length;
      outputCut = fitting.length < chunk.length;
      if (fitting.length > 0) {
        kept[stream].push(fitting);
        onOutput?.(stream, fitting);
      }
      if (outputCut) void tree.end();
    });
  };
  listen('stdout');
  listen('stderr');
  const abort = (): void => void tree.end();
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  tree.stdin.end(input);
  try {
    const { exitCode, signal: died, cpuMs, peakMemoryBytes } = await tree.ended;
    const durationMs = performance.now() - startedAt;
    await Promise.all([drained(tree.stdout), drained(tree.stderr)]);
    signal?.throwIfAborted();
    return {
      exitCode,
      signal: died,
      stdout: Buffer.concat(kept.stdout),
      stderr: Buffer.concat(kept.stderr),
      outputCut,
      durationMs,
      cpuMs,
      peakMemoryBytes,
    };
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** What was written before the end is still in the pipe. */
async function drained(stream: Tree['stdout']): Promise<void> {
  await finished(stream, { writable: false }).catch(() => undefined);
}
