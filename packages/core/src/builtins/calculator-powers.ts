import type { Decimal } from 'decimal.js';
import type { Arithmetic, Quantity } from './calculator-arithmetic.ts';
import { binary, unary, type NamedFunction } from './calculator-function.ts';
import { problem } from './problem.ts';

export function powers(arithmetic: Arithmetic): readonly NamedFunction[] {
  const { rounded } = arithmetic;
  const logarithm = (name: string, value: Quantity, base: number | Decimal): Quantity => {
    if (!value.decimal.gt(0)) throw problem('outside_domain', { function: name, domain: 'x > 0' });
    arithmetic.spend(80);
    return arithmetic.inexact(new rounded(value.decimal).log(base));
  };
  return [
    unary('sqrt', (value) => root(arithmetic, value, 2)),
    unary('cbrt', (value) => root(arithmetic, value, 3)),
    binary('pow', (base, power) => arithmetic.power(base, power)),
    unary('exp', (value) => exponential(arithmetic, value, 'exp')),
    unary('ln', (value) => {
      if (!value.decimal.gt(0)) throw problem('outside_domain', { function: 'ln', domain: 'x > 0' });
      arithmetic.spend(45);
      return arithmetic.inexact(new rounded(value.decimal).ln());
    }),
    unary('log10', (value) => logarithm('log10', value, 10)),
    unary('log2', (value) => logarithm('log2', value, 2)),
    binary('log', (value, base) => {
      if (!base.decimal.gt(0) || base.decimal.eq(1)) {
        throw problem('outside_domain', { function: 'log', domain: 'base > 0, base ≠ 1' });
      }
      return logarithm('log', value, new rounded(base.decimal));
    }),
  ];
}

export function exponential(arithmetic: Arithmetic, value: Quantity, name: string): Quantity {
  // Beyond this the result leaves the range, and decimal.js would take its time to find out.
  if (value.decimal.abs().gt(2302)) {
    throw problem('outside_domain', { function: name, domain: '-2302 ≤ x ≤ 2302' });
  }
  arithmetic.spend(35);
  return arithmetic.inexact(arithmetic.round(value.decimal).exp());
}

export function root(arithmetic: Arithmetic, value: Quantity, degree: 2 | 3): Quantity {
  if (degree === 2 && value.decimal.lt(0)) {
    throw problem('outside_domain', { function: 'sqrt', domain: 'x ≥ 0' });
  }
  arithmetic.spend(5 + value.decimal.precision() / 20);
  const decimal = new arithmetic.rounded(value.decimal);
  const found = degree === 2 ? decimal.sqrt() : decimal.cbrt();
  return arithmetic.checked(found, arithmetic.isRoot(found, degree, value));
}
