/**
 * Whether something answers later. Not `instanceof Promise`: a promise of another realm or another library must not be
 * taken for the answer itself, least of all for a yes.
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
