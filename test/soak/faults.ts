import { setTimeout as wait } from 'node:timers/promises';
import type { Site } from './site.ts';
import { canFillDisk, limitFiles } from './processes.ts';

/** Something that goes wrong for a while, and is mended. `pause` gives how long, in milliseconds. */
type Fault = (site: Site, pause: () => Promise<void>) => Promise<void>;

const faults: { readonly [name: string]: Fault } = {
  'a worker killed': (site) => site.replaceWorker(),
  'PostgreSQL killed': async ({ postgres }, pause) => {
    await postgres.kill();
    await pause();
    await postgres.restart();
  },
  'upstream dead': async ({ upstream }, pause) => {
    await upstream.die();
    await pause();
    await upstream.revive();
  },
  'upstream slow': async ({ upstream }, pause) => {
    upstream.slowDown(3000);
    await pause();
    upstream.slowDown(0);
  },
  ...(canFillDisk && {
    'disk full': async ({ service, shared, alone }: Site, pause: () => Promise<void>) => {
      const all = [service, shared, alone];
      limitFiles(all, 16_384);
      await pause();
      limitFiles(all, 'unlimited');
    },
  }),
};

/** Lets one fault follow another, in rounds of one of each kind, until the signal. Tells how many of each there were. */
export async function goWrong(
  site: Site,
  { random, rest, signal }: { random: () => number; rest: number; signal: AbortSignal },
): Promise<{ readonly [name: string]: number }> {
  const counts: Record<string, number> = {};
  const pause = (): Promise<void> => wait(rest * (0.5 + random()));
  while (!signal.aborted) {
    const round = Object.entries(faults)
      .map((fault) => [random(), fault] as const)
      .toSorted(([one], [other]) => one - other);
    for (const [, [name, fault]] of round) {
      await fault(site, pause);
      counts[name] = (counts[name] ?? 0) + 1;
      await pause();
    }
  }
  return counts;
}
