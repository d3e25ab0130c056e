import type { JsonValue } from '../schema/json-schema.ts';
import { canonicalJson } from '../tool/canonical-json.ts';
import { createError } from '../tool/errors.ts';
import type { CallRecord } from './record.ts';

/**
 * Recorded calls that answer the same calls again. A service with a recording executes nothing: each call gets what was
 * recorded for its tool and its arguments, in the order in which it was recorded, and one that was never recorded fails.
 *
 *     const recording = new Recording(history.list());
 *     const service = new ToolService({ recording });
 */
export class Recording {
  readonly #calls = new Map<string, RecordedCalls>();

  /** @param records in any order; those that were not executed, or whose arguments were not kept, answer nothing. */
  constructor(records: Iterable<CallRecord>) {
    for (const record of oldestFirst([...records])) {
      if (!isAnswer(record)) continue;
      const { tool } = record;
      const given = canonicalJson(record.arguments);
      const key = `${tool} ${given}`;
      const calls = this.#calls.get(key) ?? { tool, arguments: given, records: [], answered: 0 };
      calls.records.push(record);
      this.#calls.set(key, calls);
    }
  }

  /** The record that answers a call. Throws `not_recorded` when there is none, or none that is left. */
  answer(tool: string, given: JsonValue): CallRecord {
    const wanted = canonicalJson(given);
    const calls = this.#calls.get(`${tool} ${wanted}`);
    const record = calls?.records[calls.answered];
    if (calls === undefined || record === undefined)
      throw createError('not_recorded', { tool, arguments: wanted, ...this.#missed(tool, wanted, calls) });
    calls.answered++;
    return record;
  }

  /** Recorded calls that have not been made again: none, when a test has seen everything it should. */
  unused(): CallRecord[] {
    return [...this.#calls.values()].flatMap(({ records, answered }) => records.slice(answered));
  }

  #missed(tool: string, wanted: string, calls: RecordedCalls | undefined): Missed {
    if (calls !== undefined) return { times: calls.records.length };
    const sameTool = [...this.#calls.values()].filter((recorded) => recorded.tool === tool);
    const tools = [...new Set([...this.#calls.values()].map((recorded) => recorded.tool))];
    return sameTool.length === 0 ? { tools } : { nearest: nearest(wanted, sameTool) };
  }
}

interface RecordedCalls {
  readonly tool: string;
  /** As canonical JSON. */
  readonly arguments: string;
  readonly records: CallRecord[];
  answered: number;
}

interface Missed {
  readonly times?: number;
  readonly tools?: readonly string[];
  readonly nearest?: string;
}

type Answer = CallRecord & { readonly arguments: JsonValue };

/** What was refused before it was executed is refused again, by the same stations. */
function isAnswer(record: CallRecord): record is Answer {
  const executed = record.station === undefined || record.station === 'execute';
  return executed && record.arguments !== undefined;
}

/** A history lists the newest first; of two at the same time the one that is listed later came earlier. */
function oldestFirst(records: readonly CallRecord[]): readonly CallRecord[] {
  const newestFirst = (records[0]?.time ?? 0) > (records.at(-1)?.time ?? 0);
  const inOrder = newestFirst ? records.toReversed() : records;
  return inOrder.toSorted((one, other) => one.time - other.time);
}

/** The recorded arguments that have the longest beginning and end in common with the wanted ones. */
function nearest(wanted: string, recorded: readonly RecordedCalls[]): string {
  const inCommon = (text: string): number => {
    const most = Math.min(wanted.length, text.length);
    let [start, end] = [0, 0];
    while (start < most && wanted[start] === text[start]) start++;
    while (end < most - start && wanted.at(-1 - end) === text.at(-1 - end)) end++;
    return (start + end) / Math.max(wanted.length, text.length);
  };
  const texts = recorded.map((calls) => calls.arguments);
  return texts.reduce((best, text) => (inCommon(text) > inCommon(best) ? text : best));
}
