import { randomUUID } from 'node:crypto';
import { createError, type Desk, type ToolService } from '@toolcrib/core';
import { GatewayCall, type CallFacts, type CurrentRequest } from './gateway-call.ts';
import type { Principal } from './principal.ts';

/** All calls of clients that have not ended, or whose end nobody has fetched yet. */
export class GatewayCalls {
  readonly #calls = new Map<string, GatewayCall>();
  /** Calls that are part of others, such as the one that `execute_tool` makes. */
  readonly #parts = new Map<string, GatewayCall>();
  readonly #stopListening: readonly (() => void)[];
  readonly #isWatched: () => boolean | Promise<boolean>;

  constructor(service: ToolService, { isWatched }: { readonly isWatched: () => boolean | Promise<boolean> }) {
    this.#isWatched = isWatched;
    const forget = ({ callId }: { readonly callId: string }): void => void this.#parts.delete(callId);
    this.#stopListening = [
      service.on('call-start', ({ callId, parentCallId }) => {
        const whole = parentCallId === undefined ? undefined : this.#of(parentCallId);
        if (whole !== undefined) this.#parts.set(callId, whole);
      }),
      service.on('call-end', forget),
      service.on('call-fail', forget),
      service.on('call-progress', ({ callId, data }) => this.#of(callId)?.request.onProgress?.(data)),
    ];
  }

  start(facts: Omit<CallFacts, 'id'>, request: CurrentRequest): GatewayCall {
    const call = new GatewayCall({ ...facts, id: randomUUID() }, request);
    this.#calls.set(call.facts.id, call);
    return call;
  }

  get(id: string): GatewayCall | undefined {
    return this.#calls.get(id);
  }

  end(call: GatewayCall): void {
    this.#calls.delete(call.facts.id);
  }

  /** Who watches the store is asked there; else the client is, if it can be; else nobody is, and that is a no. */
  readonly desk: Desk = async (question, { signal }) => {
    const call = this.#of(question.callId);
    if (call === undefined || (await this.#isWatched())) return undefined;
    if (!call.request.canAsk) throw createError('nobody_watches', { tool: question.tool });
    return call.ask(question, signal);
  };

  /** Nobody is there any more who could hear how they end. */
  endOf({ id }: Principal): void {
    for (const call of this.#calls.values()) {
      if (call.facts.principal.id !== id) continue;
      call.abortion.abort();
      this.end(call);
    }
  }

  close(): void {
    for (const stop of this.#stopListening) stop();
    for (const call of this.#calls.values()) call.abortion.abort();
    this.#calls.clear();
  }

  /** A question that a server asks while it works on a call carries that call's id, and a number. */
  #of(callId: string): GatewayCall | undefined {
    const [id = callId] = callId.split('/ask-', 1);
    return this.#calls.get(id) ?? this.#parts.get(id);
  }
}
