import { PluginFault } from './plugin-problem.ts';

/** What a plugin may do besides computing. */
export interface Capabilities {
  /** Names of environment variables whose values it is given. */
  readonly environment: readonly string[];
  /** Folders of the project that it may read, relative to its root. */
  readonly readFolders: readonly string[];
}

/** As descriptors and configurations spell them. */
export interface WireCapabilities {
  readonly environment?: readonly string[];
  readonly files?: { readonly read: readonly string[] };
}

export const noCapabilities: Capabilities = { environment: [], readFolders: [] };

const known = ['environment', 'files.read'] as const;
const mostEntries = 64;

/** Reads what is asked for or granted. What we could not give is refused by name, so that nobody believes to have it. */
export function parseCapabilities(value: unknown, field: string): Capabilities {
  if (value === undefined || value === null) return noCapabilities;
  const { environment, files, ...others } = objectAt(value, field);
  const { read, ...otherFiles } = files === undefined ? {} : objectAt(files, `${field}.files`);
  const [stranger] = [...Object.keys(others), ...Object.keys(otherFiles).map((name) => `files.${name}`)];
  if (stranger !== undefined)
    throw new PluginFault({ kind: 'plugin_capability_unknown', capability: stranger, known });
  return {
    environment: namesAt(environment, `${field}.environment`, (name) => /^[A-Za-z_]\w{0,127}$/u.test(name)),
    readFolders: namesAt(read, `${field}.files.read`, isFolder),
  };
}

/** Those that are both asked for and granted. */
export function granted(asked: Capabilities, given: Capabilities): Capabilities {
  return {
    environment: asked.environment.filter((name) => given.environment.includes(name)),
    readFolders: asked.readFolders.filter((folder) => given.readFolders.includes(folder)),
  };
}

/** Those that are asked for and not granted, as people read them. */
export function missing(asked: Capabilities, given: Capabilities): readonly string[] {
  return listed({
    environment: asked.environment.filter((name) => !given.environment.includes(name)),
    readFolders: asked.readFolders.filter((folder) => !given.readFolders.includes(folder)),
  });
}

export function listed({ environment, readFolders }: Capabilities): readonly string[] {
  return [
    ...environment.map((name) => `environment: ${name}`),
    ...readFolders.map((folder) => `files.read: ${folder}`),
  ];
}

export function toWireCapabilities({ environment, readFolders }: Capabilities): WireCapabilities {
  return {
    ...(environment.length > 0 && { environment }),
    ...(readFolders.length > 0 && { files: { read: readFolders } }),
  };
}

/** Written from the root with `/`, without steps upwards: `.` is the whole project. */
function isFolder(path: string): boolean {
  return (
    path === '.' ||
    (path.length < 1024 && path.split('/').every((part) => /^(?!\.{0,2}$)[^\0\\]+$/u.test(part)))
  );
}

function namesAt(value: unknown, field: string, isName: (name: string) => boolean): readonly string[] {
  if (value === undefined) return [];
  const right =
    Array.isArray(value) &&
    value.length <= mostEntries &&
    value.every((name) => typeof name === 'string' && isName(name));
  if (!right) throw new PluginFault({ kind: 'plugin_bad_descriptor', fault: { word: 'bad_value', field } });
  return [...new Set(value as string[])];
}

export function objectAt(value: unknown, field: string): { readonly [key: string]: unknown } {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as { readonly [key: string]: unknown };
  throw new PluginFault({ kind: 'plugin_bad_descriptor', fault: { word: 'bad_value', field } });
}
