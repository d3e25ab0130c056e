import { parseAuthority, parseHost, type Host } from './host.ts';

/** What a pattern stands for. */
export interface ListedHost {
  readonly host: Host;
  /** Stands for every name below the host, and not for the host itself. */
  readonly below: boolean;
  readonly ports: readonly number[];
}

/** What is wrong with a pattern; `hostPatternText` says it in a sentence. */
export type HostPatternProblem = 'not_text' | 'bad_host' | 'bad_wildcard' | 'too_broad';

export type ParsedHostPattern =
  | { readonly ok: true; readonly listed: ListedHost }
  | { readonly ok: false; readonly problem: HostPatternProblem };

const defaultPorts: readonly number[] = [80, 443];
// `com`, and `co.uk` or `com.cn`: whole registries, of which everybody can buy a part.
const registry = /^(?:[^.]+|(?:ac|co|com|edu|gov|net|or|org)\.[a-z]{2})$/u;

/** Reads an entry of the allow-list. Without a port it stands for 80 and 443. */
export function parseHostPattern(pattern: unknown): ParsedHostPattern {
  if (typeof pattern !== 'string') return wrong('not_text');
  const authority = parseAuthority(pattern);
  if (authority === undefined) return wrong('bad_host');
  if (authority.host === '*') return wrong('too_broad');
  const below = authority.host.startsWith('*.');
  const name = below ? authority.host.slice(2) : authority.host;
  if (name.includes('*')) return wrong('bad_wildcard');
  const host = parseHost(name);
  if (host === undefined) return wrong('bad_host');
  if (below && host.family !== undefined) return wrong('bad_wildcard');
  if (below && registry.test(host.text)) return wrong('too_broad');
  const ports = authority.port === undefined ? defaultPorts : [authority.port];
  return { ok: true, listed: { host, below, ports } };
}

export function stands({ host: listed, below, ports }: ListedHost, host: Host, port: number): boolean {
  if (!ports.includes(port)) return false;
  return below ? host.text.endsWith(`.${listed.text}`) : host.text === listed.text;
}

function wrong(problem: HostPatternProblem): ParsedHostPattern {
  return { ok: false, problem };
}
