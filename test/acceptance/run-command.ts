import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd: string;
  /** Nothing of the machine's own language or settings gets in. */
  readonly env?: { readonly [name: string]: string };
  readonly input?: string;
}

export const command = fileURLToPath(new URL('../../packages/toolcrib/bin/toolcrib.js', import.meta.url));

/** Runs the built `toolcrib` as a process of its own, without a terminal. */
export function runCommand(
  given: readonly string[],
  { cwd, env = {}, input = '' }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...given], { cwd, env: { LANG: 'C', ...env } });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}
