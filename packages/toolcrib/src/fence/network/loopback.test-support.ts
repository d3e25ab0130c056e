import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer as createRelay, type AddressInfo, type Server } from 'node:net';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The name in the greeting of TLS. */
  readonly servername: unknown;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that knows where it was reached. */
export interface Listener {
  readonly port: number;
  /** The address of ours that each connection came to. */
  readonly reached: string[];
  readonly requests: Arrival[];
  /** What it answers from now on; `undefined` for the usual. */
  answerWith(handler: Handler | undefined): void;
  forget(): void;
  close(): Promise<void>;
}

interface ListenerOptions {
  /** @default every address of the machine, in both families */
  readonly address?: string;
  readonly port?: number;
  readonly certificate?: Certificate;
}

/** Listens on all of 127.0.0.0/8, on ::1 and wherever else the machine can be reached, and writes down what comes. */
export async function startListener({
  address = '::',
  port = 0,
  certificate,
}: ListenerOptions = {}): Promise<Listener> {
  const reached: string[] = [];
  const requests: Arrival[] = [];
  let handler: Handler | undefined;
  const usual: Handler = (_request, response) => {
    response.setHeader('content-type', 'text/plain').end('here');
  };
  const listener: Handler = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const { servername } = request.socket as { servername?: unknown };
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString(), servername });
      (handler ?? usual)(request, response);
    });
  };
  const server =
    certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener);
  server.on('connection', (socket: { readonly localAddress?: string }) =>
    reached.push((socket.localAddress ?? '').replace(/^::ffff:/u, '')),
  );
  await listening(server, { host: address, port });
  return {
    port: portOf(server),
    reached,
    requests,
    answerWith: (next) => (handler = next),
    forget() {
      handler = undefined;
      reached.length = 0;
      requests.length = 0;
    },
    close() {
      server.closeAllConnections();
      return closed(server);
    },
  };
}

/** A port on which nobody listens any more. */
export async function closedPort(): Promise<number> {
  const server = createRelay();
  await listening(server, { host: '127.0.0.1', port: 0 });
  const port = portOf(server);
  await closed(server);
  return port;
}

/** What the relay of a sandbox does: from a port of 127.0.0.1 to the proxy's socket. */
export async function startRelay(
  socketPath: string,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const relay = createRelay({ allowHalfOpen: true }, (inside) => {
    const outside = connect({ path: socketPath, allowHalfOpen: true });
    inside.pipe(outside).pipe(inside);
    inside.on('error', () => outside.destroy()).once('close', () => outside.destroy());
    outside.on('error', () => inside.destroy()).once('close', () => inside.destroySoon());
  });
  await listening(relay, { host: '127.0.0.1', port: 0 });
  return { port: portOf(relay), close: () => closed(relay) };
}

/** Sends bytes as they are and gives all that comes back until the other side ends. */
export function sendRaw(path: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ path });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.write(bytes, 'latin1');
  });
}

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate that signs itself, for these names; undefined where there is no openssl. */
export function makeCertificate(names: readonly string[]): Certificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const alternatives = names.map((name) => `${/^[\d.]+$/u.test(name) ? 'IP' : 'DNS'}:${name}`).join(',');
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=loopback', '-addext', `subjectAltName=${alternatives}`];
  try {
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the machine answers on an address besides the usual ones, as Linux does for all of 127.0.0.0/8. */
export async function canListen(host: string): Promise<boolean> {
  const server = createRelay();
  try {
    await listening(server, { host, port: 0 });
    await closed(server);
    return true;
  } catch {
    return false;
  }
}

function listening(server: Server, where: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, resolve);
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
