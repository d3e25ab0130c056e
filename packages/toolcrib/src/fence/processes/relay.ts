import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** A port of 127.0.0.1 behind which a socket of the file system lies. */
export interface Relay {
  readonly port: number;
  close(): void;
}

/** For processes that are in the same network as we are; the others have a relay of the supervisor. */
export async function createRelay(socketPath: string): Promise<Relay> {
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const proxy = connect({ path: socketPath, allowHalfOpen: true });
    clients.add(client);
    client.once('close', () => clients.delete(client));
    // Whoever breaks off has had his answer.
    pipeline(client, proxy, client, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
}
