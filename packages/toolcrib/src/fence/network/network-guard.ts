import { lookup as lookupName } from 'node:dns/promises';
import { createError } from '@toolcrib/core';
import { kindOf, type AddressKind } from './address.ts';
import { isPort, parseHost, type Host } from './host.ts';
import { parseHostPattern, stands, type ListedHost } from './host-pattern.ts';
import { hostPatternText } from './texts.ts';

/** One host that may be reached, as the operator writes it: `api.example.com`, `*.example.com`, `127.0.0.1:8080`. */
type HostPattern = string;

/** Decides which hosts may be reached. A refusal throws `host_not_allowed` and is told to the security log. */
export interface NetworkGuard {
  /** Whether a host and port are on the list, by name alone; looks nothing up. */
  allows(host: string, port: number): boolean;
  /** Looks the host up once and checks where it leads: private, loopback and metadata addresses only when listed. */
  check(host: string, port: number, caller?: NetworkCaller): Promise<CheckedAddress>;
}

/** A guard whose list can grow. */
export interface GrowingGuard extends NetworkGuard {
  /** The hosts of the list, as they were written. */
  hosts(): readonly string[];
  /** Puts a host on the list that a person has named meanwhile; what is no host is not reached. */
  permit(host: HostPattern): void;
}

/** Addresses that were looked up once and may be dialled: nobody looks the name up again. */
export interface CheckedAddress {
  /** In the spelling that was compared with the list; what the other side is called. */
  readonly host: string;
  readonly port: number;
  /** Each of them checked, in the order in which to try them. */
  readonly addresses: readonly Address[];
}

interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

interface NetworkCaller {
  readonly callId?: string | undefined;
  readonly tool?: string | undefined;
  readonly agent?: string | undefined;
}

/** One refusal, for the security log. */
export interface SecurityEntry extends NetworkCaller {
  readonly time: number;
  readonly code: 'host_not_allowed';
  readonly host: string;
  readonly port: number;
  /** What spoke: the list, a host or port that is none, or the kind of address that the name leads to. */
  readonly reason: NetworkReason;
  /** Where a listed name leads. */
  readonly address?: string | undefined;
}

type NetworkReason = 'not_listed' | 'bad_host' | 'bad_port' | 'bad_answer' | AddressKind;

export interface NetworkGuardOptions {
  /** Every entry must be one that `parseHostPattern` can read. Nothing else is reached. */
  readonly allow: readonly HostPattern[];
  /** Gives all addresses of a name. @default the system's resolver */
  readonly lookup?: ((name: string) => Promise<readonly string[]>) | undefined;
  readonly onRefusal?: ((entry: SecurityEntry) => void) | undefined;
}

// Only the local network can answer for such a name: who lists it means what is private.
const localName = /^[^.]+$|\.(?:localhost|local|internal|home\.arpa)$/u;
const loopbackName = /(?:^|\.)localhost$/u;

/**
 * Reaches the hosts of the list and nothing else.
 *
 *     const guard = createNetworkGuard({ allow: ['api.example.com', '*.example.org', 'localhost:8080'] });
 *     const { addresses } = await guard.check('api.example.com', 443);
 */
export function createNetworkGuard(options: NetworkGuardOptions): GrowingGuard {
  const { lookup = systemLookup, onRefusal } = options;
  const list = options.allow.map(listed);
  const known = new Set(options.allow);
  const isListed = (host: Host, port: number): boolean => list.some((entry) => stands(entry, host, port));

  /** A private address must itself stand on the list, or the name be one that is private by nature. */
  const mayDial = (host: Host, to: Host, kind: AddressKind, port: number): boolean => {
    if (kind === 'public' || isListed(to, port)) return true;
    if (!localName.test(host.text) || !list.some((entry) => !entry.below && stands(entry, host, port)))
      return false;
    return kind === 'loopback' || (kind === 'private' && !loopbackName.test(host.text));
  };

  return {
    allows(text, port) {
      const host = parseHost(text);
      return host !== undefined && isListed(host, port);
    },

    hosts: () => [...known],

    permit(pattern) {
      const parsed = known.has(pattern) ? undefined : parseHostPattern(pattern);
      if (!parsed?.ok) return;
      known.add(pattern);
      list.push(parsed.listed);
    },

    async check(text, port, { callId, tool, agent } = {}) {
      const refuse = (reason: NetworkReason, address?: string): Error => {
        const entry = { code: 'host_not_allowed', host: text, port, reason, address } as const;
        onRefusal?.({ time: Date.now(), ...entry, callId, tool, agent });
        const leadsTo = address === undefined ? undefined : reason;
        return createError('host_not_allowed', {
          host: port === 80 || port === 443 ? text : `${text}:${port}`,
          leadsTo,
        });
      };
      const host = parseHost(text);
      if (host === undefined) throw refuse('bad_host');
      if (!isPort(port)) throw refuse('bad_port');
      if (!isListed(host, port)) throw refuse('not_listed');
      const answers = host.family === undefined ? await lookup(host.text) : [host.text];
      if (answers.length === 0) throw notFound(host.text);
      // One bad address spoils the answer: whoever mixes them in wants us to come to it.
      const addresses = answers.map((answer): Address => {
        const to = parseHost(answer);
        if (to?.family === undefined) throw refuse('bad_answer', answer);
        const kind = kindOf(to.text, to.family);
        if (!mayDial(host, to, kind, port)) throw refuse(kind, to.text);
        return { address: to.text, family: to.family };
      });
      return { host: host.text, port, addresses };
    },
  };
}

function listed(pattern: HostPattern): ListedHost {
  const parsed = parseHostPattern(pattern);
  if (parsed.ok) return parsed.listed;
  throw new TypeError(`allow: ${JSON.stringify(pattern)}: ${hostPatternText(parsed.problem, 'en')}`);
}

async function systemLookup(name: string): Promise<readonly string[]> {
  const answers = await lookupName(name, { all: true });
  return answers.map(({ address }) => address);
}

function notFound(name: string): Error {
  return Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' });
}
