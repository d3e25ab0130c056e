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

  /** What was recorded since an earlier answer, as far as it is kept; the oldest first. */
  after(position = 0): { readonly records: readonly CallRecord[]; readonly position: number } {
    const records: CallRecord[] = [];
    for (let at = Math.max(position, this.#next - this.#capacity); at < this.#next; at++)
      records.push(deepFreeze(this.#records[at % this.#capacity] as CallRecord));
    return { records, position: this.#next };
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
