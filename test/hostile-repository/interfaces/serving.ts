import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { command, endGroup } from '../testbed/run-bounded.ts';
import type { Testbed } from '../testbed/testbed.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Makes a request with a token. */
export type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

export interface Serving {
  readonly address: string;
  /** Opens the console. */
  readonly link: string;
  readonly ask: Ask;
}

/** Milliseconds in which the service starts, answers or stops on a busy machine. */
const limit = 60_000;

/** Starts the service, uses it and ends it. Gives what it printed; undefined when it refused to start. */
export async function whileServing(
  testbed: Testbed,
  use: (serving: Serving) => Promise<void>,
): Promise<string | undefined> {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', '--json'], {
    cwd: testbed.project,
    env: testbed.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  const closed = once(child, 'close').then(() => undefined);
  const isLate = wait(limit, 'late' as const, { ref: false });
  try {
    const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
    const started = await Promise.race([line, closed, isLate]);
    if (started === 'late') testbed.note({ kind: 'hung', what: 'serve did not start' });
    if (started === undefined || started === 'late') return undefined;
    const { address, link } = JSON.parse(started[0]) as { address?: string; link?: string | null };
    // The line tells the problem.
    if (address === undefined) return undefined;
    const token = link?.split('#token=')[1] ?? testbed.plantedToken ?? '';
    await use({ address, link: link ?? address, ask: askWith(testbed, address, token) });
    return said;
  } finally {
    child.kill('SIGTERM');
    const ended = await Promise.race([closed, wait(limit, 'late' as const, { ref: false })]);
    if (ended === 'late') testbed.note({ kind: 'hung', what: 'serve did not stop' });
    endGroup(child);
    testbed.inspect(said, 'serve');
    testbed.inspectForCrash(said, 'serve');
  }
}

export function askWith(testbed: Testbed, address: string, token: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limit),
    });
    const text = await response.text();
    testbed.inspect(text, `${method} ${path}`);
    return { status: response.status, text };
  };
}
