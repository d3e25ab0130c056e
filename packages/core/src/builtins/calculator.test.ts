import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculator } from './calculator.ts';
import { callBuiltin } from './call-builtin.test-support.ts';
import { isProblem } from './problem.ts';

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
    ['sqrt(1e998) / 1e499', '1'],
    ['cbrt(0.027)', '0.3'],
    ['1 ^ 1e999', '1'],
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
    [`sqrt(${'9'.repeat(1000)})`, '1e+500'],
    ['4 * atan(1)', '3.141592653589793238462643383279502884197'],
    ['atan(0.5)', '0.4636476090008061162142562314612144020285'],
    ['atan(-2)', '-1.10714871779409050301706546017853704007'],
    ['atan(0)', '0'],
    ['atan(1e-40)', '1e-40'],
    ['asin(-1) + pi / 2', '0'],
    ['asin(0.3)', '0.3046926540153975079720029612275291669546'],
    ['acos(0.3)', '1.266103672779499111259318730412222275144'],
    [`acos(1 - 2e-100)`, '2e-50'],
    [`acosh(1 + 2e-100)`, '2e-50'],
    ['asinh(0.1)', '0.09983407889920756332730312470476944326771'],
    ['acosh(1e999)', '2300.975655081611583643390695351138019962'],
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
    ['1 / 0', 'At "/" (position 3): Division by zero.'],
    ['5 % (1 - 1)', 'Division by zero'],
    ['0 ^ -1', 'Division by zero'],
    ['2 +', 'ends too early; expected a number'],
    ['(1 + 2', 'ends too early; expected an operator or ")"'],
    ['1 2', 'At "2" (position 3): Expected an operator such as + - * / ^, or the end.'],
    ['2 pi', 'At "pi" (position 3): Expected an operator'],
    [')', 'At ")" (position 1): Expected a number, a function, a constant or "("'],
    ['max(1 2)', 'At "2" (position 7): Expected an operator, "," or ")"'],
    ['1,234', 'Write thousands as 1000 or 1_000'],
    ['max(1,000)', 'Write it without leading zeros'],
    ['10 % -3', 'can be a percent sign or a remainder'],
    ['5²', 'At "²" (position 2): This sign is not known.'],
    ['2 & 3', 'At "&" (position 3): This sign is not known.'],
    ['foo(1)', 'At "foo" (position 1): This name is not known. Known: pi, '],
    ['constructor', 'At "constructor" (position 1): This name is not known.'],
    ['constructor(1)', 'This name is not known.'],
    ['toString()', 'At "tostring" (position 1): This name is not known.'],
    ['__proto__', 'At "_" (position 1): This sign is not known.'],
    ['sqrt', 'ends too early; expected "(" after the name of a function.'],
    ['sqrt()', 'needs 1 value(s), not 0'],
    ['round(1, 2, 3)', 'needs 1 to 2 value(s), not 3'],
    ['sqrt(-1)', 'sqrt is defined only for x ≥ 0.'],
    ['(-8)^(1/3)', 'only whole powers'],
    ['ln(0)', 'ln is defined only for x > 0.'],
    ['log(2, 1)', 'log is defined only for base > 0, base ≠ 1.'],
    ['asin(2)', 'asin is defined only for -1 ≤ x ≤ 1.'],
    ['acosh(0.5)', 'acosh is defined only for x ≥ 1.'],
    ['sinh(2303)', 'sinh is defined only for -2302 ≤ x ≤ 2302.'],
    ['tan(pi/2)', 'tan is defined only for x ≠ π/2 + kπ.'],
    ['(1.5)!', 'factorial is defined only for x = 0, 1, 2, …'],
    ['gcd(1.5, 2)', 'gcd needs whole numbers'],
    ['   ', 'ends too early'],
  ])('%s fails with a sentence that helps: %s', async (expression, message) => {
    await expect(calculate(expression)).rejects.toThrow(message);
  });

  test.each([
    ['a tower of powers', '9^9^9'],
    ['a larger tower', '9^9^9^9^9^9'],
    ['a tower close to 1', '1.0000000001^9999999999999'],
    ['a fractional power close to 1', `1.${'0'.repeat(30)}1^1e50`],
    ['a larger one', `1.${'0'.repeat(30)}1^(1e60+.5)`],
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
  ])('%s ends with a number or a problem', async (_, expression) => {
    const outcome = await calculate(expression).catch((error: unknown) => error);
    if (!isProblem(outcome)) expect((outcome as Answer).result).toMatch(/^-?\d/u);
  });

  test.each([
    ['fractional powers', `${'2^.5+'.repeat(399)}1`],
    ['negative powers', `${'7^-1100+'.repeat(240)}1`],
    ['long divisors', `${'1/(449!)+'.repeat(200)}1`],
    ['long factors', `${'7^500*3^500*0+'.repeat(140)}1`],
    ['long remainders', `${'449!%(3^600)+'.repeat(150)}1`],
    ['factorials', `${'449!-449!+'.repeat(199)}1`],
    ['angles', `${'asin(.3)+'.repeat(200)}1`],
    ['logarithms', `${'log(7,3)+'.repeat(200)}1`],
    ['exponentials', `${'tanh(99)+'.repeat(200)}1`],
    ['roots of long numbers', `${'cbrt(449!)+'.repeat(180)}1`],
    ['divisors of long numbers', `${'gcd(449!,448!+1)+'.repeat(110)}1`],
  ])('an expression that is all %s ends before it takes long', async (_, expression) => {
    await expect(calculate(expression)).rejects.toThrow('The expression takes more than 2,000 steps.');
  });

  test.each([
    ['sums', `${'1.5+'.repeat(499)}1`, '749.5'],
    ['fractions', `${'2/3+'.repeat(498)}1`, '333'],
    ['sines', `${'sin(pi)+'.repeat(50)}1`, '1'],
    ['square roots', `${'sqrt(4)+'.repeat(150)}1`, '301'],
  ])('there are steps enough for many %s', async (_, expression, result) => {
    expect((await calculate(expression)).result).toBe(result);
  });

  test('a number too small for a double is 0 and not -0', async () => {
    expect((await calculate('-1e-500')).number).toBe(0);
  });

  test('refuses 9^9^9 before it calculates', async () => {
    await expect(calculate('9^9^9')).rejects.toThrow(
      'At "^" (position 2): The number is too large: the limit is 1,000 digits.',
    );
  });

  test('adds, subtracts and multiplies integers as BigInt does', async () => {
    const integer = fc.bigInt({ min: -(10n ** 300n), max: 10n ** 300n });
    const property = fc.asyncProperty(integer, integer, integer, async (a, b, c) => {
      expect(BigInt((await calculate(`(${a}) * (${b}) - (${c})`)).result)).toBe(a * b - c);
    });
    await fc.assert(property, { numRuns: 100 });
  });

  test('always ends with a number or a problem, whatever the text', async () => {
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
      if (isProblem(outcome)) expect(outcome.message).not.toMatch(/undefined|NaN/u);
      else expect(Number((outcome as Answer).result)).not.toBeNaN();
    });
    await fc.assert(property, { numRuns: 1000 });
  });
});
