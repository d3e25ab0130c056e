import { join } from 'node:path';
import type { FetchLike, PriorDiscovery } from '@modelcontextprotocol/client';
import { SecretMask, type Approver, type Locale } from '@toolcrib/core';
import type { NetworkGuardOptions } from '../../fence/network/network-guard.ts';
import { importedNames } from '../imported-names.ts';
import type { Connector } from '../tool-source.ts';
import { createAsker } from './elicitation.ts';
import { McpToolExecutor } from './mcp-executor.ts';
import { createMcpSource } from './mcp-source.ts';
import { McpServer } from './mcp-server.ts';
import type { HttpWay, McpServerConfig } from './mcp-server-config.ts';
import { KeptLogin } from './oauth/kept-login.ts';
import type { ClientOptions, OpenedClient } from './open-client.ts';
import { serverEnvironment } from './server-environment.ts';
import { secretsOf } from './server-secrets.ts';

export interface McpConnectorOptions {
  readonly servers: readonly McpServerConfig[];
  /** Ours; servers get a small part of it. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** Outside the project: for tokens, and for what is known of servers. */
  readonly stateFolder: string;
  readonly locale: Locale;
  /** Asks a person what a server wants to know. @default everything is declined */
  readonly approver?: Approver | undefined;
  /** Hears of hosts that were not reached. */
  readonly onRefusal?: NetworkGuardOptions['onRefusal'];
  /** Milliseconds after the last call when a server is closed. @default five minutes */
  readonly idleAfter?: number | undefined;
  /** Milliseconds for a server to start and to answer for the first time. @default one minute: some install themselves */
  readonly startTimeout?: number | undefined;
}

const defaultStart = 60_000;

/** Brings the tools of MCP servers. Nothing is started before somebody asks for it. */
export function createMcpConnector(options: McpConnectorOptions): Connector {
  const { servers, locale, stateFolder, idleAfter } = options;
  const prefixes = importedNames(
    '',
    servers.map(({ name }) => name),
  );
  const mask = SecretMask.of(servers.flatMap(secretsOf));
  const living = servers.map((config) => {
    const { name, way } = config;
    const login = way.type === 'stdio' ? undefined : new KeptLogin(stateFolder, { name, url: way.url });
    const server: McpServer = new McpServer(
      config,
      {
        open: (prior) => open(server, prior, options),
        idleAfter,
        restartMark: restartMarkOf(stateFolder, name),
      },
      { mask, login },
    );
    return server;
  });
  const byName = new Map(living.map((server) => [server.config.name, server]));
  return {
    sources: living.map((server) => {
      const prefix = (prefixes.get(server.config.name) ?? '').slice('__'.length);
      return createMcpSource(server, { prefix, locale });
    }),
    executor: (surroundings) => new McpToolExecutor(surroundings, { servers: byName, locale, mask }),
    async close() {
      await Promise.all(living.map(({ connection }) => connection.close()));
    },
  };
}

/** The file that is touched to have a server started anew by everybody who uses it. */
export function restartMarkOf(stateFolder: string, server: string): string {
  return join(stateFolder, 'mcp', `${encodeURIComponent(server)}.restart`);
}

/** Loads the library by the way: most of the time nobody needs it. */
async function open(
  { config, calls }: McpServer,
  prior: PriorDiscovery | undefined,
  options: McpConnectorOptions,
): Promise<OpenedClient> {
  const { openClient } = await import('./open-client.ts');
  const { way } = config;
  return openClient(config, {
    ...(way.type === 'stdio'
      ? { environment: serverEnvironment(options.environment, way.env), fetch: noFetch, auth: undefined }
      : { environment: {}, ...(await network(config.name, way, options)) }),
    timeout: options.startTimeout ?? defaultStart,
    prior,
    ask: createAsker({ server: config.name, approver: options.approver, calls, locale: options.locale }),
    version: await readVersion(),
  });
}

async function readVersion(): Promise<string> {
  const { default: description } = (await import('toolcrib/package.json', { with: { type: 'json' } })) as {
    default: { version: string };
  };
  return description.version;
}

const noFetch: FetchLike = () => Promise.reject(new Error('no network'));

/** The modules for HTTP and for logins take their time to load. */
async function network(
  name: string,
  way: HttpWay,
  { stateFolder, onRefusal }: McpConnectorOptions,
): Promise<Pick<ClientOptions, 'fetch' | 'auth'>> {
  const { createServerFetch } = await import('./server-fetch.ts');
  const { createTokenAuth } = await import('./oauth/token-auth.ts');
  const login = new KeptLogin(stateFolder, { name, url: way.url });
  return {
    fetch: createServerFetch(way, { onRefusal }),
    auth: hasOwnAuthorization(way) ? undefined : createTokenAuth(name, { login, settings: way.oauth ?? {} }),
  };
}

/** Who brings his own credentials needs no login. */
function hasOwnAuthorization({ headers }: HttpWay): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}
