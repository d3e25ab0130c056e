import { sampleRecord } from '@toolcrib/core/testing';
import type { Store } from '../../packages/toolcrib/src/store/store.ts';
import { ask, countOf, type Serving } from './serving.ts';

/** So many records with so many kilobytes of arguments, and of output, each. */
export async function recordFat(store: Store, records: number, kilobytes: number): Promise<void> {
  for (let n = 1; n <= records; n++) {
    const output = { text: `${n} ${'x'.repeat(kilobytes * 1024)}` };
    await store.history.append(
      sampleRecord({ callId: `fat_${n}`, time: Date.now(), agent: 'user', arguments: output, output }),
    );
    if (n % 20 === 0) await store.history.flush();
  }
  await store.history.flush();
}

export interface MemoryReport {
  readonly peakMegabytes: number;
  /** How many answers had which status. */
  readonly statuses: { readonly [status: string]: number };
  /** Answers that were cut off. */
  readonly cut: number;
  /** Bytes of the longest answer. */
  readonly bytes: number;
}

/** So many times the same request at once, with one token that may only read. */
export async function flood(
  serving: Serving,
  path: string,
  { times, stall }: { readonly times: number; readonly stall?: number },
): Promise<MemoryReport> {
  const { token } = await serving.store.tokens.create({ name: 'reader', scopes: ['read'] });
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      ask(serving.address, path, { token, ...(stall !== undefined && { stall }) }).catch(() => ({
        status: 0,
        bytes: 0,
        isWhole: false,
      })),
    ),
  );
  return {
    peakMegabytes: serving.peakMegabytes(),
    statuses: countOf(answers.map(({ status }) => status)),
    cut: answers.filter(({ status, isWhole }) => status === 200 && !isWhole).length,
    bytes: Math.max(...answers.map(({ status, bytes }) => (status === 200 ? bytes : 0))),
  };
}
