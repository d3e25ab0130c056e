import type { CallRecord } from './record.ts';

/** Which records are wanted; what is left out does not matter. */
export interface HistoryFilter {
  readonly tool?: string | undefined;
  readonly agent?: string | undefined;
  readonly status?: CallRecord['status'] | undefined;
  /** Calls that came in at this time or later, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Calls that came in before this time. */
  readonly until?: number | undefined;
  /** Calls to which their callers gave this id. */
  readonly givenId?: string | undefined;
  /** Calls that are part of this one. */
  readonly parentCallId?: string | undefined;
  /** A piece of what is recorded, as JSON writes it, whatever its case. */
  readonly text?: string | undefined;
}

/** `record` may also be one of a call that still runs. */
export function matchesFilter(
  record: Omit<CallRecord, 'status'> & { readonly status: string },
  filter: HistoryFilter,
): boolean {
  const { tool, agent, status, since, until, givenId, parentCallId, text } = filter;
  return (
    (tool === undefined || record.tool === tool) &&
    (agent === undefined || record.agent === agent) &&
    (status === undefined || record.status === status) &&
    (since === undefined || record.time >= since) &&
    (until === undefined || record.time < until) &&
    (givenId === undefined || record.givenId === givenId) &&
    (parentCallId === undefined || record.parentCallId === parentCallId) &&
    (text === undefined || JSON.stringify(record).toLowerCase().includes(text.toLowerCase()))
  );
}
