import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolService, type Tool, type ToolServiceOptions } from '@toolcrib/core';
import { onTestFinished } from 'vitest';
import type { Connector, SourceDefinition, ToolSource } from '../tool-source.ts';
import { createMcpConnector, type McpConnectorOptions } from './mcp-connector.ts';
import type { McpServerConfig } from './mcp-server-config.ts';

export interface Connected {
  readonly connector: Connector;
  readonly source: ToolSource;
  readonly service: ToolService;
  /** Where the sample server notes what happens to it. */
  readonly folder: string;
  /** The lines of such a note. */
  readonly notes: (file: string) => string[];
  /** Registers what the server has, all of it. */
  readonly register: () => Promise<readonly SourceDefinition[]>;
}

const never = new AbortController().signal;

/** A connector with one server, that ends with the test. */
export function connect(
  server: Partial<McpServerConfig> & Pick<McpServerConfig, 'way'>,
  {
    service: options,
    ...more
  }: Partial<McpConnectorOptions> & { readonly service?: ToolServiceOptions } = {},
): Connected {
  const folder = folderForTest();
  const config = { name: 'sample', origin: {}, trust: false, required: false, ...server };
  const connector = createMcpConnector({
    servers: [config],
    environment: process.env,
    stateFolder: folder,
    locale: 'en',
    ...more,
  });
  onTestFinished(() => connector.close());
  const service = new ToolService({ approver: () => ({ decision: 'allow_once' }), ...options });
  service.registerExecutor(connector.executor!);
  const [source] = connector.sources as [ToolSource];
  return {
    connector,
    source,
    service,
    folder,
    notes: (file) => notesIn(folder, file),
    async register() {
      const definitions = await source.definitions(never);
      for (const definition of definitions) service.registerTool(definition as unknown as Tool);
      return definitions;
    },
  };
}

export function notesIn(folder: string, file: string): string[] {
  try {
    return readFileSync(join(folder, file), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The hand-written server, in ways of its own; it notes in a folder of the test. */
export function connectSample(
  ways: readonly string[] = [],
  {
    env = {},
    server,
    options,
  }: {
    readonly env?: { readonly [name: string]: string };
    readonly server?: Partial<McpServerConfig>;
    readonly options?: Parameters<typeof connect>[1];
  } = {},
): Connected {
  const folder = folderForTest();
  const script = join(import.meta.dirname, 'sample-server.test-support.ts');
  const way = {
    type: 'stdio',
    command: process.execPath,
    args: [script, folder, ...ways],
    env,
    cwd: folder,
  } as const;
  const connected = connect({ way, ...server }, { startTimeout: 10_000, ...options });
  return { ...connected, folder, notes: (file) => notesIn(folder, file) };
}
