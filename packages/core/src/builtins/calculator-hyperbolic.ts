import type { Decimal } from 'decimal.js';
import type { Arithmetic, Quantity } from './calculator-arithmetic.ts';
import { unary, type NamedFunction } from './calculator-function.ts';
import { exponential } from './calculator-powers.ts';
import { problem } from './problem.ts';

/** By exponentials and logarithms: decimal.js takes minutes for asinh near 0. */
export function hyperbolic(arithmetic: Arithmetic): readonly NamedFunction[] {
  const { rounded } = arithmetic;
  const exponentials = (value: Quantity, name: string): readonly [Decimal, Decimal] => {
    const grows = exponential(arithmetic, value, name).decimal;
    return [grows, new rounded(1).div(grows)];
  };
  const calculated = (name: string, calculate: (value: Quantity) => Decimal): NamedFunction =>
    unary(name, (value) => arithmetic.inexact(calculate(value)));
  // Such a function is nearly the number itself near 0: there it is, to more digits than are shown.
  const odd = (name: string, calculate: (value: Quantity) => Decimal): NamedFunction =>
    calculated(name, (value) => (value.decimal.abs().lt(1e-20) ? value.decimal : calculate(value)));
  const asinh = (decimal: Decimal): Decimal => {
    if (decimal.abs().lt(1e-20)) return decimal;
    arithmetic.spend(45);
    const size = decimal.abs();
    return size.plus(size.times(size).plus(1).sqrt()).ln().times(decimal.s);
  };
  return [
    odd('sinh', (value) => {
      const [grows, shrinks] = exponentials(value, 'sinh');
      return grows.minus(shrinks).div(2);
    }),
    calculated('cosh', (value) => {
      const [grows, shrinks] = exponentials(value, 'cosh');
      return grows.plus(shrinks).div(2);
    }),
    odd('tanh', (value) => {
      if (value.decimal.abs().gt(200)) return new rounded(value.decimal.s);
      const [grows, shrinks] = exponentials(value, 'tanh');
      return grows.minus(shrinks).div(grows.plus(shrinks));
    }),
    calculated('asinh', (value) => asinh(arithmetic.round(value.decimal))),
    calculated('acosh', (value) => {
      if (value.decimal.lt(1)) throw problem('outside_domain', { function: 'acosh', domain: 'x ≥ 1' });
      // 2 asinh(√((x - 1) / 2)), which stays true near 1.
      return asinh(new rounded(value.decimal).minus(1).div(2).sqrt()).times(2);
    }),
    odd('atanh', (value) => {
      const decimal = new rounded(value.decimal);
      if (decimal.abs().gte(1)) {
        throw problem('outside_domain', { function: 'atanh', domain: '-1 < x < 1' });
      }
      arithmetic.spend(45);
      return decimal.plus(1).div(decimal.neg().plus(1)).ln().div(2);
    }),
  ];
}
