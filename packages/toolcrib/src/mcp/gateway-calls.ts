import {
  createCallIds,
  createError,
  isInScope,
  type ApprovalQuestion,
  type Desk,
  type Locale,
  type ToolService,
} from '@toolcrib/core';
import { GatewayCall, type CallFacts, type CurrentRequest } from './gateway-call.ts';
import type { Principal } from './principal.ts';
import { gatewayTexts } from './texts.ts';

export interface CallsOptions {
  /** Whether somebody looks at the questions in the store. */
  readonly isWatched: () => boolean | Promise<boolean>;
  /** Milliseconds for an answer. */
  readonly patience: number;
  readonly locale: Locale;
}

/** All calls of clients that have not ended, or whose end nobody has fetched yet. */
export class GatewayCalls {
  readonly #calls = new Map<string, GatewayCall>();
  /** Calls that are part of others, such as the one that `execute_tool` makes. */
  readonly #parts = new Map<string, GatewayCall>();
  readonly #stopListening: readonly (() => void)[];
  readonly #options: CallsOptions;
  readonly #nextId: () => string = createCallIds();

  constructor(service: ToolService, options: CallsOptions) {
    this.#options = options;
    this.#stopListening = [
      service.on('call-start', ({ callId, parentCallId }) => {
        const whole = parentCallId === undefined ? undefined : this.#of(parentCallId);
        if (whole === undefined) return;
        this.#parts.set(callId, whole);
        whole.parts.push(callId);
      }),
      service.on('call-progress', ({ callId, data }) => this.#of(callId)?.request.onProgress?.(data)),
    ];
  }

  start(facts: Omit<CallFacts, 'id'>, request: CurrentRequest): GatewayCall {
    const call = new GatewayCall({ ...facts, id: this.#nextId() }, request);
    this.#calls.set(call.facts.id, call);
    return call;
  }

  get(id: string): GatewayCall | undefined {
    return this.#calls.get(id);
  }

  /** A client that never comes back for the end of its call is not waited for any longer than it could be asked. */
  park(call: GatewayCall): void {
    call.onParkedEnd(() => void setTimeout(() => this.end(call), this.#options.patience).unref());
  }

  end(call: GatewayCall): void {
    this.#calls.delete(call.facts.id);
    for (const part of call.parts) this.#parts.delete(part);
  }

  /** Who watches the store is asked there; else the client, if it is a person's; else nobody, and that is a no. */
  readonly desk: Desk = async (question, { signal }) => {
    // The id that a caller gave names no call here: somebody else's may have the same.
    const call = this.#of(question.recordId ?? question.callId);
    if (call === undefined) return undefined;
    const { isWatched, locale } = this.#options;
    if (await isWatched()) {
      call.request.onProgress?.(gatewayTexts(locale).waits(question.tool));
      return undefined;
    }
    if (!mayBeAsked(call, question)) throw createError('nobody_watches', { tool: question.tool });
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

/** Characters that clients show as a whole. Of more, a person might see only the beginning. */
const maxForm = 20_000;

/** Whether the client belongs to a person who may approve this call, and can show all of it to them. */
function mayBeAsked({ facts, request }: GatewayCall, question: ApprovalQuestion): boolean {
  const { approver } = facts.principal;
  if (approver === undefined || !request.canAsk || !isInScope(approver, question)) return false;
  return JSON.stringify(question).length <= maxForm;
}
