import type { ProcessOutcome, Processes, RunRequest } from '../../fence/processes/processes.ts';

/** Runs a process for so many milliseconds at most. What it has said until then is not lost. */
export async function runForAWhile(
  processes: Processes,
  request: RunRequest & Required<Pick<RunRequest, 'onOutput'>> & { readonly signal: AbortSignal },
  milliseconds: number | undefined,
): Promise<ProcessOutcome & { readonly timedOut: boolean }> {
  if (milliseconds === undefined) return { ...(await processes.run(request)), timedOut: false };
  const startedAt = performance.now();
  const timeUp = AbortSignal.timeout(milliseconds);
  const heard = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const onOutput: RunRequest['onOutput'] = (stream, chunk) => {
    heard[stream].push(chunk);
    request.onOutput?.(stream, chunk);
  };
  const signal = AbortSignal.any([request.signal, timeUp]);
  try {
    return { ...(await processes.run({ ...request, signal, onOutput })), timedOut: false };
  } catch (error) {
    if (error !== timeUp.reason) throw error;
    return {
      exitCode: null,
      signal: 'SIGKILL',
      stdout: Buffer.concat(heard.stdout),
      stderr: Buffer.concat(heard.stderr),
      outputCut: false,
      durationMs: performance.now() - startedAt,
      cpuMs: undefined,
      peakMemoryBytes: undefined,
      timedOut: true,
    };
  }
}
