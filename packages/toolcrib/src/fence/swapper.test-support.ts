import { renameSync, rmSync, symlinkSync } from 'node:fs';

/**
 * A process that swaps something for a link and back again, as fast as it can: `swapper PATH TARGET COUNT`. Started by the
 * attack, and ends by itself.
 */
const [path = '', target = '', count = '0'] = process.argv.slice(2);
const aside = `${path}.aside`;
const link = `${path}.link`;

for (let swap = 0; swap < Number(count); swap++) {
  symlinkSync(target, link);
  renameSync(path, aside);
  takePlace(link);
  wait(swap);
  takePlace(aside);
  wait(swap + 1);
}

/** The other side may have made something new in the short time when nothing was there. */
function takePlace(newcomer: string): void {
  for (;;) {
    try {
      rmSync(path, { recursive: true, force: true });
      renameSync(newcomer, path);
      return;
    } catch {
      // Once more.
    }
  }
}

/** Different each time, so that every step of the other side is hit sooner or later. */
function wait(turn: number): void {
  const until = performance.now() + ((turn * 7919) % 500) / 1000;
  while (performance.now() < until);
}
