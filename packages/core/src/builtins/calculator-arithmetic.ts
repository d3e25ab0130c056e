import type { Decimal } from 'decimal.js';
import { problem } from './problem.ts';

type DecimalClass = typeof Decimal;

/** A number, and whether it is exactly the one that was asked for: 1/4 is, 1/3 and sqrt(2) are not. */
export interface Quantity {
  readonly decimal: Decimal;
  readonly exact: boolean;
}

/** Of about ten microseconds each. */
const maxSteps = 2000;
const maxDigits = 1000;

/**
 * Decimal arithmetic that cannot be made to run away. Numbers lie between 1e-1000 and 1e1000; integers in that range
 * are always exact, fractions as long as they need no more than 1,000 digits. What is not exact carries 70 digits.
 * Every operation is paid for by what it takes, and one expression has so many steps.
 */
export class Arithmetic {
  #steps = maxSteps;
  /** Wide enough for the exact product of any two numbers of 1,000 digits. */
  readonly #exact: DecimalClass;
  readonly #long: DecimalClass;
  /** What inexact results are rounded to. */
  readonly rounded: DecimalClass;

  constructor(decimals: DecimalClass) {
    // The range is not given to decimal.js: its series never end when their terms may underflow to 0.
    this.#exact = decimals.clone({ defaults: true, precision: 2200 });
    this.#long = decimals.clone({ defaults: true, precision: 1000 });
    this.rounded = decimals.clone({ defaults: true, precision: 70 });
  }

