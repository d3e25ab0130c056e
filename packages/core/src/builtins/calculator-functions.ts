import type { Decimal } from 'decimal.js';
import type { Arithmetic, Quantity } from './calculator-arithmetic.ts';
import { binary, unary, type CalculatorFunction, type NamedFunction } from './calculator-function.ts';
import { hyperbolic } from './calculator-hyperbolic.ts';
import { powers, root } from './calculator-powers.ts';
import { trigonometry } from './calculator-trigonometry.ts';
import { problem } from './problem.ts';

/** What names mean in an expression. Maps, because `constructor` must mean nothing. */
export interface CalculatorNames {
  readonly constants: ReadonlyMap<string, Quantity>;
  readonly functions: ReadonlyMap<string, CalculatorFunction>;
}

export function createNames(arithmetic: Arithmetic): CalculatorNames {
  const { rounded } = arithmetic;
  const pi = arithmetic.inexact(rounded.acos(-1));
  const tau = arithmetic.multiply(arithmetic.whole(2), pi);
  const phi = arithmetic.inexact(rounded.sqrt(5).plus(1).div(2));
  return {
    constants: new Map([
      ['pi', pi],
      ['π', pi],
      ['tau', tau],
      ['τ', tau],
      ['e', arithmetic.inexact(rounded.exp(1))],
      ['phi', phi],
      ['φ', phi],
    ]),
    functions: new Map([
      ...roundings(arithmetic),
      ...collections(arithmetic),
      ...integers(arithmetic),
      ...powers(arithmetic),
      ...trigonometry(arithmetic, pi),
      ...hyperbolic(arithmetic),
    ]),
  };
}

function roundings(arithmetic: Arithmetic): readonly NamedFunction[] {
  const settle = (name: string, operation: (decimal: Decimal) => Decimal): NamedFunction =>
    unary(name, (value) => arithmetic.combine([arithmetic.settled(value)], operation));
  return [
    unary('abs', (value) => arithmetic.combine([value], (x) => x.abs())),
    unary('sign', (value) => arithmetic.whole(value.decimal.isZero() ? 0 : value.decimal.s)),
    settle('floor', (x) => x.floor()),
    settle('ceil', (x) => x.ceil()),
    settle('trunc', (x) => x.trunc()),
    [
      'round',
      {
        takes: [1, 2],
        apply: ([value, digits]) => {
          const places = digits === undefined ? 0 : integer(digits, 'round').toNumber();
          if (Math.abs(places) > 100) {
            throw problem('outside_domain', { function: 'round', domain: '-100 ≤ digits ≤ 100' });
          }
          const shift = arithmetic.power(arithmetic.whole(10), arithmetic.whole(Math.abs(places)));
          return arithmetic.combine([arithmetic.settled(value as Quantity), shift], (x, by) =>
            places < 0 ? x.div(by).round().times(by) : x.toDecimalPlaces(places),
          );
        },
      },
    ],
  ];
}

function collections(arithmetic: Arithmetic): readonly NamedFunction[] {
  const sum = (values: readonly Quantity[]): Quantity =>
    values.reduce((total, value) => arithmetic.add(total, value), arithmetic.whole(0));
  const mean = (values: readonly Quantity[]): Quantity =>
    arithmetic.divide(sum(values), arithmetic.whole(values.length));
  const sorted = (values: readonly Quantity[]): readonly Quantity[] =>
    values.toSorted((one, other) => one.decimal.cmp(other.decimal));
  const median = (values: readonly Quantity[]): Quantity => {
    const half = Math.floor(values.length / 2);
    return mean(sorted(values).slice(values.length % 2 === 0 ? half - 1 : half, half + 1));
  };
  const any = (name: string, apply: CalculatorFunction['apply']): NamedFunction => [
    name,
    { takes: [1, Infinity], apply },
  ];
  return [
    any('min', (values) => sorted(values)[0] as Quantity),
    any('max', (values) => sorted(values).at(-1) as Quantity),
    any('sum', sum),
    any('avg', mean),
    any('mean', mean),
    any('median', median),
    any('hypot', (values) =>
      root(arithmetic, sum(values.map((value) => arithmetic.multiply(value, value))), 2),
    ),
  ];
}

function integers(arithmetic: Arithmetic): readonly NamedFunction[] {
  const divisor = (one: bigint, other: bigint): bigint => {
    let [a, b] = [one, other];
    while (b !== 0n) [a, b] = [b, a % b];
    return a;
  };
  const fold = (name: string, step: (one: bigint, other: bigint) => bigint): NamedFunction => [
    name,
    {
      takes: [1, 100],
      apply: (values) =>
        values
          .map((value) => arithmetic.whole(toBigInt(integer(arithmetic.settled(value), name).abs())))
          // Each step is checked: the least common multiple of many numbers grows without end.
          .reduce((one, other) => {
            arithmetic.spend(1 + (one.decimal.e * other.decimal.e) / 20_000);
            return arithmetic.whole(step(toBigInt(one.decimal), toBigInt(other.decimal)));
          }),
    },
  ];
  return [
    fold('gcd', divisor),
    fold('lcm', (one, other) => (one === 0n || other === 0n ? 0n : (one / divisor(one, other)) * other)),
    unary('factorial', (value) => arithmetic.factorial(value)),
    binary('mod', (value, by) => {
      const remainder = arithmetic.remainder(value, by);
      const turned = !remainder.decimal.isZero() && remainder.decimal.s !== by.decimal.s;
      return turned ? arithmetic.add(remainder, by) : remainder;
    }),
  ];
}

function toBigInt(decimal: Decimal): bigint {
  return BigInt(decimal.toFixed());
}

function integer(value: Quantity, name: string): Decimal {
  if (!value.decimal.isInteger()) throw problem('not_whole', { function: name });
  return value.decimal;
}
