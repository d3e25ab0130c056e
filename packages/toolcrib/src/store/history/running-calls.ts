import type { Selectable } from 'kysely';
import { ownLife } from '../plans/runner-life.ts';
import { isGone } from '../process-life.ts';
import type { StartsTable } from '../databases/tables.ts';
import { parseRecord, type RecordLine } from './record-line.ts';
import type { RunningCall } from './stored-history.ts';

/** A call that is about to run, as it is written down before it does. */
export type StartRow = Selectable<StartsTable>;

/** Milliseconds between two signs of life of a process with running calls. */
export const beatEveryMs = 5000;

/** A process that cannot be looked at and gave no sign of life for so long is gone. */
const silentForMs = 60_000;

export const startColumns: readonly (keyof StartRow)[] = [
  'id',
  'time',
  'machine',
  'pid',
  'started',
  'seen_at',
  'record',
];

type Life = Pick<StartRow, 'machine' | 'pid' | 'started'>;

let own: Life | undefined;

/** How others find out whether this process lives. */
export function ownProcess(): Life {
  if (own === undefined) {
    const { machine, pid, started } = ownLife('');
    own = { machine, pid, started };
  }
  return own;
}

export function toStart({ text, startId = '' }: RecordLine): StartRow {
  const time = Date.now();
  return { id: startId, time, ...ownProcess(), seen_at: time, record: text };
}

/** Of a start record, what tells whether its process lives. */
export type StartLife = Omit<StartRow, 'record' | 'time'>;

/**
 * Tells whether the process of a call is gone; `now` is by the clock that `seen_at` was taken from. A process of this machine,
 * container and boot is looked up by its number and start time, so that one that is frozen still lives. Any other is gone when
 * it gave no sign of life. Each process is looked up once.
 */
export function createLossCheck(): (start: StartLife, now: number) => boolean {
  const { machine: here } = ownProcess();
  const gone = new Map<string, boolean | undefined>();
  return ({ machine, pid, started, seen_at }, now) => {
    const key = `${pid} ${started}`;
    if (machine === here && !gone.has(key)) gone.set(key, isGone({ pid, started }));
    return (machine === here ? gone.get(key) : undefined) ?? now - seen_at > silentForMs;
  };
}

/** Without those that have ended since: whoever reads what runs first, and then the records, misses none. */
export function stillRunning(
  running: readonly RunningCall[],
  records: readonly { readonly startId?: string | undefined }[],
): RunningCall[] {
  const ended = new Set(records.map(({ startId }) => startId));
  return running.filter(({ startId }) => !ended.has(startId));
}

export function toRunningCall({ record }: Pick<StartRow, 'record'>): RunningCall {
  const nothing = { error: undefined, errorCode: undefined, errorType: undefined, errorData: undefined };
  const ending = { station: undefined, outcomeUnknown: false, status: 'running' } as const;
  return { ...parseRecord(record), ...nothing, ...ending };
}
