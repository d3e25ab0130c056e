import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolService, type Tool, type ToolServiceOptions } from '@toolcrib/core';
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

/** Runs at the end of a test. */
type AtEnd = (end: () => void | Promise<void>) => void;

export interface Connecting {
  /** A connector with one server, that ends with the test. */
  readonly connect: (
    server: Partial<McpServerConfig> & Pick<McpServerConfig, 'way'>,
    options?: ConnectOptions,
  ) => Connected;
  /** The hand-written server, in ways of its own; it notes in a folder of the test. */
  readonly connectSample: (ways?: readonly string[], options?: SampleOptions) => Connected;
  readonly folderForTest: () => string;
}

type ConnectOptions = Partial<McpConnectorOptions> & { readonly service?: ToolServiceOptions };

interface SampleOptions {
  readonly env?: { readonly [name: string]: string };
  readonly server?: Partial<McpServerConfig>;
  readonly options?: ConnectOptions;
}

export function connecting(atEnd: AtEnd): Connecting {
  const folderForTest = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcrib-mcp-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };

  const connect: Connecting['connect'] = (server, { service: options, ...more } = {}) => {
    const folder = folderForTest();
    const config = {
      name: 'sample',
      origin: {},
      trust: false,
      elicitation: false,
      required: false,
      ...server,
    };
    const connector = createMcpConnector({
      servers: [config],
      project: folder,
      environment: process.env,
      stateFolder: folder,
      locale: 'en',
      ...more,
    });
    atEnd(() => connector.close());
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
  };

  const connectSample: Connecting['connectSample'] = (ways = [], { env = {}, server, options } = {}) => {
    const folder = folderForTest();
    const script = join(import.meta.dirname, 'sample-server.test-support.ts');
    const args = [script, folder, ...ways];
    const way = { type: 'stdio', command: process.execPath, args, env, cwd: folder } as const;
    const connected = connect({ way, ...server }, { startTimeout: 10_000, ...options });
    return { ...connected, folder, notes: (file) => notesIn(folder, file) };
  };

  return { connect, connectSample, folderForTest };
}

export function notesIn(folder: string, file: string): string[] {
  try {
    return readFileSync(join(folder, file), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}
