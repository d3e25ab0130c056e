import { hostClock, type Clock } from './clock.ts';
import { SharedTimer } from './shared-timer.ts';

/** What executors need of the world, handed to them instead of reached for. */
export interface Surroundings {
  readonly clock: Clock;
  readonly timers: SharedTimer;
}

export function createSurroundings(clock: Clock = hostClock): Surroundings {
  return { clock, timers: new SharedTimer(clock) };
}
