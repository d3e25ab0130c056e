import type { Expectation } from '../messages/expectation.ts';
import type { MessageFacts } from '../messages/facts.ts';

/** What an option must be. Callers without types may pass anything. */
export interface OptionRule {
  readonly expected: Expectation;
  readonly names?: readonly string[];
  readonly accepts: (value: unknown) => boolean;
}

/** A rule for every option: the compiler asks for it. */
export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

export const anything: OptionRule = { expected: 'string', accepts: () => true };

export const text: OptionRule = { expected: 'string', accepts: (value) => typeof value === 'string' };

export const flag: OptionRule = { expected: 'boolean', accepts: (value) => typeof value === 'boolean' };

export const duration: OptionRule = {
  expected: 'positive_milliseconds',
  accepts: (value) => typeof value === 'number' && value > 0,
};

export const fn: OptionRule = { expected: 'function', accepts: (value) => typeof value === 'function' };

export const object: OptionRule = {
  expected: 'object',
  accepts: (value) => typeof value === 'object' && value !== null,
};

export const list: OptionRule = { expected: 'list', accepts: (value) => Array.isArray(value) };

export function oneOf(names: readonly string[]): OptionRule {
  return { expected: 'one_of', names, accepts: (value) => names.includes(value as string) };
}

/** For what is known by what it can do. */
export function having(...names: readonly string[]): OptionRule {
  return {
    expected: 'object_with',
    names,
    accepts: (value) =>
      object.accepts(value) &&
      names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function'),
  };
}

/** The facts that tell what an option must be. */
export function optionFacts(
  option: string,
  { expected, names }: OptionRule,
): MessageFacts['invalid_options'] {
  return { option, expected, ...(names && { names }) };
}
