import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createStore } from '../store.ts';
import type { StorePlace } from '../store-place.ts';
import { startReceiver } from '../receiver.test-support.ts';
import type { StartOrders } from './start-victim.test-support.ts';

export interface StartKillReport {
  readonly kills: number;
  /** Payments that have arrived at the receiver. */
  readonly received: number;
  /** Those of them that no record tells of. */
  readonly untraced: readonly string[];
  readonly records: number;
  /** Records whose outcome is unknown. */
  readonly unknown: number;
  /** Calls with more than one record. */
  readonly doubled: readonly string[];
  /** What victims told of although nothing should have gone wrong. */
  readonly wrong: readonly string[];
  readonly isSound: boolean;
}

/**
 * Kills processes that pay, each at another point, and holds what has arrived at the receiver against the history. `random`
 * gives numbers from 0 up to 1.
 */
export async function killWhilePaying(
  into: { readonly place: StorePlace; readonly stateFolder: string },
  { kills, random }: { readonly kills: number; readonly random: () => number },
): Promise<StartKillReport> {
  const receiver = await startReceiver({ answer: () => wait(15) });
  const wrong: string[] = [];
  for (let kill = 0; kill < kills; kill++)
    wrong.push(...(await payUntilKilled({ ...into, url: receiver.url, name: `life${kill}` }, random)));
  await receiver.stop();
  const store = createStore({ ...into, onProblem: ({ message }) => void wrong.push(message) });
  const counts = new Map<string, number>();
  let unknown = 0;
  for await (const { callId, status } of store.history.stream()) {
    counts.set(callId, (counts.get(callId) ?? 0) + 1);
    if (status === 'unknown') unknown++;
  }
  const { ok, records } = await store.history.verify();
  await store.close();
  return {
    kills,
    received: receiver.received.size,
    untraced: [...receiver.received.keys()].filter((callId) => !counts.has(callId)),
    records,
    unknown,
    doubled: [...counts].flatMap(([callId, count]) => (count > 1 ? [callId] : [])),
    wrong,
    isSound: ok,
  };
}

async function payUntilKilled(orders: StartOrders, random: () => number): Promise<string[]> {
  const program = fileURLToPath(new URL('start-victim.test-support.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const wrong: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let rounds = 1 + Math.floor(random() * 4);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line !== 'paid') wrong.push(line);
    else if (--rounds === 0) resolve();
  });
  await Promise.race([promise, closed]);
  await wait(random() * 30);
  child.kill('SIGKILL');
  await closed;
  return wrong;
}
