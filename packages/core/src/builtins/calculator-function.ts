import type { Quantity } from './calculator-arithmetic.ts';

export interface CalculatorFunction {
  /** The least and the most arguments. */
  readonly takes: readonly [number, number];
  readonly apply: (values: readonly Quantity[]) => Quantity;
}

/** A function under its name. */
export type NamedFunction = readonly [string, CalculatorFunction];

/** A function of one number. */
export function unary(name: string, apply: (value: Quantity) => Quantity): NamedFunction {
  return [name, { takes: [1, 1], apply: ([value]) => apply(value as Quantity) }];
}

/** A function of two numbers. */
export function binary(name: string, apply: (first: Quantity, second: Quantity) => Quantity): NamedFunction {
  return [name, { takes: [2, 2], apply: ([first, second]) => apply(first as Quantity, second as Quantity) }];
}
