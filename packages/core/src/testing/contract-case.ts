/** One thing that every implementation of a port must do, for any test runner. */
export interface ContractCase {
  readonly title: string;
  readonly check: () => Promise<void>;
}

/** One thing that every store of a kind must do, when it is empty and has this clock. */
export interface StoreCase<Store> {
  readonly title: string;
  readonly check: (store: Store, time: { now: number }) => Promise<void>;
}

/** The cases, each with a store of its own. */
export function withStores<Store>(
  cases: readonly StoreCase<Store>[],
  create: (now: () => number) => Store | Promise<Store>,
): ContractCase[] {
  return cases.map(({ title, check }) => ({
    title,
    async check() {
      const time = { now: 1_700_000_000_000 };
      await check(await create(() => time.now), time);
    },
  }));
}

export function equal(actual: unknown, expected: unknown, what = 'the value'): void {
  ensure(
    JSON.stringify(actual) === JSON.stringify(expected),
    `${what} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`,
  );
}

export function ensure(fact: boolean, message: string): void {
  if (!fact) throw new Error(message);
}

/** The code of the error that a promise ends with; what else it ends with is told as it is. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise;
  } catch (error) {
    return (error as { readonly code?: unknown }).code ?? error;
  }
}
