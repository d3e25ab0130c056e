import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Something that is started, and ends by itself. */
export interface Program {
  readonly name: string;
  readonly args: readonly string[];
  readonly environment?: { readonly [name: string]: string };
}

const toolcrib = fileURLToPath(new URL('../../packages/toolcrib/bin/toolcrib.js', import.meta.url));
const peakMemory = fileURLToPath(new URL('./peak-memory.cjs', import.meta.url));

export const bareNode: Program = { name: 'node -e 0', args: ['-e', '0'] };

export const listTools: Program = { name: 'toolcrib list_tools', args: [toolcrib, 'list_tools'] };

/** As on the very first run, before Node has kept any compiled code. */
export const listToolsUncached: Program = {
  name: 'toolcrib list_tools, no compile cache',
  args: [toolcrib, 'list_tools'],
  environment: { NODE_DISABLE_COMPILE_CACHE: '1' },
};

/** Milliseconds from start to end. */
export function time(program: Program): number {
  const start = performance.now();
  run(program, program.args);
  return performance.now() - start;
}

/** The most memory that it held, in bytes. */
export function weigh(program: Program): number {
  return Number(run(program, ['--require', peakMemory, ...program.args]));
}

function run({ name, environment }: Program, args: readonly string[]): string {
  const { status, output, error } = spawnSync(process.execPath, args, {
    // A folder without a configuration.
    cwd: tmpdir(),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} failed`, { cause: error });
  return output[3] ?? '';
}
