import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../packages/toolcrib/bin/toolcrib.js', import.meta.url));

/** A tool that answers, one that asks first, and nothing that a random call could do harm with. */
const config = {
  tools: [
    {
      name: 'hello',
      description: 'Says hello.',
      type: 'function',
      handler: 'hello',
      parameters: { type: 'object', properties: { name: { type: 'string' }, times: { type: 'integer' } } },
      implementation: { type: 'mock', mock_response: 'hello' },
    },
  ],
  agents: { coder: { permission: 'admin' } },
  rules: ['Bash', 'Terminal', 'Git', 'Write', 'Edit', 'LSP'].map((tool) => ({ tool, decision: 'deny' })),
  defaults: { timeout: 1000, approval_timeout: 200, retries: 0 },
};

/** The command in a project of its own. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** What it has told on standard error. */
  readonly told: () => string;
  readonly close: () => Promise<void>;
}

export function startCommand(given: readonly string[]): RunningCommand {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-fuzz-')));
  writeFileSync(join(project, 'toolcrib.json'), JSON.stringify(config));
  const child = spawn(process.execPath, [command, ...given], {
    cwd: project,
    env: {
      LANG: 'C',
      TOOLCRIB_LOG: 'off',
      TOOLCRIB_STATE: `${project}-state`,
      PATH: process.env['PATH'],
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (told = (told + piece).slice(-10_000)));
  const closed = once(child, 'close');
  return {
    child,
    told: () => told,
    async close() {
      child.kill('SIGKILL');
      await closed;
      for (const folder of [project, `${project}-state`]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface RunningService extends RunningCommand {
  readonly address: string;
  readonly token: string;
}

export async function startService(): Promise<RunningService> {
  const running = startCommand(['serve', '--port', '0', '--json']);
  const input = running.child.stdout as NodeJS.ReadableStream;
  const [line] = (await once(createInterface({ input }), 'line')) as [string];
  const { address, link } = JSON.parse(line) as { readonly address: string; readonly link: string };
  return { ...running, address, token: link.split('#token=')[1] ?? '' };
}
