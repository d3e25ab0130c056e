import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A git server on loopback, with a certificate that only it knows. */
export interface GitServer {
  /** `https://localhost:…` */
  readonly address: string;
  readonly certificates: string;
  /** The paths that were asked for. */
  readonly requests: readonly string[];
  /** Sends those who ask for a path that begins so somewhere else. */
  redirect(from: string, to: string): void;
  close(): Promise<void>;
}

/** Serves the bare repositories in a folder, for reading and writing, by what git itself brings along. */
export async function serveRepositories(folder: string): Promise<GitServer> {
  const [key, certificates] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificates];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      ...subject,
      ...files,
    ],
    { stdio: 'ignore' },
  );
  const requests: string[] = [];
  const redirects = new Map<string, string>();
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificates) },
    (request, response) => {
      const { url = '' } = request;
      requests.push(url);
      const from = [...redirects.keys()].find((path) => url.startsWith(path));
      if (from === undefined) return answer(request, response, folder);
      response.writeHead(302, { location: (redirects.get(from) ?? '') + url.slice(from.length) }).end();
    },
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificates,
    requests,
    redirect: (from, to) => void redirects.set(from, to),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** One request through `git http-backend`, which speaks CGI. */
function answer(request: IncomingMessage, response: ServerResponse, folder: string): void {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'http.receivepack',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_CONFIG_KEY_1: 'safe.directory',
      GIT_CONFIG_VALUE_1: '*',
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.on('close', () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf('\r\n\r\n');
    const headers = whole
      .subarray(0, end)
      .toString('latin1')
      .split('\r\n')
      .map((line) => line.split(': ', 2));
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
    response.statusCode = Number.parseInt(status, 10);
    for (const [name = '', value = ''] of headers) if (name !== 'Status') response.setHeader(name, value);
    response.end(whole.subarray(end + 4));
  });
}
