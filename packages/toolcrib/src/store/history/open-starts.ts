import { ownLife } from '../plans/runner-life.ts';
import { isGone } from '../process-life.ts';
import type { StartRow } from './batch.ts';
import type { RecordLine } from './record-line.ts';

/** Without its own time limit a call of another machine counts as lost after so long. */
const withoutLimit = 24 * 60 * 60 * 1000;

/** Clocks of machines differ, and a call that has run out of time is recorded a little later. */
const slack = 60_000;

export const startColumns: readonly (keyof StartRow)[] = [
  'id',
  'time',
  'machine',
  'pid',
  'started',
  'lost_at',
  'record',
];

let own: Pick<StartRow, 'machine' | 'pid' | 'started'> | undefined;

/** A call of this process that is about to act. `longest` is how many milliseconds it can take. */
export function toStart({ text, startId = '' }: RecordLine, longest: number): StartRow {
  const { machine, pid, started } = (own ??= ownLife(''));
  const time = Date.now();
  const lost_at = time + Math.min(Math.ceil(longest), withoutLimit) + slack;
  return { id: startId, time, machine, pid, started, lost_at, record: text };
}

/**
 * Whether nobody will tell any more how a call ended. Of a process of this machine the machine knows; of another the call's
 * own time limit tells. Who is wrong about it adds a record that is corrected by the next one.
 */
export function isLost(start: StartRow): boolean {
  const { machine } = (own ??= ownLife(''));
  const known = start.machine === machine ? isGone(start) : undefined;
  return known ?? Date.now() > start.lost_at;
}
