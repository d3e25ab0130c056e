import type { CallOptions } from '../tool/call.ts';
import { fail, type Refusal } from '../tool/refusal.ts';
import {
  anything,
  duration,
  fn,
  having,
  object,
  text,
  optionFacts,
  type OptionRules,
} from './option-rule.ts';

export const noOptions: CallOptions = Object.freeze({});

export const callOptionRules: OptionRules<CallOptions> = {
  timeout: duration,
  retries: {
    expected: 'whole_number_from_0',
    accepts: (value) => Number.isInteger(value) && (value as number) >= 0,
  },
  retryDelay: {
    expected: 'milliseconds_from_0',
    accepts: (value) => typeof value === 'number' && value >= 0,
  },
  backoff: { expected: 'number_from_1', accepts: (value) => typeof value === 'number' && value >= 1 },
  version: {
    expected: 'version_or_range',
    accepts: (value) => typeof value === 'string' && value.trim() !== '',
  },
  // A caller that is not named properly must not be taken for the application itself.
  agent: { ...text, expected: 'agent_id' },
  session: text,
  requestedBy: text,
  variables: object,
  signal: {
    expected: 'abort_signal',
    accepts: having('addEventListener', 'removeEventListener').accepts,
  },
  idempotencyKey: text,
  callId: text,
  claim: fn,
  givenId: text,
  parentCallId: text,
  requestId: text,
  replayOf: text,
  task: text,
  // What a stranger's tracing writes is no reason to refuse a call.
  traceparent: anything,
  tracestate: anything,
};

/** Of many calls, how many run at once stands beside the options of each. */
const optionNames: ReadonlySet<string> = new Set([...Object.keys(callOptionRules), 'concurrency']);

export interface ReadOptions {
  /** Those that make sense, also beside one that does not: the record of a refused call tells who called. */
  readonly options: CallOptions;
  readonly problem: Refusal | undefined;
}

const nothingSaid: ReadOptions = Object.freeze({ options: noOptions, problem: undefined });

/**
 * Reads the options of a call, each one once: a getter may answer differently the second time. Of several layers the
 * last one that says something counts.
 */
export function readCallOptions(...layers: readonly unknown[]): ReadOptions {
  if (layers.length === 1 && layers[0] === noOptions) return nothingSaid;
  const options: TakenOptions = {};
  let problem: Refusal | undefined;
  for (const layer of layers) {
    const wrong = layer === undefined || layer === null ? undefined : takeOptions(layer, options);
    problem ??= wrong;
  }
  return { options: options as CallOptions, problem };
}

type TakenOptions = { -readonly [Name in keyof CallOptions]: unknown };

function takeOptions(given: unknown, options: TakenOptions): Refusal | undefined {
  if (!object.accepts(given)) return fail('invalid_options', optionFacts('options', object));
  let problem: Refusal | undefined;
  try {
    // An option that is ignored would pass for one that was obeyed.
    for (const name of Object.keys(given as object))
      if (!optionNames.has(name)) problem ??= fail('invalid_options', { option: name, expected: 'left_out' });
    readEach(given as CallOptions, (name, value) => {
      if (value === undefined) return;
      const rule = callOptionRules[name];
      if (rule.accepts(value)) options[name] = value;
      else problem ??= fail('invalid_options', optionFacts(name, rule));
    });
  } catch (cause) {
    return fail('invalid_options', { option: 'options', expected: 'readable' }, cause);
  }
  return problem;
}

/** Each by its own name: most are absent, and engines take long to find out when the name comes from a list. */
function readEach(given: CallOptions, take: (name: keyof CallOptions, value: unknown) => void): void {
  take('timeout', given.timeout);
  take('retries', given.retries);
  take('retryDelay', given.retryDelay);
  take('backoff', given.backoff);
  take('version', given.version);
  take('agent', given.agent);
  take('session', given.session);
  take('requestedBy', given.requestedBy);
  take('variables', given.variables);
  take('signal', given.signal);
  take('idempotencyKey', given.idempotencyKey);
  take('callId', given.callId);
  take('claim', given.claim);
  take('givenId', given.givenId);
  take('parentCallId', given.parentCallId);
  take('requestId', given.requestId);
  take('replayOf', given.replayOf);
  take('task', given.task);
  take('traceparent', given.traceparent);
  take('tracestate', given.tracestate);
}

/** Options for many calls at once. What must differ from call to call stands with the call. */
export type SharedCallOptions = Omit<CallOptions, 'callId' | 'givenId' | 'idempotencyKey'> & {
  /** How many run at the same time. @default 16 */
  readonly concurrency?: number | undefined;
};

/** How many of many calls run at the same time; what is wrong with it is wrong with each of them. */
export function readConcurrency(shared: unknown): {
  readonly concurrency: number;
  readonly problem: Refusal | undefined;
} {
  let concurrency: unknown;
  try {
    concurrency = (shared as SharedCallOptions | null)?.concurrency ?? 16;
  } catch {
    // A getter that throws has said nothing.
  }
  if (typeof concurrency === 'number' && concurrency >= 1) return { concurrency, problem: undefined };
  const problem = fail('invalid_options', { option: 'concurrency', expected: 'number_from_1' });
  return { concurrency: 1, problem };
}
