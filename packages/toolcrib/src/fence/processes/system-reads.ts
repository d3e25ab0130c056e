import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What programs need to run: no home of anybody, no keys, no passwords. */
const systemPaths: readonly string[] = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix/store',
  '/gnu/store',
  ...[
    'alternatives',
    'ca-certificates',
    'ca-certificates.conf',
    'crypto-policies',
    'debian_version',
    'group',
    'host.conf',
    'hosts',
    'inputrc',
    'ld.so.cache',
    'ld.so.conf',
    'ld.so.conf.d',
    'locale.alias',
    'localtime',
    'magic',
    'mime.types',
    'nsswitch.conf',
    'os-release',
    'passwd',
    'perl',
    'pki/ca-trust/extracted',
    'pki/tls/cert.pem',
    'pki/tls/certs',
    'pki/tls/openssl.cnf',
    'protocols',
    'resolv.conf',
    'services',
    'ssl/cert.pem',
    'ssl/certs',
    'ssl/openssl.cnf',
    'terminfo',
    'timezone',
  ].map((name) => join('/etc', name)),
];

let found: readonly string[] | undefined;

/** Those of them that this system has, and the Node that runs us. */
export function systemReads(): readonly string[] {
  found ??= [...systemPaths.filter((path) => existsSync(path)), ...nodePaths(process.execPath)];
  return found;
}

/** The whole of an installation when it is one; the folder above could also be somebody's home. */
function nodePaths(executable: string): string[] {
  if (executable.startsWith('/usr/')) return [];
  const installation = dirname(dirname(executable));
  const whole =
    basename(dirname(executable)) === 'bin' && existsSync(join(installation, 'lib/node_modules/npm'));
  return [whole ? installation : executable];
}
