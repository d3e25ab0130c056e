import type { CallArguments, FencedCall } from '../tool/call.ts';
import { createError, type KnownError } from '../tool/errors.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { copyJson } from '../tool/json.ts';
import type { Usage } from '../tool/usage.ts';
import { isThenable } from '../tool/thenable.ts';
import type { ImplementationKinds, Tool, ToolType } from '../tool/tool.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { isRetryable, provesNothingDone, translateError } from './error-translation.ts';
import { RunContext } from './run-context.ts';
import type { Surroundings } from './surroundings.ts';

/** What one execution is allowed, all decided. */
export interface ExecutionSettings {
  /** Milliseconds for one attempt; `Infinity` for no limit. */
  readonly timeout: number;
  readonly retries: number;
  readonly retryDelay: number;
  readonly backoff: number;
}

export type Execution =
  | {
      readonly ok: true;
      readonly output: unknown;
      readonly attempts: number;
      readonly outcomeUnknown: false;
      readonly notes: Notes;
      /** What the tool told that it took, or what was measured. */
      readonly usage: Usage | undefined;
    }
  | {
      readonly ok: false;
      readonly error: KnownError;
      readonly attempts: number;
      /** The tool may have acted, and nobody can tell. */
      readonly outcomeUnknown: boolean;
      readonly notes: Notes;
      readonly usage: Usage | undefined;
    };

type Notes = { readonly [name: string]: JsonValue };

/** A tool of one kind, as its executor sees it. */
export type ToolOf<Kind extends ToolType> = Tool & { readonly implementation: ImplementationKinds[Kind] };

/** No server may make a caller wait longer than this before the next attempt. */
const maxRetryDelay = 60_000;

/**
 * Runs tools of one kind. Timeout, retry and the translation of errors live here, once; a kind implements `doExecute`
 * and nothing else.
 */
