import type { ServerConfig } from '../config/config.ts';
import type { Served } from './asking.ts';
import { createHttpDoor, type DoorOptions } from './door.ts';
import { listen, ListenError, type ListenOptions } from './listen.ts';

export interface ServeOptions
  extends ServerConfig,
    Pick<DoorOptions, 'version' | 'onError' | 'consoleFolder' | 'heartbeat'>,
    Pick<ListenOptions, 'patience'> {}

/** The service that listens. */
export interface HttpService {
  /** Such as `http://127.0.0.1:4180`. */
  readonly address: string;
  /** Requests that are being answered. */
  readonly running: number;
  /** Takes nothing new, and finishes what is being answered. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  close(): Promise<void>;
}

/** Opens the door to a network. Beyond this machine only when somebody has said under which names. */
export async function serveHttp(toolcrib: Served, options: ServeOptions): Promise<HttpService> {
  const { host, port, allowHosts, patience } = options;
  if (!isLoopback(host) && allowHosts.length === 0) throw new ListenError('beyond_loopback', { host });
  // A model may call the tools for searching at any time, also those that it was offered before we were started.
  await toolcrib.discovery();
  let address = '';
  const door = createHttpDoor(toolcrib, { ...options, address: () => address });
  const listening = await listen(door.fetch, { host, port, patience });
  address = listening.address;
  return {
    address,
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

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}
