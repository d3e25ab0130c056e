import { isObject } from '../schema/json-type.ts';
import type { Tool } from '../tool/tool.ts';
import type { ChangeLog } from './change-log.ts';
import { declareTools } from './declare-tools.ts';
import type { ProviderFormat } from './format.ts';
import { plainNames } from './name-grammar.ts';
import { outcomesOf } from './outcome.ts';
import { field, readCalls } from './read-call.ts';
import { copyOf } from './schema-node.ts';

export interface McpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  outputSchema?: { type: 'object'; [keyword: string]: unknown };
  annotations: McpAnnotations;
}

interface McpAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

export interface McpCallToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: { [key: string]: unknown };
  isError: boolean;
}

/** The Model Context Protocol, from the server's side. `fromResponse` takes a `tools/call` request or its params. */
export const mcp: ProviderFormat<McpTool[], McpCallToolResult[]> = {
  provider: 'mcp',

  toTools: (tools, options = {}) =>
    declareTools<McpTool>(tools, options, {
      // The protocol takes dots and 128 characters; many clients hand names on to models that do not.
      names: plainNames,
      declare: (tool, name, log) => ({
        name,
        ...(tool.title !== undefined && { title: tool.title }),
        description: tool.description,
        inputSchema: { ...copyOf(tool.parameters), type: 'object' },
        ...outputSchemaOf(tool, log),
        annotations: hintsOf(tool),
      }),
    }),

  fromResponse(request, outward) {
    const method = field(request, 'method');
    if (method !== undefined && method !== 'tools/call') return [];
    const params = field(request, 'params') ?? request;
    if (field(params, 'name') === undefined) return [];
    const id = field(request, 'id');
    const part = { name: field(params, 'name'), arguments: field(params, 'arguments') };
    return readCalls([{ ...part, id: typeof id === 'number' ? String(id) : id }], outward);
  },

  toResults: (calls, results, outward) =>
    outcomesOf(calls, results, outward).map(({ text, failed, value }) => ({
      content: [{ type: 'text', text }],
      ...(!failed && isObject(value) && { structuredContent: value }),
      isError: failed,
    })),
};

function outputSchemaOf(tool: Tool, log: ChangeLog): Pick<McpTool, 'outputSchema'> {
  if (tool.returns === undefined) return {};
  if (tool.returns.type === 'object') return { outputSchema: { ...copyOf(tool.returns), type: 'object' } };
  log.lost('', 'dropped_output_schema', 'the protocol describes outputs that are objects only');
  return {};
}

/**
 * What somebody has said of the tool and nothing else: a client takes what is left out for the worst. What was derived here is
 * said by nobody, and what a server says in its own favour only by a person who believes it.
 */
function hintsOf(tool: Tool): McpAnnotations {
  const { annotations, derived } = tool;
  const isSaid = (fact: string): boolean => !derived.includes(fact);
  const openWorld = openWorldOf(tool);
  return {
    ...(isSaid('readOnly') && { readOnlyHint: annotations.readOnly }),
    ...(isSaid('destructive') && { destructiveHint: annotations.destructive }),
    ...(isSaid('idempotent') && { idempotentHint: annotations.idempotent }),
    ...(openWorld !== undefined && { openWorldHint: openWorld }),
  };
}

/** What this process answers itself is closed; of a server's tool its word counts when it warns, or is believed. */
function openWorldOf({ implementation }: Tool): boolean | undefined {
  if (implementation.kind === 'mock' || implementation.kind === 'internal') return false;
  if (implementation.kind !== 'mcp') return undefined;
  const { claims, believed } = implementation;
  return believed === true || claims?.openWorld === true ? claims?.openWorld : undefined;
}