  /** Pays for work that takes this long. Whoever calls a slow function of decimal.js pays first. */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw problem('too_much_work', { limit: maxSteps });
  }

  parse(text: string): Quantity {
    const decimal = new this.#exact(text);
    if (decimal.isZero() && /^[^e]*[1-9]/u.test(text)) throw tooSmall(); // underflow
    return this.checked(decimal, true);
  }

  whole(value: number | bigint): Quantity {
    return this.checked(new this.#exact(value.toString()), true);
  }

  /** To the digits that inexact results have: with more of them, functions only take longer. */
  round(decimal: Decimal): Decimal {
    return new this.rounded(decimal).toSignificantDigits(70);
  }

  inexact(decimal: Decimal): Quantity {
    return this.checked(decimal, false);
  }

  /** Applies an operation whose result is as exact as what it is made of. */
  combine(quantities: readonly Quantity[], operation: (...decimals: Decimal[]) => Decimal): Quantity {
    const exact = quantities.every((quantity) => quantity.exact);
    const precision = exact ? this.#exact : this.rounded;
    return this.checked(operation(...quantities.map(({ decimal }) => new precision(decimal))), exact);
  }

  add(left: Quantity, right: Quantity): Quantity {
    this.spend(1);
    const sum = this.combine([left, right], (x, y) => x.plus(y));
    if (sum.exact || sum.decimal.isZero()) return sum;
    // What is left when rounded numbers cancel out, as in sqrt(2)^2 - 2, is only their error.
    const size = Math.max(left.decimal.e, right.decimal.e);
    return sum.decimal.e < size - 60 ? { decimal: new this.rounded(0), exact: false } : sum;
  }

  subtract(left: Quantity, right: Quantity): Quantity {
    return this.add(left, this.negate(right));
  }

  negate(quantity: Quantity): Quantity {
    return { decimal: quantity.decimal.neg(), exact: quantity.exact };
  }

  multiply(left: Quantity, right: Quantity): Quantity {
    this.spend(1 + (left.decimal.precision() * right.decimal.precision()) / 25_000);
    return this.combine([left, right], (x, y) => x.times(y));
  }

  divide(left: Quantity, right: Quantity): Quantity {
    if (right.decimal.isZero()) throw problem('division_by_zero', {});
    if (left.decimal.isZero()) return left;
    const digits = right.decimal.precision();
    this.spend(digits < 8 ? 1 : 5 + digits / 10);
    if (left.exact && right.exact) {
      const quotient = new this.#long(left.decimal).div(right.decimal);
      if (new this.#exact(quotient).times(right.decimal).eq(left.decimal))
        return this.checked(quotient, true);
    }
    return this.inexact(new this.rounded(left.decimal).div(right.decimal));
  }

  /** The remainder with the sign of the left side: -7 % 3 is -1. */
  remainder(left: Quantity, right: Quantity): Quantity {
    if (right.decimal.isZero()) throw problem('division_by_zero', {});
    const quotientDigits = Math.max(left.decimal.e - right.decimal.e, 0);
    this.spend(1 + (quotientDigits * right.decimal.precision()) / 10_000);
    return this.combine([this.settled(left), this.settled(right)], (x, y) => x.mod(y));
  }

  power(base: Quantity, power: Quantity): Quantity {
    const exponent = this.settled(power);
    if (exponent.decimal.isZero() || (base.exact && base.decimal.eq(1))) return this.whole(1);
    if (base.decimal.isZero()) {
      if (exponent.decimal.isNegative()) throw problem('division_by_zero', {});
      return base;
    }
    const magnitude = logarithm10(base.decimal) * exponent.decimal.toNumber();
    if (magnitude > 1001) throw tooLarge();
    if (magnitude < -1001) throw tooSmall();
    if (exponent.decimal.isInteger()) return this.#integerPower(base, exponent, magnitude);
    if (base.decimal.isNegative()) throw problem('root_of_negative', {});
    this.spend(60);
    return this.inexact(new this.rounded(base.decimal).ln().times(exponent.decimal).exp());
  }

  #integerPower(base: Quantity, exponent: Quantity, magnitude: number): Quantity {
    const count = exponent.decimal.abs();
    if (count.gt(Number.MAX_SAFE_INTEGER)) throw problem('exponent_too_large', {});
    if (exponent.decimal.isNegative())
      return this.divide(this.whole(1), this.power(base, { ...exponent, decimal: count }));
    const fits = base.decimal.isInteger() ? magnitude : base.decimal.precision() * count.toNumber();
    const exact = base.exact && exponent.exact && fits <= 1001;
    this.spend(exact ? 1 + fits / 60 : 40);
    const result = new (exact ? this.#exact : this.rounded)(base.decimal).pow(count.toNumber());
    return this.checked(result, exact);
  }

  /** Whether a number is exactly the root that was asked for. */
  isRoot(found: Decimal, degree: number, { decimal, exact }: Quantity): boolean {
    return exact && new this.#exact(found).pow(degree).eq(decimal);
  }

  factorial(quantity: Quantity): Quantity {
    const { decimal } = this.settled(quantity);
    if (!decimal.isInteger() || decimal.isNegative()) {
      throw problem('outside_domain', { function: 'factorial', domain: 'x = 0, 1, 2, …' });
    }
    if (decimal.gt(449)) throw tooLarge();
    this.spend(1 + decimal.toNumber() / 40);
    let product = 1n;
    for (let factor = BigInt(decimal.toNumber()); factor > 1n; factor--) product *= factor;
    return this.whole(product);
  }

  /** Without the error that rounding left in the last digits, so that floor(1/3*3) is 1. */
  settled(quantity: Quantity): Quantity {
    if (quantity.exact) return quantity;
    return { decimal: quantity.decimal.toSignificantDigits(50), exact: false };
  }

  checked(decimal: Decimal, exact: boolean): Quantity {
    if (!decimal.isFinite() || decimal.e > 999) throw tooLarge();
    if (decimal.e < -1000) throw tooSmall();
    if (exact && decimal.precision() <= 1000) return { decimal, exact };
    return { decimal: this.round(decimal), exact: false };
  }
}

/** Near enough to tell how many digits a power will have; a double has no room for the number itself. */
function logarithm10(decimal: Decimal): number {
  const [mantissa] = decimal.abs().toExponential(15).split('e');
  return decimal.e + Math.log10(Number(mantissa));
}

function tooLarge(): Error {
  return problem('number_too_large', { digits: maxDigits });
}

function tooSmall(): Error {
  return problem('number_too_small', { digits: maxDigits });
}
