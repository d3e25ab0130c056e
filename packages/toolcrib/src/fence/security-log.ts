import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { ToolEvents } from '@toolcrib/core';
import type { SecurityEntry } from './network/network-guard.ts';

/** One line of the log: what was refused, to whom, and why. */
interface RefusalEntry {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The code of the refusal, such as `host_not_allowed`. */
  readonly code: string;
  /** What spoke: a rule, a level, a list, a kind of address. */
  readonly reason?: string | undefined;
  readonly tool?: string | undefined;
  readonly agent?: string | undefined;
  readonly callId?: string | undefined;
  readonly station?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly address?: string | undefined;
  readonly path?: string | undefined;
  readonly command?: string | undefined;
  /** The sentence that the caller was told. */
  readonly message?: string | undefined;
}

/** Where refusals are written down. Nothing here throws, and every line is in the file when the call returns. */
export interface SecurityLog {
  write(entry: RefusalEntry): void;
  /** For `onRefusal` of the network guard. */
  readonly onRefusal: (entry: SecurityEntry) => void;
  /** For the event `access-blocked` of the service. */
  readonly onBlocked: (event: ToolEvents['access-blocked']) => void;
  /** Writes nothing any more. */
  close(): void;
}

export interface SecurityLogOptions {
  /** Made if it is not there, readable by its owner alone. The file before it is kept beside it as `.old`. */
  readonly file: string;
  /** @default 5,000,000 */
  readonly maxBytes?: number | undefined;
  /** Hears why a line could not be written. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Long enough to recognize what was tried, too short to fill a disk with. */
const maxFieldLength = 500;
/** Calls whose refusal the guard has told already, with the host. */
const rememberedCalls = 1000;
// A link of that name is not followed, and a pipe is not waited for; systems that have no such flag add nothing.
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
const openFlags = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK;

/**
 * A file with one line of JSON for each refusal.
 *
 *     const log = createSecurityLog({ file: '/var/lib/toolcrib/security.jsonl' });
 *     const guard = createNetworkGuard({ allow, onRefusal: log.onRefusal });
 *     service.on('access-blocked', log.onBlocked);
 */
export function createSecurityLog({ file, maxBytes = 5_000_000, onError }: SecurityLogOptions): SecurityLog {
  let isOpen = true;
  const told = new Set<string>();

  const write = (entry: RefusalEntry): void => {
    if (!isOpen) return;
    try {
      append(file, toLine(entry), maxBytes);
    } catch (error) {
      report(error, onError);
    }
  };

  return {
    write,
    onRefusal(entry) {
      if (entry.callId !== undefined) remember(told, entry.callId);
      write(entry);
    },
    onBlocked({ time, errorCode, rule, tool, agent, callId, station, error }) {
      // Once for each telling: a provider may give the same id to another call.
      if (errorCode === 'host_not_allowed' && told.delete(callId)) return;
      write({ time, code: errorCode, reason: rule, tool, agent, callId, station, message: error });
    },
    close() {
      isOpen = false;
    },
  };
}

/** Opened anew for each line: another process may have moved the file away, and refusals are rare. */
function append(file: string, line: string, maxBytes: number): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const size = withFile(file, (descriptor) => {
    const before = fstatSync(descriptor).size;
    if (before > 0 && before + line.length > maxBytes) return before;
    writeSync(descriptor, line);
    return 0;
  });
  if (size === 0) return;
  renameSync(file, `${file}.old`);
  withFile(file, (descriptor) => writeSync(descriptor, line));
}

function withFile<T>(file: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(file, openFlags, 0o600);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`${file} is not a regular file`);
    fchmodSync(descriptor, 0o600);
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Known fields only, each cut; what could move or colour a terminal's lines is written as an escape. */
function toLine(entry: RefusalEntry): string {
  const { time, code, reason, tool, agent, callId, station, host, port, address, path, command, message } =
    entry;
  const fields = { code, reason, tool, agent, callId, station, host, port, address, path, command, message };
  const json = JSON.stringify({ time: new Date(time).toISOString(), ...fields }, (_key, value: unknown) =>
    typeof value === 'string' && value.length > maxFieldLength ? `${value.slice(0, maxFieldLength)}…` : value,
  );
  return `${json.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, toEscapes)}\n`;
}

function toEscapes(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

function remember(calls: Set<string>, callId: string): void {
  calls.add(callId);
  const [oldest] = calls;
  if (calls.size > rememberedCalls && oldest !== undefined) calls.delete(oldest);
}

function report(error: unknown, onError: SecurityLogOptions['onError']): void {
  try {
    onError?.(error);
  } catch {
    // A log that fails, and whoever hears of it, must not fail the call that was refused.
  }
}
