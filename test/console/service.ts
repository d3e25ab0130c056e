import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from 'toolcrib/client';
import { trustConfiguration } from '../project.ts';

const command = fileURLToPath(new URL('../../packages/toolcrib/bin/toolcrib.js', import.meta.url));

/** A real `toolcrib serve` with a project of its own. */
export interface RunningService {
  readonly folder: string;
  /** The state folder of its user. */
  readonly state: string;
  readonly address: string;
  /** Opens the console with its token. */
  readonly link: string;
  readonly client: Client;
  /** The process that runs now. */
  pid(): number;
  /** Ends the process and starts another in its place. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and takes its project away. */
  remove(): Promise<void>;
}

export async function startService(
  files: { readonly [name: string]: unknown } = {},
): Promise<RunningService> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-console-')));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(
      join(folder, name),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  }
  const state = mkdtempSync(join(tmpdir(), 'toolcrib-state-'));
  trustConfiguration(folder, state);
  let child: ChildProcess | undefined;
  const start = async (port: string): Promise<{ readonly address: string; readonly link: string | null }> => {
    // Who writes more than it may is told so instead of being ended: a test can take its room away.
    const shell = 'trap "" XFSZ; exec "$0" "$@"';
    const given = [process.execPath, command, 'serve', '--port', port, '--json'];
    const started = spawn('bash', ['-c', shell, ...given], {
      cwd: folder,
      env: { LANG: 'C', TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: state, PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let told = '';
    started.stderr.on('data', (text) => (told += String(text)));
    for await (const line of createInterface({ input: started.stdout }))
      return JSON.parse(line) as { address: string; link: string | null };
    throw new Error(`toolcrib serve has ended: ${told}`);
  };
  const stop = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const { address, link } = await start('0');
  const token = /#token=(.+)$/u.exec(link ?? '')?.[1] ?? '';
  const { port } = new URL(address);
  const startAgain = async (): Promise<void> => void (await start(port));
  return {
    folder,
    state,
    address,
    link: `${address}/#token=${token}`,
    client: createClient({ fetch, base: address, token }),
    pid: () => child?.pid ?? 0,
    start: startAgain,
    stop,
    async restart() {
      await stop();
      await startAgain();
    },
    async remove() {
      await stop();
      for (const made of [folder, state]) rmSync(made, { recursive: true, force: true });
    },
  };
}
