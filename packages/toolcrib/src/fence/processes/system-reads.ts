import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What programs need to run: no home of anybody, no keys, no passwords. */
const linuxPaths: readonly string[] = [
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

/** Folders that hold programs, but not those beside them in which services keep their data. */
const installed = [
  'bin',
  'sbin',
  'lib',
  'libexec',
  'share',
  'opt',
  'Cellar',
  'Frameworks',
  'include',
  'etc/openssl@3',
];

/**
 * The same of macOS. Not the whole of `/System`: below it, the home of everybody can be reached a second time. The developer
 * tools are what `git` and others of `/usr/bin` start.
 */
const macPaths: readonly string[] = [
  '/bin',
  '/sbin',
  ...['bin', 'lib', 'libexec', 'sbin', 'share'].map((name) => join('/usr', name)),
  ...['Cryptexes', 'Library', 'iOSSupport', 'Volumes/Preboot/Cryptexes'].map((name) => join('/System', name)),
  ...['/opt/homebrew', '/usr/local', '/opt/local'].flatMap((place) =>
    installed.map((name) => join(place, name)),
  ),
  '/Applications/Xcode.app/Contents',
  '/Library/Apple',
  '/Library/Developer/CommandLineTools',
  '/Library/Frameworks',
  '/Library/Java',
  '/nix/store',
  ...['dyld', 'timezone', 'xcode_select_link'].map((name) => join('/var/db', name)),
  '/var/select',
  ...[
    'bashrc',
    'group',
    'hosts',
    'locale',
    'localtime',
    'manpaths',
    'openssl',
    'passwd',
    'paths',
    'paths.d',
    'profile',
    'protocols',
    'resolv.conf',
    'services',
    'shells',
    'ssl',
    'zprofile',
    'zshenv',
    'zshrc',
  ].map((name) => join('/etc', name)),
];

const systemPaths = process.platform === 'darwin' ? macPaths : linuxPaths;

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
