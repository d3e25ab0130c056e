import type { JsonValue } from '../schema/json-schema.ts';
import type { FencedCall } from '../tool/call.ts';
import { setOwn } from '../tool/json.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import type { Clock } from './clock.ts';

const noNotes: { readonly [name: string]: JsonValue } = Object.freeze({});

/** What one attempt hands to the tool. The signal is made when it is first looked at: most tools never do. */
export class RunContext implements ToolContext {
  readonly attempt: number;
  readonly #call: FencedCall;
  readonly #clock: Clock;
  #controller: AbortController | undefined = undefined;
  #aborted: { readonly reason: unknown } | undefined = undefined;
  #notes: Record<string, JsonValue> | undefined = undefined;

  constructor(call: FencedCall, attempt: number, clock: Clock) {
    this.#call = call;
    this.attempt = attempt;
    this.#clock = clock;
  }

  get callId(): string {
    return this.#call.callId;
  }

  get agent(): string | undefined {
    return this.#call.caller.agent;
  }

  get idempotencyKey(): string {
    return this.#call.options.idempotencyKey ?? this.#call.callId;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  get notes(): { readonly [name: string]: JsonValue } {
    return this.#notes ?? noNotes;
  }

  // These two are functions and not methods: most tools take what they need out of the context.
  get now(): ToolContext['now'] {
    const clock = this.#clock;
    return () => clock.now();
  }

  get note(): ToolContext['note'] {
    return (name, value) => {
      this.#notes ??= {};
      setOwn(this.#notes, name, value);
    };
  }

  abort(reason: unknown): void {
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }
}
