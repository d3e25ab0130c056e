export type Environment = { readonly [name: string]: string | undefined };

export interface MissingVariable {
  readonly path: readonly (string | number)[];
  readonly name: string;
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/gu;

/**
 * Puts environment variables in for `${NAME}` and `${NAME:-otherwise}`; as in a shell, an empty variable counts as none
 * where there is an otherwise. A variable that is not set is reported.
 */
export function substitute(
  value: unknown,
  environment: Environment,
): { readonly value: unknown; readonly missing: readonly MissingVariable[] } {
  const missing: MissingVariable[] = [];
  const path: (string | number)[] = [];
  const within = (key: string | number, part: unknown): unknown => {
    path.push(key);
    const substituted = walk(part);
    path.pop();
    return substituted;
  };
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') {
      return part.replace(reference, (match, name: string, otherwise: string | undefined) => {
        const found = variable(environment, name);
        if (otherwise !== undefined) return found || otherwise;
        if (found === undefined) missing.push({ path: [...path], name });
        return found ?? match;
      });
    }
    if (Array.isArray(part)) return part.map((item, index) => within(index, item));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, within(key, item)]));
  };
  return { value: walk(value), missing };
}

/** The names of the variables that a text refers to. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(reference)].map(([, name]) => name as string);
}

/** Own variables only: every object inherits a `constructor`, and no environment sets one. */
export function variable(environment: Environment, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}
