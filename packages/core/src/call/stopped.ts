import type { AuthorizedCall, FencedCall, RequestedCall } from '../tool/call.ts';
import type { Refusal } from '../tool/refusal.ts';
import type { Station } from '../tool/result.ts';

/** A call as far as it has come. */
export type FarthestCall = RequestedCall & Partial<FencedCall>;

/** A call that ended before it was executed: where, and as far as it had come. */
export interface Stopped {
  readonly station: Station;
  readonly call: FarthestCall;
  readonly refusal: Refusal;
}

export function stop(station: Station, call: FarthestCall, refusal: Refusal): Stopped {
  return { station, call, refusal };
}

export function isStopped(value: AuthorizedCall | Stopped): value is Stopped {
  return 'refusal' in value;
}
