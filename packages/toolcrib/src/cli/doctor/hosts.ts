import { connect } from 'node:net';
import type { Tool } from '@toolcrib/core';
import type { Find, Finding } from './finding.ts';

/** Milliseconds that a host gets to take a connection. */
const patience = 5000;

/** Hosts of REST tools that take no connection. Nothing is asked of them: a request might do something. */
export async function examineHosts(
  tools: readonly Tool[],
  find: Find,
  signal: AbortSignal,
): Promise<Finding[]> {
  const hosts = new Map<string, { readonly url: URL; readonly tool: string }>();
  for (const { name, implementation } of tools) {
    const url = implementation.kind === 'rest' ? URL.parse(implementation.baseUrl ?? '') : null;
    if (url !== null && !hosts.has(url.host)) hosts.set(url.host, { url, tool: name });
  }
  const found = await Promise.all(
    [...hosts].map(async ([host, { url, tool }]) => {
      const detail = await unreachable(url, signal);
      return detail === undefined ? [] : [find('warning', 'host_unreachable', { host, tool, detail })];
    }),
  );
  return found.flat();
}

function unreachable({ hostname, port, protocol }: URL, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/gu, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      signal,
    });
    const end = (detail?: string): void => {
      socket.destroy();
      resolve(detail);
    };
    socket.setTimeout(patience, () => end('ETIMEDOUT'));
    socket.once('connect', () => end());
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
