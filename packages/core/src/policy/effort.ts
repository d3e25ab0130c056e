/** How much the rules may still look at for one call. Rules may be many and arguments large. */
export interface Effort {
  left: number;
}

/** Some ten milliseconds. */
export function fullEffort(): Effort {
  return { left: 1_000_000 };
}

export const outOfEffort: Error = new Error('too much to look through');

export function spend(effort: Effort, steps: number): void {
  if ((effort.left -= steps) < 0) throw outOfEffort;
}
