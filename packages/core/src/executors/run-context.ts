import type { JsonValue } from '../schema/json-schema.ts';
import type { FencedCall } from '../tool/call.ts';
import type { Effect } from '../tool/effect.ts';
import { copyJson, setOwn } from '../tool/json.ts';
import type { Usage } from '../tool/usage.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import type { Surroundings } from './surroundings.ts';

const noNotes: { readonly [name: string]: JsonValue } = Object.freeze({});

/** What one attempt hands to the tool. The signal is made when it is first looked at: most tools never do. */
export class RunContext implements ToolContext {
  readonly attempt: number;
  readonly #call: FencedCall;
  readonly #surroundings: Surroundings;
  #controller: AbortController | undefined = undefined;
  #aborted: { readonly reason: unknown } | undefined = undefined;
  #notes: Record<string, JsonValue> | undefined = undefined;
  #spent: Usage | undefined;

  /** `spent` is what the attempts before it took. */
  constructor(call: FencedCall, attempt: number, surroundings: Surroundings, spent?: Usage) {
    this.#call = call;
    this.#surroundings = surroundings;
    this.attempt = attempt;
    this.#spent = spent;
  }

  get callId(): string {
    return this.#call.callId;
  }

  get agent(): string | undefined {
    return this.#call.caller.agent;
  }

  get session(): string | undefined {
    return this.#call.options.session;
  }

  get requestedBy(): string | undefined {
    return this.#call.options.requestedBy;
  }

  get effects(): readonly Effect[] {
    return this.#call.verdict.effects;
  }

  get givenId(): string | undefined {
    return this.#call.options.givenId;
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

  get spent(): Usage | undefined {
    return this.#spent;
  }

  // These are functions and not methods: most tools take what they need out of the context.
  get now(): ToolContext['now'] {
    const { clock } = this.#surroundings;
    return () => clock.now();
  }

  get progress(): ToolContext['progress'] {
    return (data) => {
      // What comes after the end is nobody's business any more.
      if (this.#aborted === undefined) this.#surroundings.progress(this.#call, data);
    };
  }

  get note(): ToolContext['note'] {
    return (name, value) => {
      this.#notes ??= {};
      // A note must not break a call that has acted, nor the line on which its result is written.
      const copy = copyJson(value);
      setOwn(this.#notes, name, copy.ok ? copy.value : 'not JSON');
    };
  }

  get usage(): ToolContext['usage'] {
    return (usage) => {
      this.#spent = addUsage(this.#spent, usage);
    };
  }

  abort(reason: unknown): void {
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }
}

/** What is no number is not counted: it would spoil what is. */
function addUsage(before: Usage | undefined, { source, cpuMs, memoryBytes }: Usage): Usage {
  const peaks = [before?.memoryBytes, memoryBytes].filter(isAmount);
  return {
    source,
    cpuMs: (before?.cpuMs ?? 0) + (isAmount(cpuMs) ? cpuMs : 0),
    memoryBytes: peaks.length === 0 ? undefined : Math.max(...peaks),
  };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}
