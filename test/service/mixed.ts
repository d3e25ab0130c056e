import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../packages/toolcrib/src/store/seeded-random.test-support.ts';
import { openSilent, operatorDuring, type OperatorReport } from './connections.ts';
import { callAtOnce, initializeStorm, sendBodies, takeListeners } from './gateway.ts';
import { flood } from './memory.ts';
import type { Serving } from './serving.ts';
import { guessTokens } from './tokens.ts';

type Attack = (serving: Serving, size: number) => Promise<unknown>;

/** Everything that one token, or none, can do to a service. */
const attacks: { readonly [name: string]: Attack } = {
  exports: (serving, size) => flood(serving, '/export', { times: size }),
  'stalled exports': (serving, size) => flood(serving, '/export', { times: size, stall: 1500 }),
  pages: (serving, size) => flood(serving, '/history?limit=500', { times: size }),
  searches: (serving, size) => flood(serving, '/history?text=nowhere', { times: size }),
  bodies: (serving, size) => sendBodies(serving, { times: size, kilobytes: 900 }),
  'silent connections': (serving, size) => openSilent(serving, { sockets: size * 10, seconds: 0.5 }),
  sessions: (serving, size) => initializeStorm(serving, { times: size }),
  listeners: (serving, size) => takeListeners(serving, { times: size }),
  'calls over MCP': (serving, size) => callAtOnce(serving, { times: size, isBatch: false }),
  'a batch over MCP': (serving, size) => callAtOnce(serving, { times: Math.min(size, 100), isBatch: true }),
  'wrong tokens': (serving, size) => guessTokens(serving, { times: size }),
};

export interface MixedReport {
  /** How often each attack was made. */
  readonly made: { readonly [attack: string]: number };
  readonly operator: OperatorReport;
  readonly peakMegabytes: number;
  /** What the service still does when everybody has gone. */
  readonly left: { readonly listeners: number; readonly running: number };
}

interface MixedOptions {
  readonly rounds: number;
  /** Attacks at the same time. */
  readonly atOnce: number;
  /** How often each is repeated at most. */
  readonly size: number;
  readonly seed: number;
  /** No round begins after that. @default without end */
  readonly seconds?: number;
}

/** Several attacks at a time, in an order that the seed decides, while the operator asks. */
export async function attackAtRandom(
  serving: Serving,
  { rounds, atOnce, size, seed, seconds = Number.POSITIVE_INFINITY }: MixedOptions,
): Promise<MixedReport> {
  const end = performance.now() + seconds * 1000;
  const random = seededRandom(seed);
  const names = Object.keys(attacks);
  const made: { [attack: string]: number } = {};
  const everything = async (): Promise<void> => {
    for (let round = 0; round < rounds && performance.now() < end; round++)
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          const name = names[Math.floor(random() * names.length)] ?? '';
          made[name] = (made[name] ?? 0) + 1;
          // Who is refused or cut off has lost: what counts is what becomes of the service.
          await attacks[name]?.(serving, 1 + Math.floor(random() * size)).catch(() => undefined);
        }),
      );
  };
  const operator = await operatorDuring(serving, everything());
  return { made, operator, peakMegabytes: serving.peakMegabytes(), left: await settled(serving) };
}

/** Waits until nobody is there any more, or until nothing changes. */
async function settled({ address, operator }: Serving): Promise<MixedReport['left']> {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(`${address}/status`, { headers: { authorization: `Bearer ${operator}` } });
    const status = (await response.json()) as { readonly listeners: number; readonly running_calls: number };
    // This very request runs.
    const left = { listeners: status.listeners, running: status.running_calls - 1 };
    if ((left.listeners === 0 && left.running === 0) || attempt === 100) return left;
    await wait(100);
  }
}
