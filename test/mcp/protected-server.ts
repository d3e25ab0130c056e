import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './http-servers.ts';

/** A server that wants a token, and who gives it out: on another port of this machine. */
export interface ProtectedServer {
  readonly url: string;
  /** Every access token that was given out. */
  readonly tokens: string[];
  /** What came in at the one who gives out tokens, with its headers. */
  readonly granted: {
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[];
  /** The tokens that were given out so far are worth nothing any more; with `forGood` not even for a new one. */
  readonly expire: (options?: { readonly forGood?: boolean }) => void;
}

export async function startProtectedServer(): Promise<ProtectedServer> {
  const tokens: string[] = [];
  const granted: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const challenges = new Map<string, string>();
  let [valid, renewable] = ['', ''];
  const json = (response: ServerResponse, value: object, status = 200): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

  const granter = await listen(async (request, response) => {
    const { origin } = new URL(granter.url);
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const body = await text(request);
    granted.push({ path: pathname, headers: request.headers, body });
    if (pathname === '/.well-known/oauth-authorization-server')
      return json(response, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      });
    if (pathname === '/register')
      return json(response, { ...(JSON.parse(body) as object), client_id: randomUUID() }, 201);
    if (pathname === '/authorize') {
      const code = randomUUID();
      challenges.set(code, searchParams.get('code_challenge') ?? '');
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = String(new URLSearchParams({ code, state: searchParams.get('state') ?? '' }));
      return response.writeHead(302, { location: back.href }).end();
    }
    const form = new URLSearchParams(body);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isCode = challenges.get(form.get('code') ?? '') === verifier;
    if (!isCode && (form.get('refresh_token') !== renewable || renewable === ''))
      return json(response, { error: 'invalid_grant' }, 400);
    [valid, renewable] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    tokens.push(valid);
    return json(response, {
      access_token: valid,
      refresh_token: renewable,
      token_type: 'Bearer',
      expires_in: 3600,
    });
  });

  const server = await listen(async (request, response) => {
    const { origin } = new URL(server.url);
    const { pathname } = new URL(request.url ?? '/', origin);
    if (pathname === '/.well-known/oauth-protected-resource/mcp')
      return json(response, { resource: server.url, authorization_servers: [new URL(granter.url).origin] });
    if (valid === '' || request.headers.authorization !== `Bearer ${valid}`) {
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      return response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
    }
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(await text(request)) as { id?: number; method: string };
    if (id === undefined) return response.writeHead(202).end();
    const results: { readonly [method: string]: object } = {
      initialize: {
        protocolVersion: '2025-06-18',
        serverInfo: { name: 'protected', version: '1.0.0' },
        capabilities: { tools: {} },
      },
      'tools/list': { tools: [{ name: 'whoami', description: 'Tells.', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'you' }] },
    };
    const result = results[method];
    const error = { code: -32601, message: 'Method not found' };
    return json(response, { jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) });
  });

  return {
    url: server.url,
    tokens,
    granted,
    expire({ forGood = false } = {}) {
      valid = '';
      if (forGood) renewable = '';
    },
  };
}
