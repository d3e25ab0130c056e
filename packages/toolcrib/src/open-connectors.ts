import { dirname, join } from 'node:path';
import type { Approver, JsonValue, Locale, ToolService } from '@toolcrib/core';
import type { ConfigProblem } from './config/config-place.ts';
import type { Config } from './config/config.ts';
import type { Environment } from './config/environment.ts';
import type { ImportNotice } from './connectors/import-notice.ts';
import type { Imports } from './connectors/imports.ts';
import type { SourceError as SourceFault } from './connectors/source-error.ts';
import type { Connector, ToolSource } from './connectors/tool-source.ts';
import type { Plugins } from './connectors/wasm/plugins.ts';
import type { WasmConnector } from './connectors/wasm/wasm-connector.ts';
import { once } from './once.ts';
import type { Workbench } from './open-workbench.ts';

export interface ConnectorsOptions {
  readonly config: Config;
  readonly service: ToolService;
  readonly workbench: Workbench;
  /** Where accepted configurations are kept. */
  readonly trustFolder: string;
  readonly environment: Environment;
  readonly locale: Locale;
  /** Asks a person. */
  readonly approver: Approver | undefined;
  readonly onNotice: (notice: ImportNotice) => void;
}

export interface Connectors {
  readonly imports: Imports;
  /** Takes plugins in and out. */
  readonly plugins: () => Promise<Plugins>;
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
  const { config, service, workbench, trustFolder, locale, onNotice } = options;
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
    lockFolder: trustFolder,
    ...config.imports,
    onNotice,
  });
  const connectors: Connector[] = [];
  const problems: ConfigProblem[] = [];
  const note = (source: ToolSource, error: SourceFault): void => {
    const place = config.placeOf([sections[source.kind], source.name]);
    problems.push({ ...place, code: error.code, message: error.in(locale), remedy: '' });
  };
  const required = new Set(config.mcpServers.flatMap((one) => (one.required ? [one.name] : [])));
  const open = <C extends Connector>(connector: C): C => {
    connectors.push(connector);
    if (connector.executor !== undefined) service.registerExecutor(connector.executor);
    return connector;
  };
  if (config.mcpServers.length > 0) open(await openMcp(options));
  if (config.openapi.length > 0) open(await openOpenApi(options));
  const wasm = once(async () => open(await createWasm(options)));
  if (config.plugins.length > 0) await wasm();
  for (const { sources } of connectors) {
    for (const source of sources) {
      try {
        imports.add(source);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        note(source, error);
      }
    }
  }
  for (const { source, accepted } of imports.states())
    if (source.kind === 'mcp' && required.has(source.name) && !accepted)
      note(source, new SourceError(source.name, { kind: 'source_required' }));
  if (imports.states().length > 0) imports.follow();
  workbench.protect(() =>
    programFilesIn(
      imports,
      config.plugins.map(({ file }) => file),
    ),
  );
  return {
    imports,
    plugins: once(async () => createPlugins(await wasm(), { ...options, imports })),
    problems,
    async close() {
      imports.close();
      await Promise.all(connectors.map((connector) => connector.close()));
    },
  };
}

/** What is started or loaded by this process, and lies where agents write. */
function programFilesIn(imports: Imports, plugins: readonly string[]): readonly string[] {
  const programs = imports.states().flatMap(({ source }) => source.program?.protectedPaths() ?? []);
  const descriptors = plugins.map((file) => file.replace(/(?:\.wasm)?$/iu, '.tool.json'));
  return [...programs, ...plugins, ...descriptors];
}

async function createWasm(options: ConnectorsOptions): Promise<WasmConnector> {
  const { config, workbench, environment, locale } = options;
  const { createWasmConnector } = await import('./connectors/wasm/wasm-connector.ts');
  const { project, plugins } = config;
  const { stateFolder, mode } = workbench;
  return createWasmConnector({ plugins, project, stateFolder, mode, environment, locale });
}

async function createPlugins(
  connector: WasmConnector,
  { config, service, imports, trustFolder }: ConnectorsOptions & { readonly imports: Imports },
): Promise<Plugins> {
  const [{ Plugins: PluginsClass }, { toWireEntry }, { editTrusted }] = await Promise.all([
    import('./connectors/wasm/plugins.ts'),
    import('./connectors/wasm/plugin-entry.ts'),
    import('./config/trust/edit-trusted.ts'),
  ]);
  const file = config.file ?? join(config.project, 'toolcrib.json');
  const edit = async (name: string, value: JsonValue | undefined): Promise<void> => {
    await editTrusted({ file, path: ['plugins', name], value, trustFolder });
  };
  return new PluginsClass({
    service,
    imports,
    connector,
    remember: (entry) => edit(entry.name, toWireEntry(entry, dirname(file))),
    forget: (name) => edit(name, undefined),
  });
}

async function openMcp({ config, workbench, ...options }: ConnectorsOptions): Promise<Connector> {
  const { createMcpConnector } = await import('./connectors/mcp/mcp-connector.ts');
  const { root, stateFolder, securityLog } = workbench;
  return createMcpConnector({
    servers: config.mcpServers,
    project: root,
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
