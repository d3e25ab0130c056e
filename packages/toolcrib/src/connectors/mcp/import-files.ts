import type { JsonValue } from '@toolcrib/core';
import { isObject } from '../json-object.ts';
import { isSecretUnder } from './find-secrets.ts';
import { SecretVariables, type MovedSecret, type SecretPlace } from './import-secrets.ts';

/** What other programs know of MCP servers, in our spelling. */
export interface ImportedServers {
  readonly servers: { readonly [name: string]: ImportedServer };
  readonly notes: readonly ImportNote[];
}

type ImportedServer = { readonly [key: string]: JsonValue };

export type ImportNote =
  /** It says something that we do not know, or do not want to know from somebody else. */
  | { readonly kind: 'left_out'; readonly server: string; readonly key: string }
  /** A secret was not copied: it belongs into the environment. */
  | ({ readonly kind: 'variable'; readonly server: string } & MovedSecret)
  /** The other program asks for a value when it starts; here it comes from the environment. */
  | ({ readonly kind: 'input'; readonly server: string } & MovedSecret);

type Written = { readonly [key: string]: unknown };

/** Characters of all servers together. */
export const maxServerCharacters = 1_000_000;

export class ServersTooLarge extends Error {}

interface ImportOptions {
  /** Its folder: Claude Code keeps servers of several projects in one file. */
  readonly project: string;
  /** Variables that the configuration refers to already: they may hold another secret. @default none */
  readonly taken?: readonly string[] | undefined;
}

/**
 * Reads the servers from a file of another program: Claude Code (`.mcp.json`, and `~/.claude.json` with its projects), Claude
 * Desktop, Cursor, Windsurf, Cline and Gemini (`mcpServers`), VS Code (`servers` with `inputs`, alone or in its settings), Zed
 * (`context_servers`). Secrets that can be recognised are not copied, wherever they stand; a variable takes the place of each,
 * and of what programs ask for when they start. Undefined when there is nothing of the kind. Throws `ServersTooLarge` where
 * there is more than anybody writes: every text is searched for secrets.
 */
export function readForeignServers(
  file: unknown,
  { project, taken }: ImportOptions,
): ImportedServers | undefined {
  const entries = entriesIn(file, project);
  if (entries === undefined) return undefined;
  if (JSON.stringify(entries).length > maxServerCharacters) throw new ServersTooLarge();
  const notes: ImportNote[] = [];
  const secrets = new SecretVariables(
    ({ server }, moved) => {
      notes.push({ kind: 'variable', server, ...moved });
    },
    { taken },
  );
  const servers = entries.flatMap(([name, server]) =>
    isObject(server) ? [[name, new Translation(name, notes, secrets).server(server)] as const] : [],
  );
  const cleaned = servers.map(([name, server]) => [name, withoutKnown(server, name, secrets)] as const);
  return { servers: Object.fromEntries(cleaned), notes };
}

/** The servers, wherever the program keeps them. */
function entriesIn(file: unknown, project: string): [string, unknown][] | undefined {
  if (!isObject(file)) return undefined;
  const { projects, mcp } = file;
  const own = isObject(projects) && isObject(projects[project]) ? projects[project]['mcpServers'] : undefined;
  const inSettings = isObject(mcp) ? mcp['servers'] : undefined;
  const places = [file['mcpServers'], own, file['servers'], inSettings, file['context_servers']];
  const found = places.filter(isObject);
  return found.length === 0 ? undefined : found.flatMap((servers) => Object.entries(servers));
}

