import type { BatchTarget } from './batch.ts';
import type { MissingRecords } from './missing-records.ts';
import type { RecordLine } from './record-line.ts';
import type { HistoryGap } from './stored-history.ts';

export interface LostRecordsOptions {
  readonly missing: MissingRecords;
  /** Hears how many are lost. */
  readonly onLost: (count: number, detail: string) => void;
}

/** Records that only the memory of this process holds, and the times of their calls. */
interface Waiting {
  readonly records: number;
  readonly since: number | undefined;
  readonly until: number | undefined;
}

/** Counts the records that neither the store nor the journal took, exactly, and has the chain tell of them. */
export class LostRecords {
  readonly #options: LostRecordsOptions;
  #gap: HistoryGap | undefined = undefined;
  #detail = '';
  #told = 0;
  /** Start records whose calls have ended, and whose end is lost: nobody will hear how. */
  readonly #ends = new Set<string>();

  constructor(options: LostRecordsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#gap?.records ?? 0;
  }

  /** Whether the record of how a call ended is lost, although its start record was written. */
  hasEnd(startId: string): boolean {
    return this.#ends.has(startId);
  }

  /** A call that was recorded before it ran is not missing: its start record says that its outcome is unknown. */
  lose(lines: readonly RecordLine[], cause: unknown): void {
    this.#detail = String(cause);
    for (const { isStarted, startId } of lines)
      if (isStarted === true && startId !== undefined) this.#ends.add(startId);
    const times = lines.filter(({ isStarted }) => isStarted !== true).map(({ time }) => time);
    if (times.length === 0) return;
    const since = times.reduce((one, other) => Math.min(one, other), this.#gap?.since ?? Infinity);
    const until = times.reduce((one, other) => Math.max(one, other), this.#gap?.until ?? 0);
    this.#gap = { records: this.count + times.length, since, until };
  }

  /** Says how many are lost, unless that was said. */
  tell(): void {
    if (this.count === this.#told) return;
    this.#told = this.count;
    this.#options.onLost(this.count, this.#detail);
  }

  get isTold(): boolean {
    return this.#told > 0;
  }

  /** While the store fails, the count outlives this process. */
  note(waiting: Waiting): void {
    const { missing } = this.#options;
    if (this.count === 0 && waiting.records === 0) {
      missing.clear();
      return;
    }
    const since = this.#gap?.since ?? waiting.since ?? 0;
    const until = waiting.until ?? this.#gap?.until ?? since;
    missing.note({ lost: this.count, waiting: waiting.records, since, until });
  }

  /** The store can be written again: a gap in the chain tells what is missing. */
  async chain(target: BatchTarget): Promise<void> {
    const { missing } = this.#options;
    const gap = this.#gap;
    if (gap === undefined) return;
    this.tell();
    await target.write({ writer: missing.name, number: 1, lines: [], gap });
    missing.clear();
    // More may have been lost while this was written.
    const records = this.count - gap.records;
    this.#gap = records > 0 ? { ...gap, records } : undefined;
    this.#told = 0;
  }
}
