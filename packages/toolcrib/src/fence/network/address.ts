import { BlockList } from 'node:net';

/** Where an address leads. Only `public` may be reached without being listed itself. */
export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  /** Shared by the customers of a provider, and used by overlay networks. */
  | 'shared'
  | 'link_local'
  /** Gives the credentials of a machine in the cloud to whoever asks from it. */
  | 'metadata'
  | 'multicast'
  /** Carries an IPv4 address to a gateway that nobody has checked. */
  | 'tunnel'
  | 'reserved';

/** The special-purpose registries of IANA, and what clouds have added. The first that fits counts. */
const specialNetworks: readonly (readonly [AddressKind, readonly string[]])[] = [
  ['metadata', ['169.254.169.254/32', '169.254.170.2/32', '169.254.170.23/32', '100.100.100.200/32']],
  ['metadata', ['168.63.129.16/32', '192.0.0.192/32', 'fd00:ec2::/32', 'fd20:ce::254/128']],
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
  ['shared', ['100.64.0.0/10']],
  ['link_local', ['169.254.0.0/16', 'fe80::/10']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  ['tunnel', ['192.88.99.0/24', '2001::/32', '2002::/16', '64:ff9b:1::/48']],
  ['reserved', ['0.0.0.0/8', '192.0.0.0/24', '192.0.2.0/24', '198.18.0.0/15', '198.51.100.0/24']],
  ['reserved', ['203.0.113.0/24', '240.0.0.0/4', '2001::/23', '2001:db8::/32', '3fff::/20']],
  // Of IPv6 only this part has been given out to the world.
  ['public', ['0.0.0.0/0', '2000::/3']],
];

/** Made by the first who asks: most calls reach nobody. */
const lists = once(() => ({
  kinds: specialNetworks.map(([kind, networks]) => [kind, toBlockList(networks)] as const),
  nat64: toBlockList(['64:ff9b::/96']),
}));

/** The kind of an address as `parseHost` spells it. */
export function kindOf(address: string, family: 4 | 6): AddressKind {
  const { kinds, nat64 } = lists();
  // Networks without IPv4 reach it through this prefix: what counts is where that leads.
  if (family === 6 && nat64.check(address, 'ipv6')) return kindOf(toIPv4(groupsOf(address)), 4);
  const found = kinds.find(([, networks]) => networks.check(address, family === 4 ? 'ipv4' : 'ipv6'));
  return found?.[0] ?? 'reserved';
}

/** The eight numbers of an IPv6 address in the spelling of the URL standard. */
export function groupsOf(address: string): number[] {
  const [head = [], tail] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const missing = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(missing).fill('0'), ...(tail ?? [])].map((group) =>
    Number.parseInt(group, 16),
  );
}

/** The IPv4 address in the last two numbers. */
export function toIPv4(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    list.addSubnet(address, Number(length), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
