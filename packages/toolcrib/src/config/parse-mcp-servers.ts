import { resolve } from 'node:path';
import type {
  HttpWay,
  McpServerConfig,
  OAuthSettings,
  StdioWay,
} from '../connectors/mcp/mcp-server-config.ts';
import { serverOrigin } from '../connectors/mcp/server-origin.ts';
import type { Path } from './config-place.ts';
import { isObject, type ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

interface Places {
  /** Of the configuration. */
  readonly directory: string;
  readonly project: string;
}

/** Reads MCP servers in the spelling that everybody uses. One that cannot be read, or is switched off, is left out. */
export function parseMcpServers(reader: ConfigReader, places: Places): readonly McpServerConfig[] {
  return Object.keys(reader.object('mcpServers') ?? {}).flatMap((name) => {
    const path = ['mcpServers', name];
    // One that waits for a variable has been reported.
    return reader.attempt(path, () => parseServer(reader, name, places)) ?? [];
  });
}

function parseServer(reader: ConfigReader, name: string, places: Places): McpServerConfig | undefined {
  const path = ['mcpServers', name];
  if (reader.object(path) === undefined || !reader.refuseUnknown(path, knownKeys.mcpServer)) return undefined;
  if (reader.flag([...path, 'disabled']) === true) return undefined;
  const before = reader.problems.length;
  const way = parseWay(reader, path, places);
  const server = {
    name,
    origin: serverOrigin(reader.written(path) as { readonly [key: string]: unknown }),
    includeTools: reader.names([...path, 'include_tools']),
    excludeTools: reader.names([...path, 'exclude_tools']),
    timeout: reader.number([...path, 'timeout'], { least: 1 }),
    trust: reader.flag([...path, 'trust']) ?? false,
    elicitation: reader.flag([...path, 'elicitation']) ?? false,
    required: reader.flag([...path, 'required']) ?? false,
  };
  // What was meant to leave tools out, and cannot be read, must not let them in.
  if (way === undefined || reader.problems.length > before) return undefined;
  return { ...server, way };
}

function parseWay(reader: ConfigReader, path: Path, places: Places): StdioWay | HttpWay | undefined {
  const given = reader.oneOf([...path, 'type'], ['stdio', 'http', 'streamable-http', 'sse'] as const);
  const command = reader.text([...path, 'command']);
  const url = reader.text([...path, 'url']);
  const type = given ?? (command === undefined ? 'http' : 'stdio');
  if (type === 'stdio' && command !== undefined && command.trim() !== '' && url === undefined) {
    const cwd = reader.text([...path, 'cwd']);
    return {
      type,
      command,
      args: reader.list([...path, 'args'], (_, place) => reader.text(place) ?? ''),
      env: texts(reader, [...path, 'env']),
      cwd: cwd === undefined ? places.project : resolve(places.directory, cwd),
    };
  }
  if (type !== 'stdio' && command === undefined && url !== undefined && isWebAddress(url))
    return {
      type: type === 'sse' ? 'sse' : 'http',
      url,
      headers: texts(reader, [...path, 'headers']),
      oauth: parseOAuth(reader, [...path, 'oauth']),
    };
  reader.report(path, 'wrong_type', (_, { mcpServer }) => mcpServer);
  return undefined;
}

/** Spelt as other programs spell it. */
function parseOAuth(reader: ConfigReader, path: Path): OAuthSettings | undefined {
  if (reader.object(path) === undefined) return undefined;
  reader.refuseUnknown(path, knownKeys.oauth);
  const name = (key: string): string | undefined =>
    reader.get([...path, key]) === undefined ? undefined : reader.name([...path, key]);
  const clientMetadataUrl = name('clientMetadataUrl');
  if (clientMetadataUrl !== undefined && !/^https:\/\//iu.test(clientMetadataUrl))
    reader.report([...path, 'clientMetadataUrl'], 'wrong_type', (_, { webAddress }) => webAddress);
  return {
    clientId: name('clientId'),
    clientSecret: name('clientSecret'),
    clientMetadataUrl,
    callbackPort: reader.number([...path, 'callbackPort'], { least: 1, most: 65_535, whole: true }),
    scopes: reader.names([...path, 'scopes']),
  };
}

function texts(reader: ConfigReader, path: Path): { readonly [name: string]: string } {
  const value = reader.get(path) ?? {};
  if (isObject(value) && Object.values(value).every((one) => typeof one === 'string'))
    return value as { readonly [name: string]: string };
  reader.report(path, 'wrong_type', (_, { textsByName }) => textsByName);
  return {};
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//iu.test(url) && URL.canParse(url);
}
