import { spawn } from 'node:child_process';

interface PlainRun {
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds until it is ended. @default 3000 */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a line in plain bash, as anybody may, with nothing of ours around it; gives what it says. */
export function runPlain(
  line: string,
  { directory, environment, limit = 3000, signal }: PlainRun,
): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['--norc', '--noprofile', '-c', line], {
      cwd: directory,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    const end = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    };
    const timer = setTimeout(end, limit);
    signal?.addEventListener('abort', end, { once: true });
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      resolve(said);
    };
    // What is left in the background may hold the output open: its end is not waited for.
    child.once('exit', () => setTimeout(finish, 20));
    child.once('error', finish);
  });
}
