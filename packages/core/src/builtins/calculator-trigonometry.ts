import type { Decimal } from 'decimal.js';
import type { Arithmetic, Quantity } from './calculator-arithmetic.ts';
import { binary, unary, type NamedFunction } from './calculator-function.ts';
import { problem } from './problem.ts';

/** Angles are in radians. */
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
      if (below.decimal.isZero()) {
        throw problem('outside_domain', { function: 'tan', domain: 'x ≠ π/2 + kπ' });
      }
      return arithmetic.divide(sin.apply([value]), below);
    }),
    unary('asin', (value) => arcsine(arithmetic, value, pi)),
    unary('acos', (value) => arccosine(arithmetic, value, pi)),
    unary('atan', (value) => arithmetic.inexact(arctangent(arithmetic, value.decimal, pi))),
    binary('atan2', (y, x) => arctangent2(arithmetic, { y, x, pi })),
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

/** The angle is brought near 0 first: decimal.js takes its time with large ones. */
function sine(arithmetic: Arithmetic, { name, value, pi, quarters }: Angle): Quantity {
  if (value.decimal.abs().gt(1e30)) {
    throw problem('outside_domain', { function: name, domain: '-1e30 ≤ x ≤ 1e30' });
  }
  arithmetic.spend(35);
  const quarter = new arithmetic.rounded(pi.decimal).div(2);
  const turns = new arithmetic.rounded(value.decimal).div(quarter).round();
  const rest = arithmetic.subtract(value, arithmetic.inexact(quarter.times(turns)));
  const near = arithmetic.round(rest.decimal);
  switch ((turns.mod(4).toNumber() + quarters + 4) % 4) {
    case 0:
      return arithmetic.inexact(near.sin());
    case 1:
      return arithmetic.inexact(near.cos());
    case 2:
      return arithmetic.inexact(near.sin().neg());
    default:
      return arithmetic.inexact(near.cos().neg());
  }
}

/** asin(x) = atan(x / √((1 - x)(1 + x))). */
function arcsine(arithmetic: Arithmetic, value: Quantity, pi: Quantity): Quantity {
  const [below, above] = distancesFromOne(arithmetic, value, 'asin');
  if (below.isZero() || above.isZero()) return arithmetic.inexact(pi.decimal.div(2 * value.decimal.s));
  const tangent = arithmetic.round(value.decimal).div(below.times(above).sqrt());
  return arithmetic.inexact(arctangent(arithmetic, tangent, pi));
}

/** acos(x) = 2 atan(√((1 - x) / (1 + x))), which stays true near 1. */
function arccosine(arithmetic: Arithmetic, value: Quantity, pi: Quantity): Quantity {
  const [below, above] = distancesFromOne(arithmetic, value, 'acos');
  if (above.isZero()) return pi;
  return arithmetic.inexact(arctangent(arithmetic, below.div(above).sqrt(), pi).times(2));
}

function distancesFromOne(arithmetic: Arithmetic, { decimal }: Quantity, name: string): [Decimal, Decimal] {
  if (decimal.abs().gt(1)) throw problem('outside_domain', { function: name, domain: '-1 ≤ x ≤ 1' });
  const one = new arithmetic.rounded(1);
  return [one.minus(decimal), one.plus(decimal)];
}

/**
 * By halving the angle until its tangent is small, and then Taylor's series. decimal.js halves it 28 times, whatever
 * it is, and takes ten times as long.
 */
function arctangent(arithmetic: Arithmetic, decimal: Decimal, pi: Quantity): Decimal {
  if (decimal.isZero()) return decimal;
  if (decimal.abs().gt(1)) {
    const rest = arctangent(arithmetic, new arithmetic.rounded(1).div(decimal), pi);
    return pi.decimal.div(2 * decimal.s).minus(rest);
  }
  arithmetic.spend(45);
  let tangent = arithmetic.round(decimal);
  let halvings = 0;
  for (; tangent.abs().gt(0.05); halvings++) {
    tangent = tangent.div(tangent.times(tangent).plus(1).sqrt().plus(1));
  }
  const square = tangent.times(tangent).neg();
  let [sum, power] = [tangent, tangent];
  for (let odd = 3; power.e > sum.e - 75; odd += 2) {
    power = power.times(square);
    sum = sum.plus(power.div(odd));
  }
  return sum.times(2 ** halvings);
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
  const { decimal } = arithmetic.divide(y, x);
  const angle = arithmetic.inexact(arctangent(arithmetic, decimal, pi));
  if (x.decimal.gt(0)) return angle;
  return down ? arithmetic.subtract(angle, pi) : arithmetic.add(angle, pi);
}
