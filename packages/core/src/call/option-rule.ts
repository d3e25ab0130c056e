/** What an option must be. Callers without types may pass anything. */
export interface OptionRule {
  /** As it stands in a sentence: "The option timeout must be …". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

/** A rule for every option: the compiler asks for it. */
export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

export const text: OptionRule = { expected: 'a text', accepts: (value) => typeof value === 'string' };

export const flag: OptionRule = {
  expected: 'true or false',
  accepts: (value) => typeof value === 'boolean',
};

export const duration: OptionRule = {
  expected: 'a positive number of milliseconds',
  accepts: (value) => typeof value === 'number' && value > 0,
};

export const fn: OptionRule = { expected: 'a function', accepts: (value) => typeof value === 'function' };

export const object: OptionRule = {
  expected: 'an object',
  accepts: (value) => typeof value === 'object' && value !== null,
};

export const list: OptionRule = { expected: 'a list', accepts: (value) => Array.isArray(value) };

export function oneOf(allowed: readonly string[]): OptionRule {
  return { expected: `one of ${allowed.join(', ')}`, accepts: (value) => allowed.includes(value as string) };
}

/** For what is known by what it can do. */
export function having(...methods: readonly string[]): OptionRule {
  return {
    expected: `an object with ${methods.join(', ')}`,
    accepts: (value) =>
      object.accepts(value) &&
      methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function'),
  };
}
