import { problem, problemAt } from './problem.ts';

export interface CalculatorToken {
  readonly kind: 'number' | 'name' | 'symbol' | 'end';
  readonly text: string;
  /** Counted from 1, in the expression as it was written. */
  readonly position: number;
}

/** Cuts an expression into numbers, names and symbols. Throws where a character belongs to none of them. */
export function readTokens(expression: string): readonly CalculatorToken[] {
  const text = toPlainSigns(expression);
  const tokens: CalculatorToken[] = [];
  let at = 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    if (token === undefined) {
      const sign = String.fromCodePoint(expression.codePointAt(at) ?? 0);
      throw problemAt({ text: sign, position: at + 1 }, problem('unknown_sign', {}));
    }
    at += token.length;
    if (token.kind === 'space') continue;
    const written = token.kind === 'number' ? plainNumber(token.text, at - token.length + 1) : token.text;
    tokens.push({ kind: token.kind, text: written, position: at - token.length + 1 });
  }
  tokens.push({ kind: 'end', text: '', position: text.length + 1 });
  return tokens;
}

/**
 * Full-width signs, as Chinese and Japanese keyboards write them, and × ÷ − become the plain ones. One sign for one,
 * so that positions stay true. Not NFKC: it would turn 5² into 52.
 */
function toPlainSigns(expression: string): string {
  return expression.replace(/[\uff01-\uff5e\u3000×÷−·⋅]/gu, (sign) => {
    return plainSigns.get(sign) ?? String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
  });
}

const plainSigns: ReadonlyMap<string, string> = new Map([
  ['\u3000', ' '],
  ['×', '*'],
  ['·', '*'],
  ['⋅', '*'],
  ['÷', '/'],
  ['−', '-'],
]);

interface FoundToken {
  readonly kind: 'number' | 'name' | 'symbol' | 'space';
  readonly text: string;
  readonly length: number;
}

function tokenAt(text: string, at: number): FoundToken | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    return { kind, text: found === '**' ? '^' : found.toLowerCase(), length: found.length };
  }
  return undefined;
}

const patterns: readonly (readonly [FoundToken['kind'], RegExp])[] = [
  ['space', /\s+/uy],
  ['number', /(?:\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?|\.\d+)(?:e[+-]?\d+)?/iuy],
  ['name', /[a-zπτφ][a-z0-9_]*/iuy],
  ['symbol', /\*\*|[-+*/%^!(),]/uy],
];

function plainNumber(text: string, position: number): string {
  // In max(1,000) the zeros are a second number, and the answer would be silently wrong.
  if (/^0\d/u.test(text)) {
    throw problemAt({ text: text.slice(0, 40), position }, problem('leading_zero', {}));
  }
  return text.replaceAll('_', '');
}
