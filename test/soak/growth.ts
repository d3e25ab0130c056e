import type { Gauge } from './gauge.ts';

/** What a process may gain from the end of the warm-up to the end of a run: more, and it is a leak. */
const allowance: Gauge = { heap: 8, memory: 64, handles: 10, files: 10 };

export interface Growth {
  readonly process: string;
  readonly what: keyof Gauge;
  /** Where the fitted line begins and ends, and how steep it is. */
  readonly first: number;
  readonly last: number;
  readonly perMinute: number;
  readonly isLeak: boolean;
}

/** What a process held, and when, in milliseconds. */
export interface Sample extends Gauge {
  readonly at: number;
}

/** How much more one process holds as time goes by. The first fifth is warm-up. */
export function growthOf(process: string, samples: readonly Sample[]): readonly Growth[] {
  const kept = samples.slice(Math.floor(samples.length / 5));
  const span = (kept.at(-1)?.at ?? 0) - (kept[0]?.at ?? 0);
  return (Object.keys(allowance) as (keyof Gauge)[]).map((what) => {
    const { middle, slope } = fitted(kept.map((sample) => [sample.at, sample[what]]));
    const gained = slope * span;
    return {
      process,
      what,
      first: middle - gained / 2,
      last: middle + gained / 2,
      perMinute: slope * 60_000,
      isLeak: gained > allowance[what],
    };
  });
}

/** The straight line that is nearest to all of them: its height in the middle, and how steep it is. */
function fitted(points: readonly (readonly [number, number])[]): {
  readonly middle: number;
  readonly slope: number;
} {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [when, middle] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  let [above, below] = [0, 0];
  for (const [at, value] of points) {
    above += (at - when) * (value - middle);
    below += (at - when) ** 2;
  }
  return { middle, slope: below === 0 ? 0 : above / below };
}
