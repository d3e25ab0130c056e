import type { ServerConfig } from '../config/config.ts';
import type { ClientDesk } from '../mcp/client-desk.ts';
import { readVersion } from '../read-version.ts';
import type { Served } from './asking.ts';
import { findDangers, isLoopback, type Danger } from './dangers.ts';
import { createHttpDoor } from './door.ts';
import { listen, ListenError } from './listen.ts';

/** What is left out is as the configuration says. */
export interface ServeOptions extends Partial<ServerConfig> {
  /** The files of the console. @default those of this package */
  readonly consoleFolder?: string | undefined;
  /** Milliseconds between signs of life in a stream of events. @default 15,000 */
  readonly heartbeat?: number | undefined;
  /** Asks the clients of MCP; its `ask` is among the desks of the service. @default they are not asked */
  readonly mcpDesk?: ClientDesk | undefined;
  /** Hears what nobody foresaw. @default a warning of the process */
  readonly onError?: ((error: unknown, requestId: string) => void) | undefined;
}

/** The service that listens. */
export interface HttpService {
  /** Such as `http://127.0.0.1:4180`. */
  readonly address: string;
  /** Requests that are being answered. */
  readonly running: number;
  /** What the operator should know of how it runs. */
  readonly dangers: readonly Danger[];
  /** Takes nothing new, and finishes what is being answered. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  close(): Promise<void>;
}

/**
 * Opens the door to a network. Beyond this machine only when somebody has said under which names.
 *
 *     const service = await serveHttp(await openToolcrib({ desks: [] }), { port: 0 });
 */
export async function serveHttp(toolcrib: Served, options: ServeOptions = {}): Promise<HttpService> {
  const server: ServerConfig = { ...toolcrib.config.server, ...options };
  const { host, allowHosts } = server;
  const { consoleFolder, heartbeat, mcpDesk, onError = warn } = options;
  if (!isLoopback(host) && allowHosts.length === 0) throw new ListenError('beyond_loopback', { host });
  // A model may call the tools for searching at any time, also those that it was offered before we were started.
  await toolcrib.discovery();
  const dangers = await findDangers(toolcrib, server);
  let address = '';
  const door = createHttpDoor(toolcrib, {
    ...server,
    version: await readVersion(),
    address: () => address,
    dangers,
    consoleFolder,
    heartbeat,
    mcpDesk,
    onError,
  });
  const listening = await listen(door.fetch, server);
  address = listening.address;
  // A service outlives the commands: what they had begun and could not finish goes on here. Plans of workers are theirs.
  if (toolcrib.config.plans.engine === 'local') await (await toolcrib.plans()).engine.attend();
  return {
    address,
    dangers,
    get running() {
      return door.running;
    },
    async stop() {
      const closed = listening.close();
      await door.stop();
      await closed;
    },
    async close() {
      void door.stop();
      await listening.close({ now: true });
    },
  };
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error), { code: 'http_error' });
}
