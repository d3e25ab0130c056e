import { reject, type CallOptions, type Refusal, type RequestedCall } from '../../tool/call.ts';

/** The name is text and the options are what they say they are. */
export function request(call: RequestedCall): RequestedCall | Refusal {
  if (typeof call.name !== 'string')
    return reject('tool_not_found', { name: String(call.name), suggestions: [] });
  return call.options === noOptions ? call : (wrongOption(call.options) ?? call);
}

export const noOptions: CallOptions = Object.freeze({});

function wrongOption(options: CallOptions): Refusal | undefined {
  const { timeout, retries, retryDelay, backoff, version, agent, variables } = options;
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0)) {
    return reject('invalid_options', { option: 'timeout', expected: 'a positive number of milliseconds' });
  }
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0)) {
    return reject('invalid_options', { option: 'retries', expected: 'a whole number from 0' });
  }
  if (retryDelay !== undefined && !(typeof retryDelay === 'number' && retryDelay >= 0)) {
    return reject('invalid_options', { option: 'retryDelay', expected: 'a number of milliseconds from 0' });
  }
  if (backoff !== undefined && !(typeof backoff === 'number' && backoff >= 1)) {
    return reject('invalid_options', { option: 'backoff', expected: 'a number from 1' });
  }
  if (version !== undefined && typeof version !== 'string') {
    return reject('invalid_options', { option: 'version', expected: 'a version or a range' });
  }
  // A caller that is not named properly must not be taken for the application itself.
  if (agent !== undefined && typeof agent !== 'string') {
    return reject('invalid_options', { option: 'agent', expected: 'an id' });
  }
  if (variables !== undefined && (typeof variables !== 'object' || variables === null)) {
    return reject('invalid_options', { option: 'variables', expected: 'an object' });
  }
  return undefined;
}
