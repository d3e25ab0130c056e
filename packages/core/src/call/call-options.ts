import type { CallOptions } from '../tool/call.ts';
import { fail, type Refusal } from '../tool/refusal.ts';

export const noOptions: CallOptions = Object.freeze({});

/** Callers without types may pass anything. The first option that makes no sense ends the call. */
export function wrongOption(options: CallOptions): Refusal | undefined {
  if (options === noOptions) return undefined;
  const { timeout, retries, retryDelay, backoff, version, agent, variables, signal } = options;
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0)) {
    return fail('invalid_options', { option: 'timeout', expected: 'positive_milliseconds' });
  }
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0)) {
    return fail('invalid_options', { option: 'retries', expected: 'whole_number_from_0' });
  }
  if (retryDelay !== undefined && !(typeof retryDelay === 'number' && retryDelay >= 0)) {
    return fail('invalid_options', { option: 'retryDelay', expected: 'milliseconds_from_0' });
  }
  if (backoff !== undefined && !(typeof backoff === 'number' && backoff >= 1)) {
    return fail('invalid_options', { option: 'backoff', expected: 'number_from_1' });
  }
  if (version !== undefined && typeof version !== 'string') {
    return fail('invalid_options', { option: 'version', expected: 'version_or_range' });
  }
  // A caller that is not named properly must not be taken for the application itself.
  if (agent !== undefined && typeof agent !== 'string') {
    return fail('invalid_options', { option: 'agent', expected: 'agent_id' });
  }
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    return fail('invalid_options', { option: 'signal', expected: 'abort_signal' });
  }
  if (variables !== undefined && (typeof variables !== 'object' || variables === null)) {
    return fail('invalid_options', { option: 'variables', expected: 'object' });
  }
  return undefined;
}
