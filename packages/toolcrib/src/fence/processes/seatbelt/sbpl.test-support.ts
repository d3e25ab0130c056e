import type { SeatbeltProfile } from './profile.ts';

/** A list of the profile language, read. */
type Expression = string | { readonly text: string } | { readonly pattern: string } | readonly Expression[];

/** What somebody tries, and to what. */
export interface Attempt {
  readonly operation: string;
  readonly path?: string;
  /** Such as `localhost:80` for a connection, or the name of a service. */
  readonly name?: string;
}

/**
 * How rules that contradict each other are settled. macOS says that the last one wins; where filters differ in kind, people
 * have measured exceptions. A profile that holds under both does not depend on it.
 */
export type Settling = 'last_wins' | 'deny_wins' | 'first_allow_wins';

/** Reads a profile and says whether it would permit something: what can be known of it without a Mac. */
export function createJudge({
  text,
  parameters,
}: SeatbeltProfile): (attempt: Attempt, settling?: Settling) => boolean {
  const [version, ...rules] = parseAll(text);
  if (JSON.stringify(version) !== '["version","1"]') throw new Error('a profile begins with its version');
  return (attempt, settling = 'last_wins') => {
    const verdicts = (rules as readonly (readonly Expression[])[]).flatMap(([action, ...rest]) => {
      const operations = rest.filter((each) => typeof each === 'string');
      const filters = rest.filter((each) => typeof each !== 'string');
      const named = operations.some((each) => covers(each, attempt.operation));
      const meets = filters.length === 0 || filters.some((each) => matches(each, attempt, parameters));
      return named && meets ? [{ action, byDefault: operations.includes('default') }] : [];
    });
    const chosen = verdicts.filter(({ byDefault }) => !byDefault).map(({ action }) => action);
    if (settling === 'deny_wins') return chosen.length > 0 && !chosen.includes('deny');
    return (settling === 'last_wins' ? chosen.at(-1) : chosen.find((each) => each === 'allow')) === 'allow';
  };
}

function covers(operation: string, wanted: string): boolean {
  if (operation === 'default' || operation === wanted) return true;
  if (operation.endsWith('*')) return wanted.startsWith(operation.slice(0, -1));
  // `process-exec` stands for all that begins with it, as older profiles have it.
  return wanted.startsWith(`${operation}-`);
}

function matches(filter: Expression, attempt: Attempt, parameters: SeatbeltProfile['parameters']): boolean {
  if (typeof filter === 'string' || !Array.isArray(filter)) throw new Error('no filter');
  const [kind, ...operands] = filter as readonly Expression[];
  const path = attempt.path ?? '';
  const inner = (each: Expression): boolean => matches(each, attempt, parameters);
  const value = (): string => textOf(operands[0], parameters);
  switch (kind) {
    case 'literal':
      return path === value();
    case 'subpath':
      return path === value() || path.startsWith(`${value() === '/' ? '' : value()}/`);
    case 'regex': {
      const [pattern] = operands;
      if (typeof pattern !== 'object' || !('pattern' in pattern)) throw new Error('no pattern');
      return new RegExp(pattern.pattern, 'su').test(path);
    }
    case 'require-all':
      return operands.every(inner);
    case 'require-not':
      return !operands.some(inner);
    case 'global-name':
    case 'sysctl-name':
      return attempt.name === value();
    case 'sysctl-name-prefix':
      return attempt.name?.startsWith(value()) ?? false;
    case 'remote':
      return operands[0] === 'ip' && attempt.name === textOf(operands[1], parameters);
    case 'target':
      return attempt.name === operands[0];
    default:
      throw new Error(`unknown filter ${JSON.stringify(kind)}`);
  }
}

function textOf(expression: Expression | undefined, parameters: SeatbeltProfile['parameters']): string {
  if (Array.isArray(expression) && expression[0] === 'param') {
    const value = parameters[textOf(expression[1], parameters)];
    if (value === undefined) throw new Error('a parameter without a value');
    return value;
  }
  if (typeof expression !== 'object' || !('text' in expression)) throw new Error('no text');
  return expression.text;
}

function parseAll(text: string): readonly Expression[] {
  let at = 0;
  const skip = (): void => {
    while (/\s/u.test(text[at] ?? '')) at++;
  };
  /** Up to the quote that ends it; what would need an escape is refused, because none is ever needed. */
  const quoted = (): string => {
    const end = text.indexOf('"', at);
    const inside = text.slice(at, end);
    if (end < 0 || /[\\\n]/u.test(inside)) throw new Error(`a text with an escape: ${inside}`);
    at = end + 1;
    return inside;
  };
  const read = (): Expression => {
    if (text.startsWith('#"', at)) {
      at += 2;
      return { pattern: quoted() };
    }
    if (text[at] === '"') {
      at += 1;
      return { text: quoted() };
    }
    if (text[at] !== '(') {
      const [word = ''] = /^[\w*.-]+/u.exec(text.slice(at)) ?? [];
      if (word === '') throw new Error(`nothing to read at ${at}: ${text.slice(at, at + 20)}`);
      at += word.length;
      return word;
    }
    at += 1;
    const list: Expression[] = [];
    for (skip(); text[at] !== ')'; skip()) list.push(read());
    at += 1;
    return list;
  };
  const all: Expression[] = [];
  for (skip(); at < text.length; skip()) all.push(read());
  return all;
}
