import { createServer } from 'node:net';
import type { ServerConfig } from '../../config/config.ts';
import type { Find, Finding } from './finding.ts';

/** Whether `serve` would find its port taken, by anybody but another `serve`. */
export async function examinePort(
  { host, port }: Pick<ServerConfig, 'host' | 'port'>,
  find: Find,
): Promise<Finding[]> {
  if (port === 0 || !(await isTaken(host, port)) || (await isOurs(host, port))) return [];
  return [find('warning', 'port_taken', { host, port })];
}

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}

async function isOurs(host: string, port: number): Promise<boolean> {
  const name = host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${port}/health`, { signal: AbortSignal.timeout(2000) });
    return ((await response.json()) as { status?: unknown }).status === 'ok';
  } catch {
    return false;
  }
}
