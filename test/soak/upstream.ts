import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A server that tools ask. It can be slow, and it can be dead. */
export interface Upstream {
  readonly host: string;
  /** Milliseconds until it answers. */
  slowDown(delay: number): void;
  die(): Promise<void>;
  revive(): Promise<void>;
}

export async function startUpstream(): Promise<Upstream> {
  let delay = 0;
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(at: number): Promise<Server> {
    const made = createServer(async (request, response) => {
      if (delay > 0) await wait(delay);
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ asked: request.url }));
    });
    await new Promise<void>((resolve) => made.listen(at, '127.0.0.1', resolve));
    return made;
  }

  return {
    host: `127.0.0.1:${port}`,
    slowDown: (milliseconds) => void (delay = milliseconds),
    async die() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    async revive() {
      server = await listen(port);
    },
  };
}
