import type { ExpressionPart, ExpressionPlace } from '../messages/builtin-problem.ts';
import type { Arithmetic, Quantity } from './calculator-arithmetic.ts';
import type { CalculatorNames } from './calculator-functions.ts';
import { readTokens, type CalculatorToken } from './calculator-tokens.ts';
import { problem, problemAt } from './problem.ts';

const maxDepth = 100;

/**
 * Evaluates an expression while reading it (a Pratt parser). From weak to strong: `+ -`, `* / %`, a sign, `^` (from
 * the right, so -2^2 is -4), then `!` and the percent sign behind a value.
 */
export function evaluate(expression: string, arithmetic: Arithmetic, names: CalculatorNames): Quantity {
  return new Parser(readTokens(expression), arithmetic, names).whole();
}

const strength = { sum: 1, product: 2, sign: 3, power: 4, postfix: 5 } as const;

class Parser {
  readonly #tokens: readonly CalculatorToken[];
  readonly #arithmetic: Arithmetic;
  readonly #names: CalculatorNames;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly CalculatorToken[], arithmetic: Arithmetic, names: CalculatorNames) {
    this.#tokens = tokens;
    this.#arithmetic = arithmetic;
    this.#names = names;
  }

  whole(): Quantity {
    const value = this.#expression(0);
    if (this.#peek().kind !== 'end') throw unexpected(this.#peek(), 'operator');
    return value;
  }

  #expression(weakest: number): Quantity {
    if (++this.#depth > maxDepth) {
      throw problemAt(placeOf(this.#peek()), problem('nested_too_deep', { limit: maxDepth }));
    }
    let left = this.#prefix();
    for (;;) {
      const operator = this.#peek();
      const binds = this.#strengthOf(operator);
      if (binds === undefined || binds <= weakest) break;
      this.#next++;
      left = binds === strength.postfix ? this.#postfix(operator, left) : this.#infix(operator, left, binds);
    }
    this.#depth--;
    return left;
  }

  #prefix(): Quantity {
    const token = this.#take();
    if (token.kind === 'number') return at(token, () => this.#arithmetic.parse(token.text));
    if (token.kind === 'name') return this.#named(token);
    if (isSymbol(token, '-')) return this.#arithmetic.negate(this.#expression(strength.sign));
    if (isSymbol(token, '+')) return this.#expression(strength.sign);
    if (!isSymbol(token, '(')) throw unexpected(token, 'value');
    const value = this.#expression(0);
    this.#expect(')', 'operator_or_close');
    return value;
  }

  #named(token: CalculatorToken): Quantity {
    const constant = this.#names.constants.get(token.text);
    if (constant !== undefined) return constant;
    const known = this.#names.functions.get(token.text);
    if (known === undefined) {
      const names = [...this.#names.constants.keys(), ...this.#names.functions.keys()];
      throw problemAt(placeOf(token), problem('unknown_name', { known: names }));
    }
    const values = this.#argumentsOf();
    return at(token, () => {
      const [least, most] = known.takes;
      const given = values.length;
      if (given < least || given > most) {
        const bound = most === Infinity ? null : most;
        throw problem('wrong_count', { function: token.text, least, most: bound, given });
      }
      return known.apply(values);
    });
  }

  #argumentsOf(): readonly Quantity[] {
    this.#expect('(', 'open');
    const values: Quantity[] = [];
    if (isSymbol(this.#peek(), ')')) {
      this.#next++;
      return values;
    }
    for (;;) {
      values.push(this.#expression(0));
      const after = this.#take();
      if (isSymbol(after, ')')) return values;
      if (!isSymbol(after, ',')) throw unexpected(after, 'operator_or_comma');
    }
  }

  /** `%` is the remainder when a value follows, and "of a hundred" when none does; before a minus it could be both. */
  #strengthOf(token: CalculatorToken): number | undefined {
    if (token.kind !== 'symbol') return undefined;
    if (token.text !== '%') return operators.get(token.text);
    const after = this.#tokens[this.#next + 1];
    if (after === undefined || isSymbol(after, '-')) {
      throw problemAt(placeOf(token), problem('ambiguous_percent', {}));
    }
    const valueFollows = after.kind === 'number' || after.kind === 'name' || isSymbol(after, '(');
    return valueFollows ? strength.product : strength.postfix;
  }

  #postfix(operator: CalculatorToken, value: Quantity): Quantity {
    return at(operator, () =>
      operator.text === '!'
        ? this.#arithmetic.factorial(value)
        : this.#arithmetic.divide(value, this.#arithmetic.whole(100)),
    );
  }

  #infix(operator: CalculatorToken, left: Quantity, binds: number): Quantity {
    const right = this.#expression(operator.text === '^' ? binds - 1 : binds);
    return at(operator, () => {
      switch (operator.text) {
        case '+':
          return this.#arithmetic.add(left, right);
        case '-':
          return this.#arithmetic.subtract(left, right);
        case '*':
          return this.#arithmetic.multiply(left, right);
        case '/':
          return this.#arithmetic.divide(left, right);
        case '%':
          return this.#arithmetic.remainder(left, right);
        default:
          return this.#arithmetic.power(left, right);
      }
    });
  }

  #peek(): CalculatorToken {
    return this.#tokens[this.#next] ?? end;
  }

  #take(): CalculatorToken {
    const token = this.#peek();
    this.#next++;
    return token;
  }

  #expect(symbol: string, expected: ExpressionPart): void {
    const token = this.#take();
    if (!isSymbol(token, symbol)) throw unexpected(token, expected);
  }
}

const end: CalculatorToken = { kind: 'end', text: '', position: 0 };

const operators: ReadonlyMap<string, number> = new Map([
  ['+', strength.sum],
  ['-', strength.sum],
  ['*', strength.product],
  ['/', strength.product],
  ['^', strength.power],
  ['!', strength.postfix],
]);

function isSymbol(token: CalculatorToken, text: string): boolean {
  return token.kind === 'symbol' && token.text === text;
}

function unexpected(token: CalculatorToken, expected: ExpressionPart): unknown {
  if (token.kind === 'end') return problem('ends_too_early', { expected });
  const found = token.text === ',' ? problem('stray_comma', {}) : problem('unexpected', { expected });
  return problemAt(placeOf(token), found);
}

function at(token: CalculatorToken, calculate: () => Quantity): Quantity {
  try {
    return calculate();
  } catch (thrown) {
    throw problemAt(placeOf(token), thrown);
  }
}

function placeOf({ text, position }: CalculatorToken): ExpressionPlace {
  return { text: text.slice(0, 40), position };
}
