import type { Store } from '../store/store.ts';
import { Problem } from './problem.ts';

/** Milliseconds for which an answer is good: it is open to all, and must not let anybody make the store work. */
const goodFor = 1000;
/** Milliseconds in which the store must answer. */
const patience = 3000;

interface ReadinessOptions {
  readonly store: Pick<Store, 'try' | 'history'>;
  /** Whether more memory is in use than is configured. */
  readonly isMemoryOver: () => boolean;
}

/** Tells whether calls can be decided and recorded now. */
export interface Readiness {
  /** Throws a problem that names what is missing, by codes alone. */
  check(): Promise<void>;
}

export function createReadiness({ store, isMemoryOver }: ReadinessOptions): Readiness {
  let checked: Promise<string | undefined> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const codeOfStore = async (): Promise<string | undefined> => {
    try {
      await within(patience, store.try());
      return store.history.condition().problem?.code;
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : 'store_trouble';
    }
  };
  return {
    async check() {
      const now = performance.now();
      if (checked === undefined || now - checkedAt >= goodFor) {
        checkedAt = now;
        checked = codeOfStore();
      }
      const trouble = await checked;
      const codes = [...(trouble === undefined ? [] : [trouble]), ...(isMemoryOver() ? ['memory'] : [])];
      if (codes.length > 0) throw new Problem('not_ready', { codes });
    },
  };
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(Object.assign(new Error('no answer'), { code: 'timed_out' })),
    milliseconds,
  );
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
