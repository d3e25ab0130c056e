import type { CallOptions } from '../tool/call.ts';
import { fail, type Refusal } from '../tool/refusal.ts';

export const noOptions: CallOptions = Object.freeze({});

/** Callers without types may pass anything. The first option that makes no sense ends the call. */
export function wrongOption(options: CallOptions): Refusal | undefined {
  if (options === noOptions) return undefined;
  const { timeout, retries, retryDelay, backoff, version, agent, variables, signal } = options;
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0)) {
    return fail('invalid_options', { option: 'timeout', expected: 'a positive number of milliseconds' });
  }
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0)) {
    return fail('invalid_options', { option: 'retries', expected: 'a whole number from 0' });
  }
  if (retryDelay !== undefined && !(typeof retryDelay === 'number' && retryDelay >= 0)) {
    return fail('invalid_options', { option: 'retryDelay', expected: 'a number of milliseconds from 0' });
  }
  if (backoff !== undefined && !(typeof backoff === 'number' && backoff >= 1)) {
    return fail('invalid_options', { option: 'backoff', expected: 'a number from 1' });
  }
  if (version !== undefined && typeof version !== 'string') {
    return fail('invalid_options', { option: 'version', expected: 'a version or a range' });
  }
  // A caller that is not named properly must not be taken for the application itself.
  if (agent !== undefined && typeof agent !== 'string') {
    return fail('invalid_options', { option: 'agent', expected: 'an id' });
  }
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    return fail('invalid_options', { option: 'signal', expected: 'an AbortSignal' });
  }
  if (variables !== undefined && (typeof variables !== 'object' || variables === null)) {
    return fail('invalid_options', { option: 'variables', expected: 'an object' });
  }
  return undefined;
}
