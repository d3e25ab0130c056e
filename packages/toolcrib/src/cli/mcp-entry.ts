import type { JsonValue, Locale } from '@toolcrib/core';
import type { Config } from '../config/config.ts';
import { variablesIn, type Environment } from '../config/environment.ts';
import { parseConfig } from '../config/parse-config.ts';
import { parseJson } from '../config/parse-json.ts';
import type { McpServerConfig } from '../connectors/mcp/mcp-server-config.ts';

export type McpEntry = { readonly [key: string]: JsonValue };

/**
 * What a person types, as an entry of the configuration: a URL with headers (`Name: value`), or a command with its arguments,
 * before which variables may stand, as a shell has it. Undefined when there is neither.
 */
export function toEntry(words: readonly string[]): McpEntry | undefined {
  const [first = '', ...rest] = words;
  if (/^https?:\/\//iu.test(first)) {
    const headers = rest.map((word) => /^([^:\s]+):\s*(.*)$/su.exec(word)?.slice(1));
    if (headers.includes(undefined)) return undefined;
    return {
      type: 'http',
      url: first,
      ...(rest.length > 0 && { headers: Object.fromEntries(headers as string[][]) }),
    };
  }
  const variables = words.findIndex((word) => !/^[A-Za-z_]\w*=/u.test(word));
  const [command, ...args] = words.slice(variables);
  if (variables === -1 || command === undefined) return undefined;
  const env = words
    .slice(0, variables)
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
  return {
    command,
    ...(args.length > 0 && { args }),
    ...(env.length > 0 && { env: Object.fromEntries(env) as { [name: string]: string } }),
  };
}

interface EntryOptions {
  readonly project: string;
  readonly locale: Locale;
  /** Whether variables that are not set yet are taken for set: what else is wrong with the entry is found then. @default false */
  readonly assumeVariables?: boolean | undefined;
}

/** The entry as the configuration would read it; what is wrong with it otherwise. */
export function readEntry(
  name: string,
  entry: McpEntry,
  { project, locale, assumeVariables = false }: EntryOptions,
): { readonly server: McpServerConfig | undefined; readonly problems: Config['problems'] } {
  const text = JSON.stringify({ mcpServers: { [name]: entry } });
  // It stands for an address as well as for a part of one.
  const assumed = assumeVariables
    ? variablesIn(text).map((variable) => [variable, 'https://unset.invalid'])
    : [];
  const { mcpServers, problems } = parseConfig(parseJson(text), {
    file: '',
    directory: project,
    environment: { ...(Object.fromEntries(assumed) as Environment), ...process.env },
    locale,
    systemLocale: locale,
    allowLists: [],
  });
  return { server: mcpServers[0], problems };
}
