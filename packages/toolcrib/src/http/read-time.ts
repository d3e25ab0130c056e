import { Problem } from './problem.ts';

/** A time of a request, in milliseconds since 1970. It names its zone or is a date: nobody knows the caller's zone. */
export function readTime(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/u.test(given)
    ? Date.parse(given)
    : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const message = `${name}: 2026-12-31, 2026-12-31T08:00:00Z`;
  throw new Problem('request_not_valid', { detail: message }, [{ path: name, keyword: 'format', message }]);
}
