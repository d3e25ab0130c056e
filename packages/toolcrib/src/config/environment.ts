export type Environment = { readonly [name: string]: string | undefined };

export interface MissingVariable {
  readonly path: readonly (string | number)[];
  readonly name: string;
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/gu;

/** Puts environment variables in for `${NAME}` and `${NAME:-otherwise}`. A variable that is not set is reported. */
export function substitute(
  value: unknown,
  environment: Environment,
): { readonly value: unknown; readonly missing: readonly MissingVariable[] } {
  const missing: MissingVariable[] = [];
  const walk = (part: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof part === 'string') {
      return part.replace(reference, (match, name: string, otherwise: string | undefined) => {
        const found = environment[name] ?? otherwise;
        if (found === undefined) missing.push({ path, name });
        return found ?? match;
      });
    }
    if (Array.isArray(part)) return part.map((item, index) => walk(item, [...path, index]));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, walk(item, [...path, key])]));
  };
  return { value: walk(value, []), missing };
}
