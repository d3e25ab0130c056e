import type { CallRecord } from '../history/record.ts';
import { rollUp, type ToolRollup } from '../history/statistics.ts';
import type { MemoryHistory } from '../history/memory-history.ts';
import { createError } from '../tool/errors.ts';
import type { Use } from './remembered-uses.ts';

/** What is known of past calls: a history in memory, or a store that outlives the process. */
export interface Experience {
  /** The requests that calls have served, and those that people spoke of, since an earlier answer; the oldest first. */
  uses(since?: ExperiencePosition): Promise<NewUses>;
  /** What calls add up to in a period. */
  rollups(period: Period): Promise<readonly ToolRollup[]>;
  /** The latest calls of a tool, newest first; twenty are enough. */
  latest(tool: string): Promise<readonly PastCall[]>;
  /** What people said of calls, the oldest first. */
  feedback(): Promise<readonly Feedback[]>;
}

/** Milliseconds since 1970. */
export interface Period {
  readonly since: number;
  readonly until?: number | undefined;
}

/** Where an answer ended; only who gave it knows what it means. */
export interface ExperiencePosition {
  readonly calls: number;
  readonly feedback: number;
}

export interface NewUses {
  readonly uses: readonly Use[];
  readonly position: ExperiencePosition;
}

export type PastCall = Pick<CallRecord, 'status' | 'errorCode' | 'time'>;

/** What a person says of a call. */
export interface Feedback {
  readonly callId: string;
  readonly tool: string;
  /** The request that the call served, where it is known. */
  readonly task: string | undefined;
  readonly good: boolean;
  readonly words: string | undefined;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** What a call says about the tool and its task; undefined when it says nothing about them. */
export function toUse(record: Pick<CallRecord, 'tool' | 'task' | 'status' | 'errorCode'>): Use | undefined {
  const { tool, task, status } = record;
  if (task === undefined || task.trim() === '') return undefined;
  if (status === 'success') return { tool, task, worth: 1 };
  return isFault(record) ? { tool, task, worth: -0.5 } : undefined;
}

/** A person's word counts for more than a call that ended well. */
export function toUseOfFeedback({ tool, task, good }: Feedback): Use | undefined {
  return task === undefined ? undefined : { tool, task, worth: good ? 2 : -3 };
}

/** Whether a call failed by the tool and not by what it was asked, or by who asked. */
export function isFault({ status, errorCode }: Pick<CallRecord, 'status' | 'errorCode'>): boolean {
  return status === 'error' && !ofTheCaller.has(errorCode ?? '');
}

const ofTheCaller: ReadonlySet<string> = new Set([
  'invalid_arguments',
  'invalid_options',
  'unknown_variable',
  'tool_not_found',
  'version_not_found',
  'bad_request',
  'not_found',
  'builtin_failed',
  'not_recorded',
  'cancelled',
]);

/** The experience of one process, over the calls that a `MemoryHistory` holds. */
export class MemoryExperience implements Experience {
  readonly #history: MemoryHistory;
  readonly #feedback: Feedback[] = [];

  constructor(history: MemoryHistory) {
    this.#history = history;
  }

  /** What a person says of a call. Throws when the history does not hold it. */
  say(callId: string, good: boolean, words?: string): Feedback {
    const record = this.#history.list().find((call) => call.callId === callId);
    if (record === undefined)
      throw createError('invalid_options', { option: 'callId', expected: 'recorded_call' });
    const { tool, task } = record;
    const feedback = { callId, tool, task, good, words, time: Date.now() };
    this.#feedback.push(feedback);
    return feedback;
  }

  async uses({ calls, feedback }: ExperiencePosition = { calls: 0, feedback: 0 }): Promise<NewUses> {
    const { records, position } = this.#history.after(calls);
    const said = this.#feedback.slice(feedback);
    const uses = [...records.map(toUse), ...said.map(toUseOfFeedback)].filter((use) => use !== undefined);
    return { uses, position: { calls: position, feedback: this.#feedback.length } };
  }

  async rollups(period: Period): Promise<readonly ToolRollup[]> {
    return rollUp(this.#history.list(period));
  }

  async latest(tool: string): Promise<readonly PastCall[]> {
    return this.#history.list({ tool, limit: 20 });
  }

  async feedback(): Promise<readonly Feedback[]> {
    return this.#feedback;
  }
}
