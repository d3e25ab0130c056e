import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Ending {
  readonly output: string;
  /** False when it failed or was killed. */
  readonly ok: boolean;
  readonly killed: boolean;
}

/** Runs a script of this folder in a process of its own, so that no measurement inherits another's heap. */
export function runScript(
  path: string,
  { flags = [], args = [], killAfter }: { flags?: string[]; args?: string[]; killAfter?: number } = {},
): Promise<Ending> {
  const script = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const child = spawn(process.execPath, [...flags, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let killed = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const timer =
    killAfter === undefined ? undefined : setTimeout(() => (killed = child.kill('SIGKILL')), killAfter);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ output, ok: code === 0, killed });
    });
  });
}
