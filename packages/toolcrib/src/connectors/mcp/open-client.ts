import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type AuthProvider,
  type CallToolRequest,
  type CallToolResult,
  type FetchLike,
  type OAuthClientProvider,
  type PriorDiscovery,
  type Transport,
} from '@modelcontextprotocol/client';
import type { CallInFlight } from './call-in-flight.ts';
import type { Asker } from './elicitation.ts';
import type { McpServerConfig } from './mcp-server-config.ts';
import { sendCall } from './send-call.ts';
import { ServerFault } from './server-fault.ts';
import { StdioTransport } from './stdio-transport.ts';
import { whoWeAre } from './who-we-are.ts';

export interface ClientOptions {
  /** The environment of a process. */
  readonly environment: { readonly [name: string]: string };
  readonly fetch: FetchLike;
  readonly auth: AuthProvider | OAuthClientProvider | undefined;
  /** The time for the first exchange, in milliseconds. */
  readonly timeout: number;
  /** What is known of how old the server is; without it, it is asked. */
  readonly prior: PriorDiscovery | undefined;
  /** Nobody wants it any more. */
  readonly signal: AbortSignal;
  /** Answers what the server asks; undefined where it may ask nothing, and is told so. */
  readonly ask: Asker | undefined;
}

/** A server that talks with us. */
export interface OpenedClient {
  readonly client: Client;
  readonly transport: Transport;
  send(params: CallToolRequest['params'], call: CallInFlight): Promise<CallToolResult>;
  /** How old it turned out to be. */
  readonly prior: PriorDiscovery | undefined;
  /** Whether it has ended at the question, and was started once more. */
  readonly diedOfTheQuestion: boolean;
  /** Why it is not there any more; undefined as long as it is, and when it was told to end. */
  fault(): ServerFault | undefined;
  /** Tells once that it is not there any more. */
  readonly ended: Promise<void>;
  /** Aborted then. */
  readonly gone: AbortSignal;
  close(): Promise<void>;
}

/** A server that knows the newest revision says so within this time, in milliseconds; an old one may just be silent. */
const probeTime = 5000;

/**
 * Connects with a server, whichever revision it speaks. Some old ones end when they are asked a question that they do not
 * know: these are started once more, and are not asked.
 */
export async function openClient(server: McpServerConfig, options: ClientOptions): Promise<OpenedClient> {
  const { signal } = options;
  signal.throwIfAborted();
  const transport = transportOf(server, options);
  const giveUp = (): void => void transport.close();
  signal.addEventListener('abort', giveUp);
  try {
    return await connect(transport, options);
  } catch (error) {
    const fault = faultOf(transport);
    await transport.close().catch(() => undefined);
    const diedOfTheQuestion = options.prior === undefined && fault?.fault.kind === 'ended';
    if (diedOfTheQuestion) {
      const opened = await openClient(server, { ...options, prior: { kind: 'legacy' } });
      return { ...opened, diedOfTheQuestion };
    }
    throw fault ?? timedOut(error, transport, options.timeout) ?? error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function connect(transport: Transport, options: ClientOptions): Promise<OpenedClient> {
  const { timeout, prior, ask } = options;
  const client = new Client(await whoWeAre(), {
    capabilities: ask === undefined ? {} : { elicitation: { form: { applyDefaults: true } } },
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.min(timeout, probeTime) } },
  });
  if (ask !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq: { signal } }) =>
      ask(params, signal),
    );
  const gone = new AbortController();
  const ended = new Promise<void>((resolve) => {
    const onclose = (): void => {
      gone.abort();
      resolve();
    };
    // Of errors, what is worth knowing comes with the call or with the end; the rest is noise of the other side.
    Object.assign(client, { onclose, onerror: () => undefined });
  });
  await client.connect(transport, { timeout, ...(prior && { prior }) });
  const discover = client.getDiscoverResult();
  return {
    client,
    transport,
    send: (params, call) =>
      sendCall(client, params, { call, isProcess: transport instanceof StdioTransport }),
    prior: discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover },
    diedOfTheQuestion: false,
    fault: () => faultOf(transport),
    ended,
    gone: gone.signal,
    async close() {
      if (transport instanceof StreamableHTTPClientTransport)
        await transport.terminateSession().catch(() => undefined);
      await client.close();
    },
  };
}

export function transportOf(
  { way }: Pick<McpServerConfig, 'way'>,
  { environment, fetch, auth }: Pick<ClientOptions, 'environment' | 'fetch' | 'auth'>,
): StdioTransport | StreamableHTTPClientTransport | SSEClientTransport {
  if (way.type === 'stdio') return new StdioTransport(way, environment);
  const url = new URL(way.url);
  const settings = { fetch, ...(auth && { authProvider: auth }) };
  return way.type === 'sse'
    ? new SSEClientTransport(url, { ...settings, eventSourceInit: { fetch } })
    : new StreamableHTTPClientTransport(url, settings);
}

function faultOf(transport: Transport): ServerFault | undefined {
  return transport instanceof StdioTransport ? transport.fault : undefined;
}

function timedOut(error: unknown, transport: Transport, milliseconds: number): ServerFault | undefined {
  if ((error as { code?: unknown }).code !== 'REQUEST_TIMEOUT') return undefined;
  const said = transport instanceof StdioTransport ? transport.said : '';
  return new ServerFault({ kind: 'no_answer', milliseconds, said }, { cause: error });
}
