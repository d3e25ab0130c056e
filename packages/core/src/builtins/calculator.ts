import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { Arithmetic, type Quantity } from './calculator-arithmetic.ts';
import { createNames } from './calculator-functions.ts';
import { evaluate } from './calculator-parser.ts';

/** Exact arithmetic for models, which are bad at it. */
export const calculator: Tool = defineTool({
  type: 'builtin',
  name: 'calculator',
  description: [
    'Evaluate an arithmetic expression with exact decimal numbers: 0.1 + 0.2 is 0.3, and 2^100 has all its digits.',
    'Operators: + - * / ^ (or **), ! (factorial), parentheses; a % b is the remainder, 15% is 0.15.',
    'Functions: abs, sign, floor, ceil, trunc, round(x, digits), min, max, sum, avg, median, hypot, gcd, lcm, mod,',
    'factorial, sqrt, cbrt, pow, exp, ln, log10, log2, log(x, base), sin, cos, tan, asin, acos, atan, atan2(y, x),',
    'sinh, cosh, tanh, asinh, acosh, atanh, degrees, radians. Constants: pi, e, tau, phi. Angles are in radians.',
  ].join('\n'),
  shortDescription: 'Evaluate an arithmetic expression exactly.',
  whenToUse: 'For any arithmetic beyond the trivial: money, percentages, large numbers, roots, averages.',
  category: 'data',
  tier: 'low',
  tags: ['math', 'arithmetic', 'calculate', 'number', 'percent', 'money'],
  annotations: { readOnly: true, idempotent: true },
  source: 'builtin',
  parameters: {
    type: 'object',
    properties: {
      expression: {
        type: 'string',
        description:
          'Such as "(19.99 * 3) * (1 + 20%)" or "sqrt(2) ^ 10". Multiplication is always written: 2 * pi.',
        minLength: 1,
        maxLength: 2000,
      },
      precision: {
        type: 'integer',
        description:
          'Round to this many digits after the decimal point, halves away from zero. Default: no rounding.',
        minimum: 0,
        maximum: 100,
      },
    },
    required: ['expression'],
    additionalProperties: false,
  },
  returns: {
    type: 'object',
    properties: {
      expression: { type: 'string' },
      result: {
        type: 'string',
        description: 'The result as decimal text, with 40 digits when it is not exact',
      },
      number: { type: ['number', 'null'], description: 'The result as a double; null beyond 1.8e308' },
      exact: { type: 'boolean', description: 'False when the result was rounded, as that of 1/3' },
    },
    required: ['expression', 'result', 'number', 'exact'],
  },
  examples: [
    {
      description: 'A price with tax, in whole cents',
      arguments: { expression: '19.99 * 3 * (1 + 8.25%)', precision: 2 },
      output: { expression: '19.99 * 3 * (1 + 8.25%)', result: '64.92', number: 64.92, exact: false },
    },
    {
      description: 'Decimals are exact',
      arguments: { expression: '0.1 + 0.2' },
      output: { expression: '0.1 + 0.2', result: '0.3', number: 0.3, exact: true },
    },
    {
      description: 'Large integers keep every digit',
      arguments: { expression: '2^100' },
      output: {
        expression: '2^100',
        result: '1267650600228229401496703205376',
        number: 1.2676506002282294e30,
        exact: true,
      },
    },
    {
      description: 'The hypotenuse of a triangle at 30 degrees',
      arguments: { expression: '5 / sin(radians(30))' },
      output: { expression: '5 / sin(radians(30))', result: '10', number: 10, exact: false },
    },
  ],
  cautions: [
    '15% always means 0.15: 200 + 10% is 200.1. Write 200 * (1 + 10%) for ten percent more.',
    'a % b keeps the sign of a (-7 % 3 is -1); mod(a, b) takes the sign of b (mod(-7, 3) is 2).',
    'No thousands separators: 1000 or 1_000, not 1,000.',
    'A sign binds weaker than a power: -2^2 is -4.',
    'Numbers have at most 1,000 digits; one expression has room for about 25 logarithms, angles or fractional powers.',
  ],
  run: async ({ expression, precision }) => {
    const { Decimal } = await import('decimal.js');
    const arithmetic = new Arithmetic(Decimal);
    const value = evaluate(expression, arithmetic, createNames(arithmetic));
    const { decimal, exact } = precision === undefined ? value : toPlaces(value, precision);
    const result = toText({ decimal, exact });
    const number = Number(result) + 0; // -1e-500 is 0 and not -0
    return { expression, result, number: Number.isFinite(number) ? number : null, exact };
  },
});

function toPlaces(value: Quantity, places: number): Quantity {
  const decimal = visible(value).toDecimalPlaces(places);
  return { decimal, exact: value.exact && decimal.eq(value.decimal) };
}

function toText(value: Quantity): string {
  const decimal = visible(value);
  if (decimal.isZero()) return '0';
  // The zeros that a plain notation would show behind the last true digit are not known to be zeros.
  const unknownDigits = !value.exact && decimal.e >= 40;
  return unknownDigits || decimal.e < -30 ? decimal.toExponential() : decimal.toFixed();
}

function visible({ decimal, exact }: Quantity): Quantity['decimal'] {
  return exact ? decimal : decimal.toSignificantDigits(40);
}
