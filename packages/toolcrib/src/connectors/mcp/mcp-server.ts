import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Tool, ToolContext } from '@toolcrib/core';
import type { McpConnection } from './mcp-connection.ts';
import type { McpServerConfig } from './mcp-server-config.ts';
import type { OpenedClient } from './open-client.ts';

/** A call that a server is working on. */
export interface CallInFlight {
  readonly tool: Tool;
  readonly context: ToolContext;
}

/** One server of the configuration: its connection, and the calls that it works on. */
export class McpServer {
  readonly config: McpServerConfig;
  readonly connection: McpConnection;
  /** By these it is known on whose behalf a server asks. */
  readonly calls: Set<CallInFlight>;

  constructor(config: McpServerConfig, connection: McpConnection, calls: Set<CallInFlight>) {
    this.config = config;
    this.connection = connection;
    this.calls = calls;
  }

  async call(
    call: CallInFlight,
    send: (opened: OpenedClient) => Promise<CallToolResult>,
  ): Promise<CallToolResult> {
    this.calls.add(call);
    try {
      return await this.connection.use(call.context.signal, (opened) => this.#send(opened, call, send));
    } finally {
      this.calls.delete(call);
    }
  }

  /** A server that was started anew does not know our session; it has turned us away at the door, so we may come again. */
  async #send(
    opened: OpenedClient,
    { context: { signal } }: CallInFlight,
    send: (opened: OpenedClient) => Promise<CallToolResult>,
  ): Promise<CallToolResult> {
    try {
      return await send(opened);
    } catch (error) {
      const { status } = error as { readonly status?: unknown };
      if (opened.transport.sessionId === undefined || (status !== 404 && status !== 400)) throw error;
      await this.connection.drop(opened);
      return this.connection.use(signal, send);
    }
  }
}
