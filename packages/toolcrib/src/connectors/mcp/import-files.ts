import { isSecretName, type JsonValue } from '@toolcrib/core';
import { isPlainHeader } from './server-secrets.ts';
import { isObject } from '../json-object.ts';

/** What other programs know of MCP servers, in our spelling. */
export interface ImportedServers {
  readonly servers: { readonly [name: string]: ImportedServer };
  readonly notes: readonly ImportNote[];
}

type ImportedServer = { readonly [key: string]: JsonValue };

export type ImportNote =
  /** It says something that we do not know, or do not want to know from somebody else. */
  | { readonly kind: 'left_out'; readonly server: string; readonly key: string }
  /** Its value was not copied: it belongs into the environment. */
  | { readonly kind: 'variable'; readonly server: string; readonly variable: string };

type Written = { readonly [key: string]: unknown };

/**
 * Reads the servers from a file of another program: Claude Code (`.mcp.json`, and `~/.claude.json` with its projects), Claude
 * Desktop, Cursor, Windsurf and Gemini (`mcpServers`), VS Code (`servers` with `inputs`, alone or in its settings). Secrets are
 * not copied; what programs ask for when they start becomes a variable. Undefined when there is nothing of the kind.
 */
export function readForeignServers(file: unknown, project: string): ImportedServers | undefined {
  if (!isObject(file)) return undefined;
  const { projects, mcp } = file;
  const own = isObject(projects) && isObject(projects[project]) ? projects[project]['mcpServers'] : undefined;
  const inSettings = isObject(mcp) ? mcp['servers'] : undefined;
  const found = [file['mcpServers'], own, file['servers'], inSettings].filter(isObject);
  if (found.length === 0) return undefined;
  const notes: ImportNote[] = [];
  const entries = found.flatMap((servers) => Object.entries(servers));
  const servers = entries.flatMap(([name, server]) =>
    isObject(server) ? [[name, new Translation(name, notes).server(server)] as const] : [],
  );
  return { servers: Object.fromEntries(servers), notes };
}

/** Keys that others spell in another way. */
const spellings: { readonly [key: string]: string } = {
  serverUrl: 'url',
  httpUrl: 'url',
  includeTools: 'include_tools',
  excludeTools: 'exclude_tools',
};
const taken: ReadonlySet<string> = new Set([
  'type',
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'oauth',
  'disabled',
  'include_tools',
  'exclude_tools',
]);

class Translation {
  readonly #name: string;
  readonly #notes: ImportNote[];

  constructor(name: string, notes: ImportNote[]) {
    this.#name = name;
    this.#notes = notes;
  }

  server(written: Written): ImportedServer {
    const entries = Object.entries(written).flatMap(([given, value]) => {
      const key = spellings[given] ?? given;
      if (taken.has(key)) return [[key, this.#value(key, value)] as const];
      this.#notes.push({ kind: 'left_out', server: this.#name, key: given });
      return [];
    });
    return Object.fromEntries(entries);
  }

  #value(key: string, value: unknown): JsonValue {
    if (key === 'type') return transports[String(value).toLowerCase()] ?? (value as JsonValue);
    if (key === 'env' && isObject(value)) return this.#texts(value, (name) => isSecretName(name), plain);
    if (key === 'headers' && isObject(value))
      return this.#texts(
        value,
        (name) => !isPlainHeader(name),
        (name) => plain(`${this.#name}_${name}`),
      );
    return this.#references(value);
  }

  #texts(
    texts: Written,
    isSecret: (name: string) => boolean,
    variableFor: (name: string) => string,
  ): { readonly [name: string]: JsonValue } {
    const entries = Object.entries(texts).map(([name, value]) => {
      const said = this.#references(value);
      if (typeof said !== 'string' || said.includes('${') || said === '' || !isSecret(name))
        return [name, said];
      return [name, this.#variable(variableFor(name))];
    });
    return Object.fromEntries(entries) as { readonly [name: string]: JsonValue };
  }

  /** `${env:NAME}` and `${input:id}` become variables, and the folder of the project is where a server starts anyway. */
  #references(value: unknown): JsonValue {
    if (Array.isArray(value)) return value.map((one) => this.#references(one));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#references(one)]));
    if (typeof value !== 'string') return value as JsonValue;
    return value
      .replaceAll(/\$\{env:(\w+)\}/gu, '${$1}')
      .replaceAll(/\$\{input:([^}]+)\}/gu, (_, id: string) => this.#variable(plain(id)))
      .replaceAll('${userHome}', '${HOME}')
      .replaceAll(/\$\{workspaceFolder(?:Basename)?\}/gu, '.')
      .replaceAll('${/}', '/');
  }

  #variable(variable: string): string {
    this.#notes.push({ kind: 'variable', server: this.#name, variable });
    return `\${${variable}}`;
  }
}

const transports: { readonly [type: string]: string } = { streamablehttp: 'http', streamable_http: 'http' };

/** As variables are written. */
function plain(name: string): string {
  return name.replaceAll(/\W+/gu, '_').toUpperCase();
}
