import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** The variable of our own environment that no call may see. */
export const canaryVariable = 'TOOLCRIB_ATTACK_CANARY';

/** Servers that nobody may reach, and a process that nobody may end or look into. */
export interface Canaries {
  readonly port: number;
  readonly udp: number;
  readonly abstract: string;
  /** How often somebody has come. */
  visits(): number;
  /** The process that has nothing to do with any call; a new one when the last was ended. */
  other(): Promise<ChildProcess & { readonly pid: number }>;
  close(): void;
}

export async function openCanaries({
  outside,
  secret,
  token,
}: { readonly [name in 'outside' | 'secret' | 'token']: string }): Promise<Canaries> {
  let visits = 0;
  const come = (): void => void visits++;
  const udp = createSocket('udp4', come);
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  // Kept in a name of its own: no file, and reached by whoever shares the network with us.
  const abstract = `toolcrib-attack-${token}`;
  const places = [
    { port: 0, host: '127.0.0.1' },
    `${outside}/socket`,
    ...(process.platform === 'linux' ? [`\0${abstract}`] : []),
  ];
  const servers = await Promise.all(
    places.map(async (place) => {
      const server = createServer((client) => {
        come();
        client.on('error', () => undefined);
        client.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      });
      server.listen(place);
      await once(server, 'listening');
      return server;
    }),
  );
  let other: ChildProcess | undefined;
  const [overLoopback] = servers;
  if (overLoopback === undefined) throw new Error('no server listens');
  return {
    port: (overLoopback.address() as AddressInfo).port,
    udp: udp.address().port,
    abstract,
    visits: () => visits,
    async other() {
      if (other?.pid === undefined || hasEnded(other)) {
        other = spawn('sleep', ['300'], {
          cwd: outside,
          env: { ...process.env, [canaryVariable]: secret },
          stdio: ['ignore', 'ignore', 'ignore'],
          detached: true,
        });
        await once(other, 'spawn');
      }
      return other as ChildProcess & { readonly pid: number };
    },
    close() {
      udp.close();
      for (const server of servers) server.close();
      other?.kill('SIGKILL');
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
