import { createError } from '../tool/errors.ts';
import { deepFreeze } from '../tool/json.ts';
import { matchesFilter, type HistoryFilter } from './history-filter.ts';
import type { CallRecord, History } from './record.ts';

/** Keeps the last calls in memory. */
export class MemoryHistory implements History {
  readonly #records: CallRecord[] = [];
  readonly #capacity: number;
  #next = 0;

  /** @param capacity how many records are kept; the oldest go first. */
  constructor({ capacity = 1000 }: { readonly capacity?: number } = {}) {
    if (!Number.isSafeInteger(capacity) || capacity < 1)
      throw createError('invalid_options', { option: 'capacity', expected: 'whole_number_from_1' });
    this.#capacity = capacity;
  }

  append(record: CallRecord): void {
    this.#records[this.#next++ % this.#capacity] = record;
  }

  /** The records that pass the filter, newest first. They are frozen: whoever reads history does not write it. */
  list({ limit = Infinity, ...filter }: HistoryFilter & { readonly limit?: number } = {}): CallRecord[] {
    const found: CallRecord[] = [];
    const oldest = Math.max(0, this.#next - this.#capacity);
    for (let at = this.#next - 1; at >= oldest && found.length < limit; at--) {
      const record = this.#records[at % this.#capacity] as CallRecord;
      if (matchesFilter(record, filter)) found.push(deepFreeze(record));
    }
    return found;
  }
}
