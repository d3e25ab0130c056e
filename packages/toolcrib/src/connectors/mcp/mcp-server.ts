import type { CallToolResult } from '@modelcontextprotocol/client';
import { createError, type SecretMask } from '@toolcrib/core';
import type { SourceDefinition, ToolSource } from '../tool-source.ts';
import type { CallInFlight } from './call-in-flight.ts';
import { McpConnection, type ConnectionOptions } from './mcp-connection.ts';
import type { McpServerConfig } from './mcp-server-config.ts';
import type { KeptLogin } from './oauth/kept-login.ts';
import type { OpenedClient } from './open-client.ts';
import { ServerFault } from './server-fault.ts';

type AskForTools = (opened: OpenedClient, signal: AbortSignal) => Promise<readonly SourceDefinition[]>;
type Listener = Parameters<NonNullable<ToolSource['watch']>>[0];

export interface ServerBelongings {
  /** The secrets that it is given: they must not come back. */
  readonly mask: SecretMask | undefined;
  readonly login: KeptLogin | undefined;
}

/** One server of the configuration: its connection, the calls that it works on, and what it says that it can do. */
export class McpServer {
  readonly config: McpServerConfig;
  readonly connection: McpConnection;
  readonly mask: SecretMask | undefined;
  /** By these it is known on whose behalf it asks something. */
  readonly calls: Set<CallInFlight> = new Set();
  readonly #login: KeptLogin | undefined;
  /** Throws when a tool must not be called as things are now. */
  guard: ((tool: string) => void) | undefined;
  #watcher: { readonly ask: AskForTools; readonly listener: Listener } | undefined;
  /** Of what it says that it can do, what nobody has accepted. */
  #heldBack: ReadonlySet<string> = new Set();
  /** The look at its tools that goes on, and the connection by which it looks. */
  #looking: { readonly at: OpenedClient; readonly end: Promise<void>; again: boolean } | undefined;
  #looks = 0;

  constructor(config: McpServerConfig, options: ConnectionOptions, { mask, login }: ServerBelongings) {
    this.config = config;
    this.mask = mask;
    this.#login = login;
    this.connection = new McpConnection({
      ...options,
      onOpened: (opened) => this.#look(opened),
      onToolsChanged: (opened) => void this.#look(opened).catch(() => undefined),
    });
  }

  /** Tells which tools it has, before the first call of a connection and whenever they change. */
  watch(ask: AskForTools, listener: Listener): () => void {
    this.#watcher = { ask, listener };
    return () => {
      this.#watcher = undefined;
    };
  }

  async call(
    call: CallInFlight,
    send: (opened: OpenedClient) => Promise<CallToolResult>,
  ): Promise<CallToolResult> {
    this.guard?.(call.tool.name);
    this.calls.add(call);
    const looks = this.#looks;
    try {
      return await this.connection.use(call.context.signal, async (opened) => {
        await this.#looking?.end;
        // What it has said since this call was let through may be news. What it said before is known to the registry.
        if (this.#looks !== looks) this.#refuseHeldBack(call.tool.name);
        return this.#send(opened, call, send);
      });
    } finally {
      this.calls.delete(call);
    }
  }

  async #send(
    opened: OpenedClient,
    { context: { signal } }: CallInFlight,
    send: (opened: OpenedClient) => Promise<CallToolResult>,
  ): Promise<CallToolResult> {
    try {
      return await send(opened);
    } catch (error) {
      const { status, name, requiredScope } = error as Refused;
      if (name === 'InsufficientScopeError') throw await this.#wantsMore(requiredScope, error);
      // A server that was started anew does not know our session, and turns us away at the door: we may come again.
      if (opened.transport.sessionId === undefined || (status !== 404 && status !== 400)) throw error;
      await this.connection.drop(opened);
      return this.connection.use(signal, send);
    }
  }

  /** The next login asks for what this call needs. */
  async #wantsMore(scope: string | undefined, cause: unknown): Promise<ServerFault> {
    const held = this.#login?.read().tokens?.scope;
    const wanted = new Set([held, scope].flatMap((list) => list?.split(' ') ?? []));
    if (scope !== undefined) await this.#login?.change({ wantedScope: [...wanted].join(' ') });
    return new ServerFault({ kind: 'scope', server: this.config.name, scope: scope ?? '' }, { cause });
  }

  #refuseHeldBack(tool: string): void {
    if (this.#heldBack.has(tool))
      throw createError('tool_held_back', { tool, source: this.config.name, reason: 'changed' });
  }

  /** However often it says that its tools have changed while somebody looks, it is asked once more. */
  #look(at: OpenedClient): Promise<void> {
    if (this.#looking?.at === at) {
      this.#looking.again = true;
      return this.#looking.end;
    }
    const look = { at, again: false, end: Promise.resolve() };
    look.end = this.#compare(look).finally(() => {
      if (this.#looking === look) this.#looking = undefined;
    });
    this.#looking = look;
    return look.end;
  }

  async #compare(look: { readonly at: OpenedClient; again: boolean }): Promise<void> {
    do {
      look.again = false;
      if (this.#watcher === undefined) return;
      const { ask, listener } = this.#watcher;
      this.#heldBack = listener(await ask(look.at, look.at.gone));
      this.#looks++;
    } while (look.again);
  }
}

interface Refused {
  readonly status?: unknown;
  readonly name?: unknown;
  readonly requiredScope?: string | undefined;
}
