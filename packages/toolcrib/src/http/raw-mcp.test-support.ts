/** Talks to `/mcp` as a client of before 2026 does, request by request. */
export interface RawMcp {
  /** Begins a session and gives its id. */
  initialize(): Promise<string>;
  /** One POST: a message, or several. */
  post(body: unknown, session?: string, signal?: AbortSignal): Promise<Response>;
  /** The stream of a session. */
  listen(session: string, signal?: AbortSignal): Promise<Response>;
}

export function rawMcp(address: string, token: string): RawMcp {
  const url = `${address}/mcp`;
  const headers = (session: string | undefined): { [name: string]: string } => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(session !== undefined && { 'mcp-session-id': session }),
  });
  const post: RawMcp['post'] = (body, session, signal) =>
    fetch(url, {
      method: 'POST',
      headers: headers(session),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal && { signal }),
    });
  return {
    post,
    async initialize() {
      const response = await post({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'raw', version: '1' },
        },
      });
      const session = response.headers.get('mcp-session-id');
      await response.text();
      if (session === null) throw new Error(`no session: ${response.status}`);
      return session;
    },
    listen: (session, signal) => fetch(url, { headers: headers(session), ...(signal && { signal }) }),
  };
}

/** A call of a tool, as a message. */
export function toolCall(id: number, name: string, given: object = {}): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } };
}

/** The messages of an answer: one JSON document, or events. */
export async function messagesOf(response: Response): Promise<readonly unknown[]> {
  const said = await response.text();
  if (response.headers.get('content-type')?.includes('json')) return [JSON.parse(said)];
  return [...said.matchAll(/^data: (.+)$/gmu)].map(([, data = '']) => JSON.parse(data) as unknown);
}
