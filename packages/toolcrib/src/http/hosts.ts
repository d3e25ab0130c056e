import { Problem } from './problem.ts';

/** The names under which the service answers. */
export interface Hosts {
  /** Throws for a request that was meant for another name, or comes from a page of another. */
  check(request: Pick<Request, 'headers' | 'url'>): void;
}

/**
 * A page of somebody else can have its own name lead to this machine (DNS rebinding): a request must name us as we are
 * known, and one that comes from a page must come from one of ours.
 */
export function createHosts(allowed: readonly string[]): Hosts {
  const names = allowed.map((name) => name.toLowerCase());
  const isAny = names.includes('*');
  const isOurs = (host: string): boolean =>
    isAny || /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u.test(host) || isListed(host);
  const isListed = (host: string): boolean =>
    names.includes(host) || names.includes(host.replace(/:\d+$/u, ''));
  return {
    check({ headers, url }) {
      const host = headers.get('host')?.toLowerCase() ?? '';
      if (!isOurs(host)) throw new Problem('foreign_host', { host });
      // A target in absolute form, such as a proxy is sent, counts instead of the header (RFC 9112, 3.2.2): both must be ours.
      const named = URL.parse(url)?.host ?? '';
      if (!isOurs(named)) throw new Problem('foreign_host', { host: named });
      const origin = headers.get('origin');
      if (origin === null) return;
      const from = URL.parse(origin)?.host ?? '';
      // Another program on this machine may have pages too: only our own, or one that was named.
      if (from === '' || (from !== host && !isListed(from))) throw new Problem('foreign_origin', { origin });
    },
  };
}
