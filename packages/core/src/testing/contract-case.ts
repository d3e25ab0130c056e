/** One thing that every implementation of a port must do, for any test runner. */
export interface ContractCase {
  readonly title: string;
  readonly check: () => Promise<void>;
}

export function equal(actual: unknown, expected: unknown, what: string): void {
  ensure(
    JSON.stringify(actual) === JSON.stringify(expected),
    `${what} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`,
  );
}

export function ensure(fact: boolean, message: string): void {
  if (!fact) throw new Error(message);
}
