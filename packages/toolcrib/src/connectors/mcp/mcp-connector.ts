import { join } from 'node:path';
import { SecretMask } from '@toolcrib/core';
import { importedNames } from '../imported-names.ts';
import type { Connector } from '../tool-source.ts';
import { McpToolExecutor } from './mcp-executor.ts';
import { createMcpSource } from './mcp-source.ts';
import { McpServer } from './mcp-server.ts';
import type { McpServerConfig } from './mcp-server-config.ts';
import { KeptLogin } from './oauth/kept-login.ts';
import type { OpenServerOptions } from './open-server.ts';
import { secretsOf } from './server-secrets.ts';

export interface McpConnectorOptions extends OpenServerOptions {
  readonly servers: readonly McpServerConfig[];
  /** The project, without links. */
  readonly project: string;
  /** Milliseconds after the last call when a server is closed. @default five minutes */
  readonly idleAfter?: number | undefined;
}

/** Brings the tools of MCP servers. Nothing is started before somebody asks for it. */
export function createMcpConnector(options: McpConnectorOptions): Connector {
  const { servers, project, locale, stateFolder, idleAfter } = options;
  const prefixes = importedNames(
    '',
    servers.map(({ name }) => name),
  );
  const mask = SecretMask.of(servers.flatMap(secretsOf).map(({ value }) => value));
  const living = servers.map((config) => {
    const { name, way } = config;
    const login = way.type === 'stdio' ? undefined : new KeptLogin(stateFolder, { name, url: way.url });
    const server: McpServer = new McpServer(
      config,
      {
        // Loads the library: most of the time nobody needs it.
        open: async (prior, signal) =>
          (await import('./open-server.ts')).openServer(server, { ...options, prior, signal }),
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
      return createMcpSource(server, { prefix, project, locale });
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
