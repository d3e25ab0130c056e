import type { IncomingHttpHeaders } from 'node:http';
import { answerJson, startLoopbackServer, type LoopbackServer } from '../acceptance/loopback-server.ts';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Handler = (request: Received, parts: readonly string[]) => unknown;

class Refused extends Error {}

/** Turns away whatever is not exactly as the document of the Petstore says. */
export function startPetstore(): Promise<LoopbackServer> {
  return startLoopbackServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    const received = {
      ...request,
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
    };
    try {
      const [handler, parts] = routeOf(received);
      answerJson(response, 200, handler(received, parts));
    } catch (error) {
      answerJson(response, error instanceof Refused ? 422 : 500, { refused: (error as Error).message });
    }
  });
}

function routeOf({ method, path }: Received): [Handler, readonly string[]] {
  for (const [pattern, handler] of routes) {
    const parts = (new RegExp(`^${pattern}$`, 'u').exec(`${method} ${path}`) ?? []).slice(1);
    if (parts.length > 0 || `${method} ${path}` === pattern)
      return [handler, parts.map((part) => decodeURIComponent(part))];
  }
  throw new Refused(`no such operation: ${method} ${path}`);
}

const routes: [string, Handler][] = [
  ['POST /v2/pet', (request) => pet(oauth(request))],
  ['PUT /v2/pet', (request) => pet(oauth(request))],
  [
    'GET /v2/pet/findByStatus',
    (request) =>
      oauth(request)
        .query.getAll('status')
        .map((status) => ({ status })),
  ],
  [
    'GET /v2/pet/findByTags',
    (request) =>
      oauth(request)
        .query.getAll('tags')
        .map((name) => ({ tags: [{ name }] })),
  ],
  ['GET /v2/pet/(\\d+)', (request, [id]) => ({ id: Number(id), key: key(request) })],
  [
    'POST /v2/pet/(\\d+)',
    (request, [id]) => ({ id: Number(id), ...form(oauth(request), ['name', 'status']) }),
  ],
  [
    'DELETE /v2/pet/(\\d+)',
    (request, [id]) => ({ gone: Number(id), key: oauth(request).headers['api_key'] }),
  ],
  ['POST /v2/pet/(\\d+)/uploadImage', (request, [id]) => ({ id: Number(id), ...upload(oauth(request)) })],
  ['GET /v2/store/inventory', (request) => ({ key: key(request) })],
  ['POST /v2/store/order', (request) => object(request, ['petId', 'quantity', 'shipDate', 'status'])],
  ['GET /v2/store/order/(\\d+)', (_, [id]) => ({ id: Number(id) })],
  ['DELETE /v2/store/order/(\\d+)', (_, [id]) => ({ gone: Number(id) })],
  ['POST /v2/user', (request) => object(request, ['username', 'email'])],
  ['POST /v2/user/createWithArray', (request) => list(request)],
  ['POST /v2/user/createWithList', (request) => list(request)],
  ['GET /v2/user/login', ({ query }) => Object.fromEntries(query)],
  ['GET /v2/user/logout', () => 'bye'],
  ['GET /v2/user/([^/]+)', (_, [username]) => ({ username })],
  [
    'PUT /v2/user/([^/]+)',
    (request, [username]) => ({ username, ...object(request, ['username', 'email']) }),
  ],
  ['DELETE /v2/user/([^/]+)', (_, [username]) => ({ gone: username })],
];

function oauth(request: Received): Received {
  if (request.headers.authorization !== 'Bearer oauth-4711') throw new Refused('no bearer token');
  return request;
}

function key({ headers }: Received): string {
  if (headers['api_key'] !== 'key-4711' || headers.authorization !== undefined)
    throw new Refused('no api key');
  return 'right';
}

function json({ headers, body }: Received): unknown {
  if (headers['content-type'] !== 'application/json')
    throw new Refused(`not JSON: ${headers['content-type']}`);
  return JSON.parse(body) as unknown;
}

function object(request: Received, allowed: readonly string[]): object {
  const value = json(request);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refused('no object');
  const strange = Object.keys(value).filter((name) => !allowed.includes(name));
  if (strange.length > 0) throw new Refused(`nobody asked for ${strange.join()}`);
  return value;
}

function pet(request: Received): object {
  const value = object(request, ['name', 'photoUrls', 'tags', 'category', 'status']);
  const { name, photoUrls } = value as { name?: unknown; photoUrls?: unknown };
  if (typeof name !== 'string' || !Array.isArray(photoUrls)) throw new Refused('no pet');
  return { id: 1, ...value };
}

function list(request: Received): unknown {
  const value = json(request);
  if (!Array.isArray(value)) throw new Refused('no list');
  return value.length;
}

function form({ headers, body }: Received, allowed: readonly string[]): object {
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') throw new Refused('no form');
  const fields = Object.fromEntries(new URLSearchParams(body));
  if (Object.keys(fields).some((name) => !allowed.includes(name))) throw new Refused('a strange field');
  return fields;
}

function upload({ headers, body }: Received): object {
  const boundary = /^multipart\/form-data; boundary=(.+)$/u.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) throw new Refused('no multipart');
  const parts = body.split(`--${boundary}`).slice(1, -1);
  const fields = parts.map((part) => {
    const [head = '', content = ''] = part.split('\r\n\r\n');
    const [, name = '', filename] = /name="([^"]*)"(?:; filename="([^"]*)")?/u.exec(head) ?? [];
    return [
      name,
      filename === undefined ? content.trimEnd() : { filename, length: content.trimEnd().length },
    ];
  });
  return Object.fromEntries(fields) as object;
}
