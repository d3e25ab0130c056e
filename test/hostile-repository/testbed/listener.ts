import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** The attacker's server. Nobody has a reason to connect to it. */
export interface Listener {
  readonly port: number;
  /** What each client sent. */
  connections(): readonly string[];
  reset(): void;
  close(): void;
}

export async function openListener(): Promise<Listener> {
  let connections: string[] = [];
  const server = createServer((client) => {
    const index = connections.push('') - 1;
    client.on('error', () => undefined);
    client.on('data', (piece) => {
      connections[index] += piece.toString('latin1');
      client.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    // A client that waits for the server to speak first.
    client.setTimeout(1000, () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    reset: () => void (connections = []),
    close: () => void server.close(),
  };
}
