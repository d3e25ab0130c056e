import type { Attack } from '../attack.ts';

const group = 'network';

const ways: readonly (readonly [id: string, line: string])[] = [
  ['bash_tcp', 'exec 3<> /dev/tcp/127.0.0.1/{port}'],
  ['bash_udp', 'echo x > /dev/udp/127.0.0.1/{udp}'],
  ['curl', 'curl -s -m 2 http://127.0.0.1:{port}/'],
  ['wget', 'wget -q -T 2 -t 1 -O /dev/null http://127.0.0.1:{port}/'],
  ['git_remote', 'git ls-remote http://127.0.0.1:{port}/x'],
  ['git_protocol', 'git ls-remote git://127.0.0.1:{port}/x'],
  ['node', '"{node}" -e \'net.connect({port}, "127.0.0.1").on("connect", () => process.exit())\''],
  [
    'dns',
    '"{node}" -e \'const r = new dns.Resolver({timeout: 500, tries: 1}); r.setServers(["127.0.0.1:{udp}"]); r.resolve4("secret.example", () => {})\'',
  ],
  ['unix_socket', '"{node}" -e \'net.connect("{outside}/socket").on("connect", () => process.exit())\''],
  ['abstract_socket', '"{node}" -e \'net.connect("\\0{abstract}").on("connect", () => process.exit())\''],
  [
    'proxy_variables',
    'http_proxy=http://127.0.0.1:{port} HTTP_PROXY=http://127.0.0.1:{port} curl -s -m 2 http://secret.example/',
  ],
  ['perl', 'perl -MIO::Socket::INET -e \'IO::Socket::INET->new("127.0.0.1:{port}")\''],
];

export const network: readonly Attack[] = ways.map(([id, line]) => ({
  id,
  group,
  line,
  effect: { kind: 'connects' },
}));
