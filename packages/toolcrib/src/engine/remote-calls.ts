import type { Locale, ToolResult } from '@toolcrib/core';
import { Interruption, type CallWatcher, type NodeCall } from '@toolcrib/core/plan';
import { insist } from '../store/databases/insist.ts';
import type { PlanCall, PlanCalls } from '../store/plans/plan-calls.ts';
import { readMade, writeMade, writeRequest } from './call-requests.ts';
import { failedResult } from './failed-result.ts';
import type { Workflows } from './workflows.ts';

export interface RemoteCallsOptions {
  readonly calls: PlanCalls;
  readonly workflows: Pick<Workflows, 'enqueue'>;
  readonly submittedAt: (planId: string) => number;
  readonly locale: Locale;
}

/** How often it is looked for what no notice has told. */
const lookEvery = 1000;

/** Calls that the plans of this process have asked for, and that any worker makes. */
export class RemoteCalls {
  readonly #calls: PlanCalls;
  readonly #workflows: Pick<Workflows, 'enqueue'>;
  readonly #submittedAt: (planId: string) => number;
  readonly #locale: Locale;
  readonly #plans = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined = undefined;
  #isClosed = false;

  constructor({ calls, workflows, submittedAt, locale }: RemoteCallsOptions) {
    this.#calls = calls;
    this.#workflows = workflows;
    this.#submittedAt = submittedAt;
    this.#locale = locale;
  }

  /** Has a call made; resolves with its result. */
  run(call: NodeCall, watcher: CallWatcher): Promise<ToolResult> {
    const { callId, parentCallId: planId, signal } = call.options;
    const { promise, resolve } = Promise.withResolvers<ToolResult>();
    const waiting = this.#waitingOf(planId);
    waiting.calls.set(callId, { call, watcher, resolve, state: 'queued' });
    if (waiting.toSend.push(call) === 1) queueMicrotask(() => void this.#send(planId, waiting));
    const cancel = (): void => void this.#cancel(planId, waiting, call);
    signal?.addEventListener('abort', cancel);
    return promise.finally(() => signal?.removeEventListener('abort', cancel));
  }

  /** Something has happened to a plan, or to any. */
  notice(planId: string): void {
    if (planId === '') for (const id of this.#plans.keys()) this.notice(id);
    const waiting = this.#plans.get(planId);
    if (waiting !== undefined) void this.#look(planId, waiting);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#plans.clear();
  }

  #waitingOf(planId: string): Waiting {
    const known = this.#plans.get(planId);
    if (known !== undefined) return known;
    const waiting: Waiting = { calls: new Map(), toSend: [], isLooking: false, lookAgain: false };
    this.#plans.set(planId, waiting);
    this.#timer ??= setTimeout(() => this.#lookAtAll(), lookEvery);
    return waiting;
  }

  /** Those that were asked for at the same time go together. */
  async #send(planId: string, waiting: Waiting): Promise<void> {
    const calls = waiting.toSend.splice(0);
    const requests = calls.map((call) => ({ callId: call.options.callId, request: writeRequest(call) }));
    await insist(() => this.#calls.add(planId, requests));
    const stamp = this.#submittedAt(planId);
    const work = requests.map(({ callId }) => `${callId}@${stamp}`);
    await insist(() => this.#workflows.enqueue('call', work));
    // One that was under way when its plan was taken over may have ended already.
    await this.#look(planId, waiting);
  }

  async #cancel(planId: string, waiting: Waiting, call: NodeCall): Promise<void> {
    const asked = waiting.calls.get(call.options.callId);
    if (this.#isClosed || asked === undefined) return;
    const { tool } = call;
    const result = failedResult(
      { callId: call.options.callId, tool, code: 'cancelled', facts: { tool } },
      this.#locale,
    );
    if (call.options.signal?.reason instanceof Interruption) {
      // The plan goes on in another worker, and finds the call as it is then.
      waiting.calls.delete(call.options.callId);
      asked.resolve(result);
      return;
    }
    await insist(() => this.#calls.cancel(planId, writeMade({ result, interrupted: false })));
    await this.#look(planId, waiting);
  }

  async #look(planId: string, waiting: Waiting): Promise<void> {
    waiting.lookAgain = waiting.isLooking;
    if (waiting.isLooking) return;
    waiting.isLooking = true;
    try {
      do {
        waiting.lookAgain = false;
        for (const found of await this.#calls.list(planId)) this.#tell(waiting, found);
      } while (waiting.lookAgain);
    } catch {
      // A server that is away is asked again after a while.
    } finally {
      waiting.isLooking = false;
    }
    // What was sent last may be looked at when its plan waits for other calls already, in a place of their own.
    if (waiting.calls.size === 0 && this.#plans.get(planId) === waiting) this.#plans.delete(planId);
  }

  #tell(waiting: Waiting, { callId, state, outcome }: PlanCall): void {
    const asked = waiting.calls.get(callId);
    if (asked === undefined || asked.state === state) return;
    asked.state = state;
    if (state === 'parked') asked.watcher.parked();
    if (state === 'running') asked.watcher.running();
    if (outcome === undefined) return;
    waiting.calls.delete(callId);
    const { result, interrupted } = readMade(outcome);
    if (interrupted) asked.watcher.again();
    asked.resolve(result);
  }

  #lookAtAll(): void {
    this.notice('');
    this.#timer = this.#plans.size > 0 ? setTimeout(() => this.#lookAtAll(), lookEvery) : undefined;
  }
}

/** What one plan waits for. */
interface Waiting {
  readonly calls: Map<string, AskedCall>;
  readonly toSend: NodeCall[];
  isLooking: boolean;
  lookAgain: boolean;
}

interface AskedCall {
  readonly call: NodeCall;
  readonly watcher: CallWatcher;
  readonly resolve: (result: ToolResult) => void;
  state: PlanCall['state'];
}
