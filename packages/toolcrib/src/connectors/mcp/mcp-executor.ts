import type { CallToolRequest, CallToolResult, Client, Progress } from '@modelcontextprotocol/client';
import {
  BaseToolExecutor,
  createError,
  type CallArguments,
  type JsonValue,
  type KnownError,
  type Locale,
  type SecretMask,
  type Surroundings,
  type ToolContext,
  type ToolOf,
} from '@toolcrib/core';
import { toAnswer } from './mcp-content.ts';
import type { CallInFlight } from './call-in-flight.ts';
import type { McpServer } from './mcp-server.ts';
import { toFailure } from './mcp-failure.ts';
import type { OpenedClient } from './open-client.ts';
import { ServerFault } from './server-fault.ts';

export interface McpExecutorOptions {
  readonly servers: ReadonlyMap<string, McpServer>;
  readonly locale: Locale;
  /** What must not come back: the secrets that servers are given. */
  readonly mask: SecretMask | undefined;
}

/** The library has a time limit of its own; ours is the executor's. */
const noLimit = 2_147_483_647;

/** Calls tools of MCP servers. */
export class McpToolExecutor extends BaseToolExecutor<'mcp'> {
  readonly kind = 'mcp';
  readonly #options: McpExecutorOptions;
  /** Failures before the call was on its way. */
  readonly #notSent = new WeakSet<Error>();

  constructor(surroundings: Surroundings, options: McpExecutorOptions) {
    super(surroundings);
    this.#options = options;
  }

  protected async doExecute(
    tool: ToolOf<'mcp'>,
    input: CallArguments,
    context: ToolContext,
  ): Promise<JsonValue> {
    const { servers, locale, mask } = this.#options;
    const { server: name, tool: inside } = tool.implementation;
    const server = servers.get(name);
    if (server === undefined) {
      const fault = new ServerFault({ kind: 'unknown_server', server: name });
      throw createError('tool_failed', { tool: tool.name, detail: fault.in(locale) }, { cause: fault });
    }
    const trip: Trip = { sent: false, opened: undefined };
    const call: CallInFlight = { tool, context };
    try {
      const result = await server.call(call, (opened) => {
        Object.assign(trip, { sent: true, opened });
        const params = { name: inside, arguments: input };
        return send(opened.client, params, { call, isProcess: server.config.way.type === 'stdio' });
      });
      const { output, beside } = toAnswer(result, { tool: tool.name, returns: tool.returns, locale });
      if (beside.length > 0) context.note('content', masked(beside, mask));
      return masked(output, mask);
    } catch (thrown) {
      const fault = trip.opened?.fault();
      const failure = toFailure(thrown, { tool: tool.name, server: name, locale, fault, mask });
      if (!trip.sent) this.#notSent.add(failure);
      throw failure;
    }
  }

  protected override provesNothingDone(error: KnownError): boolean {
    return this.#notSent.has(error) || super.provesNothingDone(error);
  }
}

/**
 * Parameters that a server wants in headers are found by the definition that was accepted, so a process needs no definition.
 * What a tool promises to return is checked here: the library's checks can be made to hang.
 */
function send(
  client: Client,
  params: CallToolRequest['params'],
  { call: { tool, context }, isProcess }: { readonly call: CallInFlight; readonly isProcess: boolean },
): Promise<CallToolResult> {
  const options = {
    signal: context.signal,
    timeout: noLimit,
    onprogress: (progress: Progress) => context.progress(progress as JsonValue),
  };
  if (isProcess) return client.request({ method: 'tools/call', params }, options);
  const toolDefinition = { name: params.name, inputSchema: tool.parameters as { type: 'object' } };
  return client.callTool(params, { ...options, toolDefinition });
}

interface Trip {
  readonly sent: boolean;
  readonly opened: OpenedClient | undefined;
}

function masked(value: JsonValue, mask: SecretMask | undefined): JsonValue {
  return mask?.json(value) ?? value;
}