export abstract class BaseToolExecutor<Kind extends ToolType = ToolType> {
  abstract readonly kind: Kind;
  protected readonly surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings;
  }

  /** Throws when a tool of this kind could never run, so that it is refused when it is registered. */
  checkTool(_tool: ToolOf<Kind>): void {
    // Most kinds can run whatever their definition allows.
  }

  /** Does the work. May answer at once or later, and throws when it fails. */
  protected abstract doExecute(tool: ToolOf<Kind>, input: CallArguments, context: ToolContext): unknown;

  /** Only a call that has passed every station before this one can be executed. A tool that answers at once is at once done. */
  execute(call: FencedCall, settings: ExecutionSettings): Execution | Promise<Execution> {
    return this.#attempt(call, settings, 1);
  }

  #attempt(
    call: FencedCall,
    settings: ExecutionSettings,
    attempt: number,
    spent?: Usage,
  ): Execution | Promise<Execution> {
    const context = new RunContext(call, attempt, this.surroundings, spent);
    try {
      const { signal } = call.options;
      if (signal?.aborted) throw createError('cancelled', { tool: call.tool.name }, { cause: signal.reason });
      const answer = this.doExecute(call.tool as ToolOf<Kind>, inputFor(call, settings), context);
      return isThenable(answer) ? this.#wait(answer, call, settings, context) : succeeded(answer, context);
    } catch (thrown) {
      return this.#failed(thrown, call, settings, context);
    }
  }

  /** The answer, or the end of the time, or the caller's cancellation: whichever comes first. */
  #wait(
    answer: PromiseLike<unknown>,
    call: FencedCall,
    settings: ExecutionSettings,
    context: RunContext,
  ): Promise<Execution> {
    const { timers } = this.surroundings;
    const { signal } = call.options;
    const { timeout } = settings;
    return new Promise((resolve) => {
      const tool = call.tool.name;
      let ended = false;
      // The first ending counts. A tool that is told to stop fails as well, and must not be tried again for that.
      const end = (finish: () => Execution | Promise<Execution>): void => {
        if (ended) return;
        ended = true;
        if (deadline !== undefined) timers.disarm(deadline);
        signal?.removeEventListener('abort', cancel);
        resolve(finish());
      };
      const fail = (thrown: unknown): void => end(() => this.#failed(thrown, call, settings, context));
      const giveUp = (error: KnownError): void => {
        fail(error);
        context.abort(error);
      };
      const cancel = (): void => giveUp(createError('cancelled', { tool }, { cause: signal?.reason }));
      const deadline =
        timeout === Infinity
          ? undefined
          : timers.arm(
              timeout,
              () => giveUp(createError('timeout', { tool, milliseconds: timeout })),
              // The first attempt has only just begun, with the call: no need to look at the clock again.
              context.attempt === 1 ? call.startedAt : undefined,
            );
      signal?.addEventListener('abort', cancel);
      try {
        answer.then((output) => end(() => succeeded(output, context)), fail);
      } catch (thrown) {
        fail(thrown);
      }
    });
  }

  /** Tries again when that does no harm, and otherwise tells how it ended. */
  #failed(
    thrown: unknown,
    call: FencedCall,
    settings: ExecutionSettings,
    context: RunContext,
  ): Execution | Promise<Execution> {
    const error = translateError(thrown, call.tool.name);
    const { attempt, notes, spent: usage } = context;
    const outcomeUnknown = this.#leavesOpen(error) && !this.isRepeatable(call);
    const ending = { ok: false, error, attempts: attempt, outcomeUnknown, notes, usage } as const;
    if (attempt > settings.retries || !this.shouldRetry(error, call)) return ending;
    const delay = this.getRetryDelay(attempt, error, settings);
    // Coming back before the server allows it would only be refused again.
    if (delay > maxRetryDelay) return ending;
    const { signal } = call.options;
    return this.#pause(delay, signal).then((goOn) =>
      goOn
        ? this.#attempt(call, settings, attempt + 1, usage)
        : { ...ending, error: createError('cancelled', { tool: call.tool.name }, { cause: signal?.reason }) },
    );
  }

  /** Whether an attempt that ended so may be repeated without doing a thing twice. */
  protected shouldRetry(error: KnownError, call: FencedCall): boolean {
    return isRetryable(error) && (this.isRepeatable(call) || this.provesNothingDone(error));
  }

  /** Whether the failure itself shows that the other side never began. */
  protected provesNothingDone(error: KnownError): boolean {
    return provesNothingDone(error);
  }

  /** The other side may have begun, and nobody heard how it ended. */
  #leavesOpen(error: KnownError): boolean {
    return (isRetryable(error) || error.code === 'cancelled') && !this.provesNothingDone(error);
  }

  /** Whether doing this call twice is the same as doing it once. */
  isRepeatable({ tool }: FencedCall): boolean {
    return tool.annotations.readOnly || tool.annotations.idempotent || tool.takesIdempotencyKey;
  }

  /** Milliseconds before the attempt after this one: exponential, spread a little, not before the server allows it. */
  protected getRetryDelay(attempt: number, error: KnownError, settings: ExecutionSettings): number {
    const exponential = settings.retryDelay * settings.backoff ** (attempt - 1);
    const spread = exponential * (1 + this.surroundings.clock.random() / 4);
    const asked = 'retryAfterSeconds' in error.data ? (error.data.retryAfterSeconds ?? 0) * 1000 : 0;
    return Math.max(Math.min(spread, maxRetryDelay), asked);
  }

  /** Waits; false when the caller cancelled meanwhile. */
  #pause(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
    const { clock } = this.surroundings;
    return new Promise((resolve) => {
      const end = (): void => {
        clock.clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve(signal?.aborted !== true);
      };
      const timer = clock.setTimeout(end, milliseconds);
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
    });
  }
}

/** A tool may change what it is given; what may be tried again starts from the same every time. */
function inputFor({ input, arguments: given }: FencedCall, { retries }: ExecutionSettings): CallArguments {
  if (retries === 0 || input !== given) return input as CallArguments;
  const copy = copyJson(given);
  return copy.ok ? (copy.value as CallArguments) : given;
}

function succeeded(output: unknown, { attempt, notes, spent }: RunContext): Execution {
  return { ok: true, output, attempts: attempt, outcomeUnknown: false, notes, usage: spent };
}
