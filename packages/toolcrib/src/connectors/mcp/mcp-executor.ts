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
        return opened.send({ name: inside, arguments: input }, call);
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

interface Trip {
  readonly sent: boolean;
  readonly opened: OpenedClient | undefined;
}

function masked(value: JsonValue, mask: SecretMask | undefined): JsonValue {
  return mask?.json(value) ?? value;
}
