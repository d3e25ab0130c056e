import type { Decimal } from 'decimal.js';
import type { Arithmetic, Quantity } from './calculator-arithmetic.ts';
import { binary, unary, type NamedFunction } from './calculator-function.ts';

export function powers(arithmetic: Arithmetic): readonly NamedFunction[] {
  const { rounded } = arithmetic;
  const logarithm = (name: string, value: Quantity, base: number | Decimal): Quantity => {
    if (!value.decimal.gt(0)) throw new Error(`${name} needs a number above 0`);
    return arithmetic.inexact(new rounded(value.decimal).log(base));
  };
  return [
    unary('sqrt', (value) => root(arithmetic, value, 2)),
    unary('cbrt', (value) => root(arithmetic, value, 3)),
    binary('pow', (base, power) => arithmetic.power(base, power)),
    unary('exp', (value) => exponential(arithmetic, value)),
    unary('ln', (value) => {
      if (!value.decimal.gt(0)) throw new Error('ln needs a number above 0');
      return arithmetic.inexact(new rounded(value.decimal).ln());
    }),
    unary('log10', (value) => logarithm('log10', value, 10)),
    unary('log2', (value) => logarithm('log2', value, 2)),
    binary('log', (value, base) => {
      if (!base.decimal.gt(0) || base.decimal.eq(1))
        throw new Error('log needs a base above 0 that is not 1');
      return logarithm('log', value, new rounded(base.decimal));
    }),
  ];
}

export function exponential(arithmetic: Arithmetic, value: Quantity): Quantity {
  // Beyond this the result leaves the range, and decimal.js would take its time to find out.
  if (value.decimal.abs().gt(2302)) throw new Error('exp takes numbers between -2302 and 2302');
  return arithmetic.inexact(new arithmetic.rounded(value.decimal).exp());
}

export function root(arithmetic: Arithmetic, value: Quantity, degree: 2 | 3): Quantity {
  if (degree === 2 && value.decimal.lt(0)) throw new Error('sqrt needs a number from 0');
  const decimal = new arithmetic.rounded(value.decimal);
  const found = { decimal: degree === 2 ? decimal.sqrt() : decimal.cbrt(), exact: value.exact };
  const back = arithmetic.power(found, arithmetic.whole(degree));
  return arithmetic.checked(found.decimal, back.exact && back.decimal.eq(value.decimal));
}
