import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from 'toolcrib';
import { isWhole } from './calls.ts';

/** How a call ended, as whoever made it was told. */
export interface Answer {
  readonly mark: string;
  readonly status: 'success' | 'error' | 'blocked';
  readonly code: string | undefined;
  readonly output: unknown;
}

interface Entry {
  readonly door: string;
  readonly tool: string;
  readonly answer: Answer;
}

/** What was acknowledged, to be held against what is stored. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  readonly #unanswered = new Map<string, number>();

  acknowledge(entry: Entry): void {
    this.#entries.set(entry.answer.mark, entry);
  }

  /** Nobody was told how the call ended, so that nothing is promised of it. */
  leaveOut(reason: string): void {
    this.#unanswered.set(reason, (this.#unanswered.get(reason) ?? 0) + 1);
  }

  /** How many were answered, by anything that can be said of them. */
  count(by: (entry: Entry) => string): { readonly [name: string]: number } {
    const counts: Record<string, number> = {};
    for (const entry of this.#entries.values()) counts[by(entry)] = (counts[by(entry)] ?? 0) + 1;
    return counts;
  }

  get answered(): number {
    return this.#entries.size;
  }

  get unanswered(): { readonly [reason: string]: number } {
    return Object.fromEntries(this.#unanswered);
  }

  /** Every call of these doors has exactly one record, which says what its caller was told; and no call has two. */
  async compare(store: Store, doors: readonly string[]): Promise<{ records: number; faults: string[] }> {
    const found = new Map<string, string[]>();
    const faults: string[] = [];
    let records = 0;
    for await (const { arguments: given, parentCallId, status, errorCode } of store.history.stream()) {
      records++;
      const [mark] = /soak-\d+-/u.exec(JSON.stringify(given) ?? '') ?? [];
      // Calls of plans are made again when a worker dies; their plans are looked at instead.
      if (mark === undefined || parentCallId?.startsWith('soak-plan')) continue;
      found.set(mark, [...(found.get(mark) ?? []), `${status} ${errorCode ?? ''}`.trim()]);
    }
    for (const [mark, { door, tool, answer }] of this.#entries) {
      if (!doors.includes(door)) continue;
      const said = `${answer.status} ${answer.code ?? ''}`.trim();
      const [first, ...more] = found.get(mark) ?? [];
      if (first === undefined) faults.push(`${mark} ${tool} by ${door} has no record: ${said}`);
      else if (more.length > 0) faults.push(`${mark} ${tool} by ${door} has ${more.length + 1} records`);
      else if (first !== said) faults.push(`${mark} ${tool} by ${door} was told ${said}, recorded ${first}`);
    }
    for (const [mark, all] of found)
      if (all.length > 1 && !this.#entries.has(mark))
        faults.push(`${mark}, never answered, has ${all.length} records`);
    const { ok, problem } = await store.history.verify();
    if (!ok) faults.push(`the chain is broken: ${JSON.stringify(problem)}`);
    return { records, faults };
  }

  /** Every file that was said to be written is there, and whole. */
  compareFiles(folders: { readonly [door: string]: string }): { files: number; faults: string[] } {
    const faults: string[] = [];
    let files = 0;
    for (const [mark, { door, tool, answer }] of this.#entries) {
      if (tool !== 'Write' || answer.status !== 'success') continue;
      files++;
      const file = join(folders[door] ?? '', 'written', `${mark}.txt`);
      const content = readIfThere(file);
      if (content === undefined) faults.push(`${mark} was written and is gone`);
      else if (!isWhole(mark, content)) faults.push(`${mark} was written and is torn`);
    }
    return { files, faults };
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
