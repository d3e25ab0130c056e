import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, type Serving } from './serving.ts';

/** How the operator is answered while something goes on. */
export interface OperatorReport {
  readonly asked: number;
  /** Answers that were no success. */
  readonly refused: number;
  readonly longestMs: number;
}

/** Asks as the operator, each time on a connection of its own, until the work is done. */
export async function operatorDuring(
  { address, operator: token }: Pick<Serving, 'address' | 'operator'>,
  work: Promise<unknown>,
): Promise<OperatorReport> {
  const done = new AbortController();
  const ended = work.finally(() => done.abort());
  ended.catch(() => undefined);
  const report = { asked: 0, refused: 0, longestMs: 0 };
  while (!done.signal.aborted) {
    const began = performance.now();
    const { status } = await ask(address, '/status', { token }).catch(() => ({ status: 0 }));
    report.asked++;
    if (status !== 200) report.refused++;
    report.longestMs = Math.max(report.longestMs, performance.now() - began);
    await wait(20);
  }
  await ended;
  return report;
}

export interface SilentReport {
  readonly operator: OperatorReport;
  /** Silent connections that were left open at last. */
  readonly left: number;
}

/** Opens many connections and says nothing on them; looks how the operator is answered meanwhile. */
export async function openSilent(
  serving: Serving,
  {
    sockets: count,
    seconds,
    most = Number.POSITIVE_INFINITY,
  }: { readonly sockets: number; readonly seconds: number; readonly most?: number },
): Promise<SilentReport> {
  const sockets: Socket[] = [];
  const open = (): number => sockets.filter(({ closed }) => !closed).length;
  const operator = await operatorDuring(serving, attack());
  // However busy the machine is: those that are too many are closed at last.
  while (open() > most) await wait(50);
  const left = open();
  for (const socket of sockets) socket.destroy();
  return { operator, left };

  async function attack(): Promise<void> {
    const { hostname, port } = new URL(serving.address);
    const end = performance.now() + seconds * 1000;
    for (let opened = 0; opened < count; opened += 100) {
      const batch = Array.from({ length: Math.min(100, count - opened) }, () =>
        connect(Number(port), hostname),
      );
      for (const socket of batch) {
        socket.on('error', () => undefined);
        socket.resume();
        sockets.push(socket);
      }
      await Promise.all(batch.map((socket) => once(socket, 'connect').catch(() => undefined)));
    }
    await wait(Math.max(0, end - performance.now()));
  }
}
