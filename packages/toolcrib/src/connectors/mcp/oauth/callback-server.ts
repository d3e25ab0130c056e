import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CallbackServer {
  readonly port: number;
  readonly url: string;
  /** What comes back with this state; everything else that comes is turned away. */
  answer(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  close(): void;
}

/** Waits on this machine for the browser to come back from a login. Where the port is taken, another one is used. */
export async function openCallbackServer(
  wanted: number | undefined,
  words: { readonly done: string; readonly wrong: string },
): Promise<CallbackServer> {
  let waiting: { readonly state: string; readonly give: (answer: URLSearchParams) => void } | undefined;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isAnswer =
      pathname === '/callback' && waiting !== undefined && searchParams.get('state') === waiting.state;
    response.writeHead(isAnswer ? 200 : 400, {
      'content-type': 'text/plain; charset=utf-8',
      connection: 'close',
    });
    response.end(isAnswer ? words.done : words.wrong);
    if (isAnswer) waiting?.give(searchParams);
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(wanted ?? 0).catch(() => listen(0));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/callback`,
    answer: (state, signal) =>
      new Promise((resolve, reject) => {
        waiting = { state, give: resolve };
        const give = (): void => reject(signal.reason as Error);
        if (signal.aborted) give();
        else signal.addEventListener('abort', give, { once: true });
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
