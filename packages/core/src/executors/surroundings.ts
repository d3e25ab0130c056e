import type { JsonValue } from '../schema/json-schema.ts';
import type { FencedCall } from '../tool/call.ts';
import { hostClock, type Clock } from './clock.ts';
import { SharedTimer } from './shared-timer.ts';

/** Deadlines that share one timer of the host. */
type Timers = Pick<SharedTimer, 'arm' | 'disarm'>;

/** What executors need of the world, handed to them instead of reached for. */
export interface Surroundings {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Hears what a running tool tells. */
  readonly progress: (call: FencedCall, data: JsonValue) => void;
}

export function createSurroundings(
  clock: Clock = hostClock,
  progress: Surroundings['progress'] = () => undefined,
): Surroundings {
  return { clock, timers: new SharedTimer(clock), progress };
}
