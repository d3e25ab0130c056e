import type { Fetch, TraceContext } from '@toolcrib/core';

/** A `fetch` whose requests tell which span they belong to. A definition that says so itself is left as it is. */
export function tracedFetch(fetch: Fetch, current: () => TraceContext | undefined): Fetch {
  return (url, init) => {
    const context = init.headers.has('traceparent') ? undefined : current();
    if (context === undefined) return fetch(url, init);
    const headers = new Headers(init.headers);
    headers.set('traceparent', context.traceparent);
    if (context.tracestate !== undefined && !headers.has('tracestate'))
      headers.set('tracestate', context.tracestate);
    return fetch(url, { ...init, headers });
  };
}