function withoutKnown(server: ImportedServer, name: string, secrets: SecretVariables): ImportedServer {
  return mapMembers(server, (key, value) =>
    secrets.everywhere(value as JsonValue, { server: name, path: key }),
  );
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

/** Other programs fill these in by themselves: the folder of the project is where a server starts anyway. */
const places: readonly (readonly [RegExp, string])[] = [
  [/\$\{env:(\w+)\}/gu, '${$1}'],
  [/\$\{userHome\}/gu, '${HOME}'],
  [/\$\{workspaceFolder(?:Basename)?\}/gu, '.'],
  [/\$\{\/\}/gu, '/'],
];

class Translation {
  readonly #name: string;
  readonly #notes: ImportNote[];
  readonly #secrets: SecretVariables;
  /** What a server is given by name; some put it into their arguments themselves. */
  #env: { readonly [name: string]: JsonValue } = {};

  constructor(name: string, notes: ImportNote[], secrets: SecretVariables) {
    this.#name = name;
    this.#notes = notes;
    this.#secrets = secrets;
  }

  server(given: Written): ImportedServer {
    const written = withFlatCommand(given);
    const { env } = written;
    if (isObject(env)) this.#env = this.#environment(env);
    const entries = Object.entries(written).flatMap(([said, value]) => {
      const key = spellings[said] ?? said;
      if (taken.has(key)) return [[key, this.#value(key, value)] as const];
      this.#notes.push({ kind: 'left_out', server: this.#name, key: said });
      return [];
    });
    return Object.fromEntries(entries);
  }

  #value(key: string, value: unknown): JsonValue {
    if (key === 'type') return transports[String(value).toLowerCase()] ?? this.#cleaned(key, value);
    if (key === 'env' && isObject(value)) return this.#env;
    return this.#cleaned(key, value);
  }

  /** A variable of the server keeps its name: what it is set to comes from a variable of ours that is called the same. */
  #environment(env: Written): { readonly [name: string]: JsonValue } {
    return mapMembers(env, (name, value) =>
      this.#named(name, value, { ...this.#at(`env.${name}`), variable: name }),
    );
  }

  #named(name: string, value: unknown, place: SecretPlace): JsonValue {
    if (typeof value === 'number' && isSecretUnder(name, String(value)))
      return this.#secrets.under(name, String(value), place);
    if (typeof value !== 'string') return this.#cleaned(place.path, value);
    return this.#secrets.under(name, this.#references(value, place), place);
  }

  /** What is written, in our references and without secrets. */
  #cleaned(path: string, value: unknown): JsonValue {
    const place = this.#at(path);
    if (typeof value === 'string') return this.#secrets.text(this.#references(value, place), place);
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
      const said = value.map((one, index) => this.#references(one, this.#at(`${path}[${index}]`)));
      return this.#secrets.list(said, place);
    }
    if (Array.isArray(value)) return value.map((one, index) => this.#cleaned(`${path}[${index}]`, one));
    if (!isObject(value)) return value as JsonValue;
    return mapMembers(value, (name, one) => this.#named(name, one, this.#at(`${path}.${name}`)));
  }

  /** `${env:NAME}` and `${input:id}` become variables. What the server's own environment holds is put in at once. */
  #references(text: string, place: SecretPlace): string {
    const known = places.reduce((said, [theirs, ours]) => said.replaceAll(theirs, ours), text);
    return known
      .replaceAll(/\$\{input:([^}]+)\}/gu, (asked, id: string) => {
        const variable = this.#secrets.name(asked, { ...place, variable: id });
        this.#notes.push({ kind: 'input', server: this.#name, variable, path: place.path });
        return `\${${variable}}`;
      })
      .replaceAll(/\$\{(\w+)\}/gu, (all, name: string) => {
        const own = Object.hasOwn(this.#env, name) ? this.#env[name] : undefined;
        return typeof own === 'string' ? own : all;
      });
  }

  #at(path: string): SecretPlace {
    return { server: this.#name, path };
  }
}

/** Zed puts the arguments and the environment into the command. */
function withFlatCommand({ command, ...rest }: Written): Written {
  if (!isObject(command)) return { ...(command !== undefined && { command }), ...rest };
  const { path, ...more } = command;
  return { ...rest, command: path, ...more };
}

function mapMembers(
  members: Written,
  map: (name: string, value: unknown) => JsonValue,
): { readonly [name: string]: JsonValue } {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(name, value)]));
}

const transports: { readonly [type: string]: string } = { streamablehttp: 'http', streamable_http: 'http' };
