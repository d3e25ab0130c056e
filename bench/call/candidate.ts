import type { Operands } from './add.ts';

/** One way to call `add`. */
export interface Candidate {
  readonly name: string;
  /** What it does besides calling the function, as far as the measured path goes. */
  readonly does: string;
  call(operands: Operands): Promise<unknown>;
  /** The sum in what `call` answered. Apart, so that nobody pays for a second async function. */
  read(answer: unknown): unknown;
}

export function itself(answer: unknown): unknown {
  return answer;
}
