import { dirname, join } from 'node:path';
import type { Approver, Locale, ToolService } from '@toolcrib/core';
import type { Config, ConfigProblem } from './config/config.ts';
import type { Environment } from './config/environment.ts';
import type { ImportNotice } from './connectors/import-notice.ts';
import type { Imports } from './connectors/imports.ts';
import type { Connector } from './connectors/tool-source.ts';
import type { Workbench } from './open-workbench.ts';

export interface ConnectorsOptions {
  readonly config: Config;
  readonly service: ToolService;
  readonly workbench: Workbench;
  readonly environment: Environment;
  readonly locale: Locale;
  /** Asks a person. */
  readonly approver: Approver | undefined;
  readonly onNotice: (notice: ImportNotice) => void;
}

export interface Connectors {
  readonly imports: Imports;
  /** Sources of the configuration that cannot be used. */
  readonly problems: readonly ConfigProblem[];
  /** Ends everything that a source has started. */
  close(): Promise<void>;
}

/** Whether a configuration names anything that other people answer for: only then is the rest loaded. */
export function hasSources({ mcpServers, openapi, plugins }: Config): boolean {
  return [mcpServers, openapi, plugins].some((part) => Object.keys(part).length > 0);
}

/** Puts the connectors together and brings what was accepted of their tools into the registry. Starts nothing. */
export async function openConnectors(options: ConnectorsOptions): Promise<Connectors> {
  const { config, service, workbench, locale, onNotice } = options;
  const [{ Imports: ImportsClass }, { SourceError }] = await Promise.all([
    import('./connectors/imports.ts'),
    import('./connectors/source-error.ts'),
  ]);
  const imports = new ImportsClass({
    service: {
      registry: service.registry,
      registerTool(definition: unknown) {
        const tool = service.registerTool(definition);
        const { implementation } = tool;
        // Whoever accepted a request to a host has named the host.
        const host = implementation.kind === 'rest' ? hostOf(implementation.baseUrl) : undefined;
        if (host !== undefined) workbench.permitHost(host);
        return tool;
      },
    },
    lockFile: join(config.file === undefined ? config.project : dirname(config.file), 'toolcrib.lock'),
    folder: join(workbench.stateFolder, 'imports'),
    ...config.imports,
    onNotice,
  });
  const connectors: Connector[] = [];
  if (config.mcpServers.length > 0) connectors.push(await openMcp(options));
  if (config.openapi.length > 0) connectors.push(await openOpenApi(options));
  const problems: ConfigProblem[] = [];
  for (const { executor, sources } of connectors) {
    if (executor !== undefined) service.registerExecutor(executor);
    for (const source of sources) {
      try {
        imports.add(source);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        const place = config.placeOf([sections[source.kind], source.name]);
        problems.push({ ...place, code: error.code, message: error.in(locale), remedy: '' });
      }
    }
  }
  return {
    imports,
    problems,
    async close() {
      imports.close();
      await Promise.all(connectors.map((connector) => connector.close()));
    },
  };
}

async function openMcp({ config, workbench, ...options }: ConnectorsOptions): Promise<Connector> {
  const { createMcpConnector } = await import('./connectors/mcp/mcp-connector.ts');
  const { stateFolder, securityLog } = workbench;
  return createMcpConnector({
    servers: config.mcpServers,
    stateFolder,
    onRefusal: securityLog.onRefusal,
    ...options,
  });
}

async function openOpenApi({ config, workbench }: ConnectorsOptions): Promise<Connector> {
  const { createOpenApiConnector } = await import('./connectors/openapi/openapi-connector.ts');
  return createOpenApiConnector({ definitions: config.openapi, fetch: workbench.fetch });
}

/** The host of an address, if it is one of the web. A star would name every host below it. */
export function hostOf(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? '');
  if (url === null || url.host.includes('*')) return undefined;
  return /^https?:$/u.test(url.protocol) ? url.host : undefined;
}

/** Where each kind of source stands in a configuration. */
const sections = { mcp: 'mcpServers', openapi: 'openapi', wasm: 'plugins' } as const;
