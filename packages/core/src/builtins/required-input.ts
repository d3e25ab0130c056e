/** A parameter that only some operations need, which a schema cannot say without repeating itself for each of them. */
export function required<T>(value: T | undefined, operation: string, parameter: string): T {
  if (value === undefined) throw new Error(`Operation "${operation}" needs "${parameter}".`);
  return value;
}
