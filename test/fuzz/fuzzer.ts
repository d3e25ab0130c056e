import fc from 'fast-check';

/** Things that are made at random and held against what must be true of all of them. */
export interface Fuzzer {
  readonly name: string;
  /** What is held against what. */
  readonly about: string;
  /** How many are tried in one go. */
  readonly go: number;
  /** How many the tests try. */
  readonly few: number;
  /** Why this machine cannot. */
  readonly hindrance?: () => Promise<string | undefined>;
  readonly open: () => Promise<Attack>;
}

interface Attack {
  /** Tries so many, the same ones for the same seed, and tells what was wrong. */
  run(seed: number, count: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What a property is broken by, made as small as it can be. */
export async function faultsOf<Drawn>(
  property: fc.IRawProperty<Drawn>,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<string[]> {
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: count });
  if (!failed) return [];
  const reason = errorInstance instanceof Error ? (errorInstance.stack ?? '') : String(errorInstance);
  return [`${fc.stringify(counterexample)}\n${reason}`];
}

/** Where nothing is let through, nothing is proven. */
export function tooFew(what: string, found: number, least: number): string[] {
  return found >= least ? [] : [`only ${found} ${what}: that proves nothing`];
}
