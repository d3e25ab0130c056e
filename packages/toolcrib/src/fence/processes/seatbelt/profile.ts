import { dirname, join } from 'node:path';
import { isInside } from '../../is-inside.ts';
import { namesAbove } from '../../protected-files/path-pattern.ts';
import { packageFolders, type ProtectedPaths } from '../protected-paths.ts';
import { anyDepthPatterns, insideFolders } from './protected-pattern.ts';

/** What a process may do, in the terms that every layer shares. All paths are real paths: Seatbelt sees no others. */
export interface SeatbeltPolicy {
  readonly reads: readonly string[];
  /** Readable as well. */
  readonly writes: readonly string[];
  /** Below each folder of `writes`. */
  readonly protectedPaths: ProtectedPaths;
  /** Absolute paths that must not be written, there or not. */
  readonly protectedFiles: readonly string[];
  /** The port of 127.0.0.1 where the proxy listens; without it there is no network. */
  readonly proxyPort: number | undefined;
  readonly terminal: boolean;
}

/** A profile for `sandbox-exec`: its text, and the values of the parameters that the text names. */
export interface SeatbeltProfile {
  readonly text: string;
  readonly parameters: { readonly [name: string]: string };
}

/**
 * Writes a profile. Paths come in as parameters, never as text, and the root of a pattern is spelled with letters, digits
 * and wildcards only: whatever a folder is called, it cannot end a string or add a rule.
 */
export function seatbeltProfile(policy: SeatbeltPolicy): SeatbeltProfile {
  const parameters: { [name: string]: string } = {};
  const named = (kind: string, paths: readonly string[]): string[] =>
    paths.map((path, index) => {
      parameters[`${kind}_${index}`] = path;
      return `(param "${kind}_${index}")`;
    });
  const reads = named('READ', policy.reads);
  const writes = named('WRITE', policy.writes);
  const above = named('ABOVE', foldersAbove([...policy.reads, ...policy.writes]));
  const { names, everywhere, fixed } = policy.protectedPaths;
  const absolute = policy.protectedFiles;
  const anywhere = (wanted: readonly string[], reach: 'itself' | 'tree'): string[] =>
    anyDepthPatterns(policy.writes, [...new Set(wanted)], reach).map(pattern);
  const inPackages = pattern(insideFolders(policy.writes, packageFolders));
  const protectedFilters = [
    ...named('PROTECTED', absolute).flatMap(wholePath),
    ...anywhere(everywhere, 'tree'),
    ...anywhere(fixed, 'itself'),
    ...anywhere(names, 'tree').map((each) => `(require-all ${each} (require-not ${inPackages}))`),
  ];
  // A rename is judged by the names of both ends, not by what lies below them.
  const containers = [
    ...named(
      'CONTAINER',
      foldersAbove(absolute).filter((folder) => policy.writes.some((root) => isInside(root, folder))),
    ).map((path) => `(literal ${path})`),
    ...anywhere([...names, ...everywhere].flatMap(namesAbove), 'itself'),
  ];
  const roots = writes.map((root) => `(literal ${root})`);

  const rules = [
    ...base,
    rule('allow file-read-metadata', [...above.map((path) => `(literal ${path})`), '(literal "/")']),
    rule('allow file-read*', [...reads, ...writes].flatMap(wholePath)),
    // An allowance that leaves out what is protected, and a denial besides: each holds without the other.
    ...writes.map((root) =>
      rule('allow file-write*', [
        `(require-all (subpath ${root}) ${protectedFilters.map((each) => `(require-not ${each})`).join(' ')})`,
      ]),
    ),
    rule('deny file-write*', protectedFilters),
    rule('deny file-write-create file-write-unlink', containers),
    rule('deny file-write-unlink', roots),
    ...(policy.proxyPort === undefined ? [] : [connectTo(policy.proxyPort)]),
    ...(policy.terminal ? terminal : []),
  ];
  return { text: `${rules.filter((each) => each !== '').join('\n')}\n`, parameters };
}

function pattern(text: string): string {
  return `(regex #"${text}")`;
}

/** Some versions take `subpath` for what lies below alone. */
function wholePath(path: string): string[] {
  return [`(literal ${path})`, `(subpath ${path})`];
}

function rule(what: string, filters: readonly string[]): string {
  return filters.length === 0 ? '' : `(${[what, ...filters].join('\n  ')})`;
}

function connectTo(port: number): string {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new TypeError(`${port} is no port`);
  return `(allow network-outbound (remote ip "localhost:${port}"))`;
}

/** Every folder on the way to the paths: programs ask about each when they resolve a path. */
function foldersAbove(paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) found.add(folder);
  return [...found];
}

const services = ['com.apple.system.opendirectoryd.libinfo', 'com.apple.system.opendirectoryd.membership'];

/** Not `kern.procargs2`, which tells the environment of every process of the user. */
const systemValues = [
  'kern.argmax',
  'kern.hostname',
  'kern.maxfilesperproc',
  'kern.maxproc',
  'kern.ngroups',
  'kern.osproductversion',
  'kern.osrelease',
  'kern.ostype',
  'kern.osvariant_status',
  'kern.osversion',
  'kern.secure_kernel',
  'kern.usrstack64',
  'kern.version',
  'sysctl.proc_cputype',
  'vm.loadavg',
];
const systemValuesBelow = ['hw.', 'machdep.cpu.', 'net.routetable.'];

/** These do nothing themselves and ask a service outside to start or to tell something. */
const messengers = ['at', 'crontab', 'open', 'osascript', 'security'].map((name) => join('/usr/bin', name));

const base: readonly string[] = [
  '(version 1)',
  '(deny default)',
  '(allow process-fork)',
  '(allow process-exec)',
  rule(
    'deny process-exec',
    [...messengers, '/bin/launchctl'].map((path) => `(literal "${path}")`),
  ),
  '(allow signal (target same-sandbox))',
  '(allow process-info* (target same-sandbox))',
  rule('allow sysctl-read', [
    ...systemValues.map((name) => `(sysctl-name "${name}")`),
    ...systemValuesBelow.map((name) => `(sysctl-name-prefix "${name}")`),
  ]),
  rule(
    'allow mach-lookup',
    services.map((name) => `(global-name "${name}")`),
  ),
  // Locks of Python's multiprocessing.
  '(allow ipc-posix-sem)',
  '(allow file-map-executable)',
  rule(
    'allow file-read-metadata',
    ['/etc', '/tmp', '/var', '/dev'].map((path) => `(literal "${path}")`),
  ),
  '(allow file-read* (literal "/"))',
  rule(
    'allow file-read*',
    ['null', 'zero', 'random', 'urandom', 'autofs_nowait', 'dtracehelper', 'stdin', 'stdout', 'stderr']
      .map((name) => `(literal "/dev/${name}")`)
      .concat('(subpath "/dev/fd")'),
  ),
  rule('allow file-write-data', [
    ...['null', 'zero', 'dtracehelper', 'stdout', 'stderr'].map((name) => `(literal "/dev/${name}")`),
    '(subpath "/dev/fd")',
  ]),
  '(allow file-ioctl (literal "/dev/dtracehelper"))',
];

/** The terminal that it was given is open already; no other one can be opened. */
const terminal: readonly string[] = [
  '(allow pseudo-tty)',
  '(allow file-read* file-write-data file-ioctl (literal "/dev/tty") (literal "/dev/ptmx"))',
  '(allow file-ioctl (regex #"^/dev/ttys[0-9]+$"))',
];
