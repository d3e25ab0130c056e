/** Choices that are the same ones for the same seed. */
export interface Chance {
  readonly below: (limit: number) => number;
  readonly one: <T>(list: readonly T[]) => T;
  readonly happens: (share: number) => boolean;
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const one = <T>(list: readonly T[]): T => {
    const [found] = list.slice(below(list.length));
    if (found === undefined) throw new RangeError('nothing to choose from');
    return found;
  };
  return { below, one, happens: (share) => next() < share };
}
