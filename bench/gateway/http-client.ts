import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

export type Send = (name: string, given: object) => Promise<unknown>;

/** A client that does as little as it can, so that what is measured is the other side. */
export async function openSession(url: string): Promise<Send> {
  const first = await post(url, initialize, {});
  const headers = {
    'mcp-session-id': String(first.headers['mcp-session-id']),
    'mcp-protocol-version': '2025-06-18',
  };
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
  let id = 0;
  return async (name, given) => {
    const call = { jsonrpc: '2.0', id: ++id, method: 'tools/call', params: { name, arguments: given } };
    return (await post(url, call, headers)).body.result;
  };
}

/** The same of 2026-07-28: every request says all there is to say. */
export function withoutSession(url: string): Send {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  let id = 0;
  return async (name, given) => {
    const params = { name, arguments: given, _meta: meta };
    const call = { jsonrpc: '2.0', id: ++id, method: 'tools/call', params };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
    return (await post(url, call, headers)).body.result;
  };
}

interface Answer {
  readonly headers: { readonly [name: string]: unknown };
  readonly body: { readonly result?: unknown; readonly output?: unknown };
}

export function post(
  url: string,
  body: object,
  headers: { readonly [name: string]: string },
): Promise<Answer> {
  const json = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'content-length': Buffer.byteLength(json),
          ...headers,
        },
      },
      (response) => {
        text(response).then((said) => {
          const isStream = response.headers['content-type']?.includes('event-stream') === true;
          const data = isStream ? (/^data: (\{.*)$/mu.exec(said)?.[1] ?? '{}') : said || '{}';
          const body = JSON.parse(data) as Answer['body'] & { readonly error?: unknown };
          if (body.error === undefined) resolve({ headers: response.headers, body });
          else reject(new Error(`${url}: ${JSON.stringify(body.error)}`));
        }, reject);
      },
    );
    sent.on('error', reject);
    sent.end(json);
  });
}
