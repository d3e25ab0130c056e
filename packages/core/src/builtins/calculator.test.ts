import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculator } from './calculator.ts';
import { callBuiltin } from './call-builtin.test-support.ts';

interface Answer {
  readonly expression: string;
  readonly result: string;
  readonly number: number | null;
  readonly exact: boolean;
}

async function calculate(expression: string, precision?: number): Promise<Answer> {
  const input = precision === undefined ? { expression } : { expression, precision };
  return (await callBuiltin(calculator, input)) as unknown as Answer;
}

describe('calculator', () => {
  test.each([
    ['0.1 + 0.2', '0.3'],
    ['2^100', '1267650600228229401496703205376'],
    ['2**10', '1024'],
    ['1 - 0.9', '0.1'],
    ['3^400 / 3^399', '3'],
    ['1.1 ^ 30', '17.449402268886407318558803753801'],
    ['25!', '15511210043330985984000000'],
    ['1e21 + 1', '1000000000000000000001'],
    ['0.0000001 * 3', '0.0000003'],
    ['1_000 * 1.5e-3', '1.5'],
    ['.5 + .5', '1'],
    ['9007199254740993 + 0', '9007199254740993'],
    ['10 / 4', '2.5'],
    ['2 ^ -2', '0.25'],
    ['0 / 5', '0'],
    ['-0 * 5', '0'],
  ])('%s is exactly %s', async (expression, result) => {
    expect(await calculate(expression)).toMatchObject({ expression, result, exact: true });
  });

  test.each([
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['-2 ^ 2', '-4'],
    ['(-2) ^ 2', '4'],
    ['2 ^ 3 ^ 2', '512'],
    ['2 ^ 3!', '64'],
    ['10 - 4 - 3', '3'],
    ['100 / 10 / 5', '2'],
    ['- - 3', '3'],
    ['+3', '3'],
    ['2 * -3', '-6'],
    ['-7 % 3', '-1'],
    ['mod(-7, 3)', '2'],
    ['10 % 3 * 2', '2'],
    ['15%', '0.15'],
    ['200 * 15%', '30'],
    ['200 * 15% + 1', '31'],
    ['(10%) - 3', '-2.9'],
    ['50% * 50%', '0.25'],
  ])('precedence and signs: %s is %s', async (expression, result) => {
    expect((await calculate(expression)).result).toBe(result);
  });

  test.each([
    ['sqrt(16) + cbrt(-27)', '1'],
    ['abs(-3.5)', '3.5'],
    ['round(2.5) + round(-2.5)', '0'],
    ['round(1.005, 2)', '1.01'],
    ['round(1234.5, -2)', '1200'],
    ['floor(-1.5)', '-2'],
    ['ceil(-1.5)', '-1'],
    ['trunc(-1.5)', '-1'],
    ['floor(1/3*3)', '1'],
    ['sign(-9)', '-1'],
    ['min(3, 1, 2)', '1'],
    ['max(3, 1, 2)', '3'],
    ['sum(0.1, 0.2, 0.3)', '0.6'],
    ['avg(1, 2)', '1.5'],
    ['mean(1, 2, 6)', '3'],
    ['median(4, 1, 3, 2)', '2.5'],
    ['median(9, 1, 3)', '3'],
    ['gcd(12, 18, 27)', '3'],
    ['lcm(4, 6)', '12'],
    ['hypot(3, 4)', '5'],
    ['factorial(5)', '120'],
    ['pow(2, 0.5) ^ 2', '2'],
    ['log(81, 3)', '4'],
    ['log10(1000)', '3'],
    ['log2(2 ^ 100)', '100'],
    ['ln(e)', '1'],
    ['exp(0)', '1'],
    ['sin(pi)', '0'],
    ['sin(radians(30))', '0.5'],
    ['cos(pi / 3)', '0.5'],
    ['tan(pi / 4)', '1'],
    ['degrees(atan2(1, 1))', '45'],
    ['deg(asin(0.5))', '30'],
    ['rad(180) - pi', '0'],
    ['acos(-1) - pi', '0'],
    ['asinh(sinh(2))', '2'],
    ['acosh(cosh(2))', '2'],
    ['atanh(tanh(0.5))', '0.5'],
    ['atan2(0, -1) - pi', '0'],
    ['tau / π', '2'],
    ['phi ^ 2 - phi', '1'],
    ['1 / 3 * 3', '1'],
    ['SQRT(4) + PI - pi', '2'],
  ])('functions and constants: %s is %s', async (expression, result) => {
    expect((await calculate(expression)).result).toBe(result);
  });

  test('a result that never ends has 40 digits and is not called exact', async () => {
    expect(await calculate('1/3')).toMatchObject({
      result: `0.${'3'.repeat(40)}`,
      number: 1 / 3,
      exact: false,
    });
    expect((await calculate('sqrt(2)')).result).toBe('1.41421356237309504880168872420969807857');
  });

  test('reads signs as Chinese keyboards write them', async () => {
    expect((await calculate('（１２＋３）×４÷２−１％')).result).toBe('29.99');
    expect((await calculate('max（１，２）')).result).toBe('2');
  });

  test('precision rounds to digits after the point, halves away from zero', async () => {
    expect(await calculate('2/3', 2)).toMatchObject({ result: '0.67', number: 0.67, exact: false });
    expect((await calculate('0.125', 2)).result).toBe('0.13');
    expect((await calculate('-2.5', 0)).result).toBe('-3');
    expect(await calculate('2.5', 2)).toMatchObject({ result: '2.5', exact: true });
  });

  test('a number beyond a double has its digits but no double', async () => {
    const { result, number } = await calculate('2^2048');
    expect(BigInt(result)).toBe(2n ** 2048n);
    expect(number).toBeNull();
  });

  test.each([
    ['1 / 0', 'Division by zero (at "/", position 3)'],
    ['5 % (1 - 1)', 'Division by zero'],
    ['0 ^ -1', 'Division by zero'],
    ['2 +', 'ends too early; expected a number'],
    ['(1 + 2', 'ends too early; expected an operator or ")"'],
    ['1 2', 'Unexpected "2" at position 3; expected an operator'],
    ['2 pi', 'Unexpected "pi" at position 3'],
    [')', 'Unexpected ")" at position 1'],
    ['1,234', 'Write thousands as 1000 or 1_000'],
    ['max(1,000)', 'Write it without leading zeros'],
    ['10 % -3', 'can be a percent sign or a remainder'],
    ['5²', 'Unexpected "²" at position 2'],
    ['2 & 3', 'Unexpected "&" at position 3'],
    ['foo(1)', 'Unknown name "foo" at position 1. Known: pi'],
    ['constructor', 'Unknown name "constructor"'],
    ['constructor(1)', 'Unknown name "constructor"'],
    ['toString()', 'Unknown name "tostring"'],
    ['__proto__', 'Unexpected "_"'],
    ['sqrt', 'expected "(" after sqrt'],
    ['sqrt()', 'needs 1 value(s), not 0'],
    ['round(1, 2, 3)', 'needs 1 to 2 value(s), not 3'],
    ['sqrt(-1)', 'sqrt needs a number from 0'],
    ['(-8)^(1/3)', 'only whole powers'],
    ['ln(0)', 'ln needs a number above 0'],
    ['asin(2)', 'asin needs a number from -1 to 1'],
    ['tan(pi/2)', 'tan is not defined here'],
    ['(1.5)!', 'whole number from 0'],
    ['gcd(1.5, 2)', 'gcd needs whole numbers'],
    ['   ', 'ends too early'],
  ])('%s fails with a sentence that helps: %s', async (expression, message) => {
    await expect(calculate(expression)).rejects.toThrow(message);
  });

  test.each([
    ['a tower of powers', '9^9^9'],
    ['a larger tower', '9^9^9^9^9^9'],
    ['a tower close to 1', '1.0000000001^9999999999999'],
    ['a huge literal', '1e999999999'],
    ['a literal beyond all', '1e99999999999999999999999'],
    ['a tiny literal', '1e-99999999999999999999999'],
    ['atan of a huge number', 'atan(1e9999)'],
    ['atan of the largest number', 'atan(1e999)'],
    ['asinh near zero', 'asinh(1e-999)'],
    ['sinh near zero', 'sinh(1e-999) + tanh(1e-19) + atanh(1e-21)'],
    ['exp of a large number', 'exp(1e999)'],
    ['exp near zero', 'exp(1e-999)'],
    ['ln near one', 'ln(1.00000000000000000000000000000000001)'],
    ['sin of a huge number', 'sin(1e999)'],
    ['sin of a large number', 'sin(1e30)'],
    ['a huge factorial', '99999999!'],
    ['factorials of factorials', '9!!!!'],
    ['deep parentheses', '('.repeat(2000)],
    ['many signs', '-'.repeat(2000)],
    ['many powers', `${'2^'.repeat(999)}1`],
    ['many sums', `${'1+'.repeat(999)}1`],
    ['many functions', `${'atan(.7)+'.repeat(200)}1`],
    ['many slow functions', `${'asin(.3)+'.repeat(49)}1`],
    ['long divisions', `${'(1e999-1)/(1e998-1)+'.repeat(99)}1`],
    ['long products', `${'(1e400-1)*0*'.repeat(166)}1`],
    ['a long modulus', '1e999 % 1e-999'],
    ['a large common multiple', `lcm(${Array.from({ length: 100 }, (_, at) => 1e15 + at).join(',')})`],
  ])('%s ends with a number or an Error', async (_, expression) => {
    const outcome = await calculate(expression).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) expect((outcome as Answer).result).toMatch(/^-?\d/u);
  });

  test('refuses 9^9^9 before it calculates', async () => {
    await expect(calculate('9^9^9')).rejects.toThrow(
      'too large: the limit is 1,000 digits (at "^", position 2)',
    );
  });

  test('adds, subtracts and multiplies integers as BigInt does', async () => {
    const integer = fc.bigInt({ min: -(10n ** 300n), max: 10n ** 300n });
    const property = fc.asyncProperty(integer, integer, integer, async (a, b, c) => {
      expect(BigInt((await calculate(`(${a}) * (${b}) - (${c})`)).result)).toBe(a * b - c);
    });
    await fc.assert(property, { numRuns: 100 });
  });

  test('always ends with a number or an Error, whatever the text', async () => {
    const word = fc.constantFrom(
      '1',
      '2.5',
      '1e9',
      '0',
      '(',
      ')',
      '+',
      '-',
      '*',
      '/',
      '%',
      '^',
      '!',
      ',',
      ' ',
      'pi',
      'sqrt(',
      'max(',
      'ln(',
      'atan(',
      'constructor',
      '__proto__',
      'e',
      '1e999',
      '0.1',
      'round(',
      'lcm(',
      'exp(',
    );
    const text = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.array(word, { minLength: 1 }).map((words) => words.join('')),
    );
    const property = fc.asyncProperty(text, async (expression) => {
      const outcome = await calculate(expression).catch((error: unknown) => error);
      if (outcome instanceof Error)
        expect(outcome.message).not.toMatch(/undefined|NaN|\[DecimalError\]|not a function/u);
      else expect(Number((outcome as Answer).result)).not.toBeNaN();
    });
    await fc.assert(property, { numRuns: 1000 });
  });
});
