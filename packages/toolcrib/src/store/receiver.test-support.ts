import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A server at the other end of calls, such as one that takes payments: what counts is what has reached it. */
export interface Receiver {
  readonly url: string;
  /** How often each key has arrived. */
  readonly received: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** `POST /KEY` is an effect and is counted when it arrives; `GET /KEY` tells whether it did. */
export async function startReceiver({
  answer = () => wait(5),
}: {
  /** What it does before it answers. */
  readonly answer?: () => Promise<unknown>;
} = {}): Promise<Receiver> {
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    const key = decodeURIComponent((request.url ?? '').slice(1));
    if (request.method === 'GET') {
      response.end(JSON.stringify({ received: received.get(key) ?? 0 }));
      return;
    }
    received.set(key, (received.get(key) ?? 0) + 1);
    void answer().then(() => response.end(JSON.stringify({ receipt: key })));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The keys that arrived more than once. */
export function doubled({ received }: Receiver): string[] {
  return [...received].flatMap(([key, count]) => (count > 1 ? [`${key} arrived ${count} times`] : []));
}
