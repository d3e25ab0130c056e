import type { ServerLimits } from '../config/server-limits.ts';
import { createMemoryGuard } from './memory-guard.ts';
import { createPacer } from './pacer.ts';
import { isOperator, Places, WaitingPlaces, type Holder } from './places.ts';
import { Problem } from './problem.ts';

/** What the service does at the same time, in all and for each token. Each method gives what gives the place back. */
export interface Room {
  readonly requests: number;
  readonly streams: number;
  readonly calls: number;
  /** A request that is being answered, until the answer has been sent. */
  enter(holder: Holder): () => void;
  /** A plan that runs here, until it has ended. */
  enterPlan(holder: Holder): () => void;
  /** A stream that stays open. */
  enterStream(holder: Holder): () => void;
  /** As many calls as there are places for, up to that number and at least one. */
  enterCalls(holder: Holder, wanted: number): { readonly count: number; readonly leave: () => void };
  /** Resolves when the next piece of something long may be read or made. */
  turn(): Promise<void>;
  /** Waits for a place among those that read and send much. */
  enterLarge(holder: Holder, signal: AbortSignal): Promise<() => void>;
  /** Waits for a place among those whose long body is read. */
  enterBody(holder: Holder, signal: AbortSignal): Promise<() => void>;
  /** Whether more memory is in use than is configured. */
  isMemoryOver(): boolean;
  /** Resolves when no request is being answered. */
  idle(): Promise<void>;
}

export function createRoom(limits: ServerLimits): Room {
  const reserve = limits.operatorReserve;
  const atOnce = { total: limits.maxRequests, perToken: limits.maxRequestsPerToken, reserve };
  const requests = new Places(atOnce);
  const calls = new Places(atOnce);
  const plans = new Places({ total: limits.maxPlans, perToken: limits.maxPlansPerToken, reserve });
  const streams = new Places({ total: limits.maxStreams, perToken: limits.maxStreamsPerToken, reserve });
  const largeOnes = { total: limits.maxLargeAnswers, perToken: limits.maxLargeAnswersPerToken, reserve };
  const large = new WaitingPlaces(largeOnes);
  const bodies = new WaitingPlaces(largeOnes);
  const pacer = createPacer();
  const memory = createMemoryGuard(limits.memoryBytes);
  const checkMemory = (holder: Holder): void => {
    if (!isOperator(holder) && memory.isOver()) throw new Problem('too_busy', {});
  };
  let whenIdle: (() => void) | undefined;
  return {
    get requests() {
      return requests.taken;
    },
    get streams() {
      return streams.taken;
    },
    get calls() {
      return calls.taken;
    },
    enter(holder) {
      checkMemory(holder);
      const leave = requests.enter(holder);
      return () => {
        leave();
        if (requests.taken === 0) whenIdle?.();
      };
    },
    enterPlan: (holder) => plans.enter(holder),
    enterStream(holder) {
      checkMemory(holder);
      return streams.enter(holder);
    },
    enterCalls: (holder, wanted) => calls.enterMany(holder, wanted),
    turn: () => pacer.turn(),
    async enterLarge(holder, signal) {
      const leave = await large.enter(holder, signal);
      await pacer.turn();
      return leave;
    },
    async enterBody(holder, signal) {
      const leave = await bodies.enter(holder, signal);
      await pacer.turn();
      return leave;
    },
    isMemoryOver: () => memory.isOver(),
    async idle() {
      if (requests.taken > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
    },
  };
}
