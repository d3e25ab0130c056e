import { connect, type LookupFunction, type Socket } from 'node:net';
import type { CheckedAddress } from './network-guard.ts';

interface DialOptions {
  readonly signal?: AbortSignal | undefined;
  /** Goes on sending after the other side has ended. @default false */
  readonly halfOpen?: boolean | undefined;
}

/** Milliseconds before the next address of a name is tried. */
const nextAddressAfter = 1000;

/** Connects to one of the checked addresses and to nothing else. */
export function dial(
  target: CheckedAddress,
  { signal, halfOpen = false }: DialOptions = {},
): Promise<Socket> {
  const socket = connect({
    host: target.host,
    port: target.port,
    lookup: checkedOnly(target),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfter,
    allowHalfOpen: halfOpen,
    noDelay: true,
  });
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      socket.destroy();
      reject(signal?.reason as Error);
    };
    const fail = (error: Error): void => {
      signal?.removeEventListener('abort', abort);
      reject(firstOf(error));
    };
    signal?.addEventListener('abort', abort);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      signal?.removeEventListener('abort', abort);
      resolve(socket);
    });
    if (signal?.aborted) abort();
  });
}

/** The connection has ended, and nobody has said why. */
export function unanswered(): Error {
  return Object.assign(new Error('the connection ended without an answer'), { code: 'ECONNRESET' });
}

/** Answers whoever asks for the name with what was checked. An address is asked for by nobody and dialled as it is. */
function checkedOnly({ addresses }: CheckedAddress): LookupFunction {
  return (_name, _options, callback) => callback(null, [...addresses]);
}

/** Of several addresses that failed, the first tells why. */
function firstOf(error: Error): Error {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return first ?? error;
}
