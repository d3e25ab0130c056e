import { matchesGlob, type Locale } from '@toolcrib/core';
import { importedNames } from '../imported-names.ts';
import { SourceError } from '../source-error.ts';
import { SourceProgram } from '../source-program.ts';
import type { SourceDefinition, ToolSource } from '../tool-source.ts';
import { hasUsableHeaders } from './header-parameters.ts';
import { listTools, type ListedTool } from './list-tools.ts';
import { cleaned } from './mcp-failure.ts';
import type { McpServer } from './mcp-server.ts';
import type { OpenedClient } from './open-client.ts';
import { ServerFault } from './server-fault.ts';
import { toDefinition } from './to-definition.ts';

export interface McpSourceOptions {
  /** What stands before the names of its tools. */
  readonly prefix: string;
  /** The project, without links. */
  readonly project: string;
  readonly locale: Locale;
}

/** The tools of one server. */
export function createMcpSource(
  server: McpServer,
  { prefix, project, locale }: McpSourceOptions,
): ToolSource {
  const { config } = server;
  const ask = async (opened: OpenedClient, signal: AbortSignal): Promise<readonly SourceDefinition[]> => {
    const listed = (await listTools(opened, signal)).filter((tool) =>
      isUsable(tool, opened, config.way.type),
    );
    const first = new Map(listed.toReversed().map((tool) => [tool.name, tool]));
    const names = importedNames(prefix, [...first.keys()]);
    return listed
      .filter((tool) => first.get(tool.name) === tool && isWanted(tool.name, config))
      .map((tool) => toDefinition(tool, names.get(tool.name) ?? tool.name, config));
  };
  return {
    name: config.name,
    kind: 'mcp',
    origin: config.origin,
    async definitions(signal) {
      try {
        return await server.connection.use(signal, (opened) => ask(opened, signal));
      } catch (error) {
        throw toSourceError(error, server, locale);
      }
    },
    program: programOf(config, project),
    guard: (check) => {
      server.guard = check;
    },
    watch: (listener) => server.watch(ask, listener),
  };
}

function programOf({ way }: McpServer['config'], project: string): SourceProgram | undefined {
  if (way.type !== 'stdio') return undefined;
  const { command, args, cwd, env } = way;
  return new SourceProgram({ command, args, cwd, project, searchPath: env['PATH'] });
}

function isWanted(
  name: string,
  { includeTools, excludeTools = [] }: Pick<McpServer['config'], 'includeTools' | 'excludeTools'>,
): boolean {
  const matches = (pattern: string): boolean => matchesGlob(pattern, name);
  return (includeTools === undefined || includeTools.some(matches)) && !excludeTools.some(matches);
}

function isUsable({ inputSchema }: ListedTool, { client }: OpenedClient, way: string): boolean {
  return way === 'stdio' || client.getProtocolEra() !== 'modern' || hasUsableHeaders(inputSchema);
}

function toSourceError(error: unknown, { config, mask }: McpServer, locale: Locale): Error {
  if (error instanceof ServerFault && error.fault.kind === 'no_answer') {
    const { milliseconds } = error.fault;
    return new SourceError(config.name, { kind: 'source_timeout', milliseconds }, { cause: error });
  }
  const told = error instanceof ServerFault ? error.in(locale) : (error as Error).message;
  const kind =
    error instanceof ServerFault && error.fault.kind === 'endless_list' ? 'invalid' : 'unreachable';
  const detail = cleaned(told, { mask });
  return new SourceError(config.name, { kind: `source_${kind}`, detail }, { cause: error });
}
