import type { Decimal } from 'decimal.js';
import type { Arithmetic, Quantity } from './calculator-arithmetic.ts';
import { binary, unary, type NamedFunction } from './calculator-function.ts';
import { exponential } from './calculator-powers.ts';

/**
 * Angles are in radians. decimal.js takes minutes for atan(1e9999) and for asinh near 0, so every argument is brought
 * into a small interval before it is asked.
 */
export function trigonometry(arithmetic: Arithmetic, pi: Quantity): readonly NamedFunction[] {
  const halfTurn = arithmetic.whole(180);
  const toDegrees = (value: Quantity): Quantity =>
    arithmetic.divide(arithmetic.multiply(value, halfTurn), pi);
  const toRadians = (value: Quantity): Quantity =>
    arithmetic.divide(arithmetic.multiply(value, pi), halfTurn);
  const circle = (name: string, quarters: number): NamedFunction =>
    unary(name, (value) => sine(arithmetic, { name, value, pi, quarters }));
  const [, sin] = circle('sin', 0);
  const [, cos] = circle('cos', 1);
  return [
    ['sin', sin],
    ['cos', cos],
    unary('tan', (value) => {
      const below = cos.apply([value]);
      if (below.decimal.isZero()) throw new Error('tan is not defined here');
      return arithmetic.divide(sin.apply([value]), below);
    }),
    unary('asin', (value) => arithmetic.inexact(inside(arithmetic, value, 'asin').asin())),
    unary('acos', (value) => arithmetic.inexact(inside(arithmetic, value, 'acos').acos())),
    unary('atan', (value) => arctangent(arithmetic, value, pi)),
    binary('atan2', (y, x) => arctangent2(arithmetic, { y, x, pi })),
    ...hyperbolic(arithmetic),
    unary('degrees', toDegrees),
    unary('deg', toDegrees),
    unary('radians', toRadians),
    unary('rad', toRadians),
  ];
}

interface Angle {
  readonly name: string;
  readonly value: Quantity;
  readonly pi: Quantity;
  /** The cosine is the sine a quarter of a turn later. */
  readonly quarters: number;
}

function sine(arithmetic: Arithmetic, { name, value, pi, quarters }: Angle): Quantity {
  if (value.decimal.abs().gt(1e30)) throw new Error(`${name} takes numbers between -1e30 and 1e30`);
  const quarter = new arithmetic.rounded(pi.decimal).div(2);
  const turns = value.decimal.div(quarter).round();
  const rest = arithmetic.subtract(value, arithmetic.inexact(quarter.times(turns))).decimal;
  switch ((turns.mod(4).toNumber() + quarters + 4) % 4) {
    case 0:
      return arithmetic.inexact(new arithmetic.rounded(rest).sin());
    case 1:
      return arithmetic.inexact(new arithmetic.rounded(rest).cos());
    case 2:
      return arithmetic.inexact(new arithmetic.rounded(rest).sin().neg());
    default:
      return arithmetic.inexact(new arithmetic.rounded(rest).cos().neg());
  }
}

function arctangent(arithmetic: Arithmetic, value: Quantity, pi: Quantity): Quantity {
  const decimal = new arithmetic.rounded(value.decimal);
  if (decimal.abs().lte(1)) return arithmetic.inexact(decimal.atan());
  const quarter = pi.decimal.div(decimal.isNegative() ? -2 : 2);
  return arithmetic.inexact(quarter.minus(new arithmetic.rounded(1).div(decimal).atan()));
}

interface Point {
  readonly y: Quantity;
  readonly x: Quantity;
  readonly pi: Quantity;
}

function arctangent2(arithmetic: Arithmetic, { y, x, pi }: Point): Quantity {
  const down = y.decimal.lt(0);
  if (x.decimal.isZero()) {
    if (y.decimal.isZero()) return arithmetic.whole(0);
    return arithmetic.inexact(pi.decimal.div(down ? -2 : 2));
  }
  const angle = arctangent(arithmetic, arithmetic.divide(y, x), pi);
  if (x.decimal.gt(0)) return angle;
  return down ? arithmetic.subtract(angle, pi) : arithmetic.add(angle, pi);
}

function hyperbolic(arithmetic: Arithmetic): readonly NamedFunction[] {
  const { rounded } = arithmetic;
  const both = (value: Quantity): readonly [Decimal, Decimal] => [
    exponential(arithmetic, value).decimal,
    exponential(arithmetic, arithmetic.negate(value)).decimal,
  ];
  const named = (name: string, calculate: (value: Quantity) => Decimal): NamedFunction =>
    unary(name, (value) => {
      // So near to 0 these functions are the number itself, to more digits than we keep.
      if (name !== 'cosh' && name !== 'acosh' && value.decimal.abs().lt(1e-20))
        return arithmetic.inexact(value.decimal);
      return arithmetic.inexact(calculate(value));
    });
  return [
    named('sinh', (value) => {
      const [grows, shrinks] = both(value);
      return grows.minus(shrinks).div(2);
    }),
    named('cosh', (value) => {
      const [grows, shrinks] = both(value);
      return grows.plus(shrinks).div(2);
    }),
    named('tanh', (value) => {
      if (value.decimal.abs().gt(200)) return new rounded(value.decimal.s);
      const [grows, shrinks] = both(value);
      return grows.minus(shrinks).div(grows.plus(shrinks));
    }),
    named('asinh', (value) => {
      const size = new rounded(value.decimal).abs();
      return size.plus(size.times(size).plus(1).sqrt()).ln().times(value.decimal.s);
    }),
    named('acosh', (value) => {
      const decimal = new rounded(value.decimal);
      if (decimal.lt(1)) throw new Error('acosh needs a number from 1');
      return decimal.plus(decimal.times(decimal).minus(1).sqrt()).ln();
    }),
    named('atanh', (value) => {
      const decimal = new rounded(value.decimal);
      if (decimal.abs().gte(1)) throw new Error('atanh needs a number between -1 and 1');
      return decimal.plus(1).div(decimal.neg().plus(1)).ln().div(2);
    }),
  ];
}

function inside(arithmetic: Arithmetic, value: Quantity, name: string): Decimal {
  if (value.decimal.abs().gt(1)) throw new Error(`${name} needs a number from -1 to 1`);
  return new arithmetic.rounded(value.decimal);
}
