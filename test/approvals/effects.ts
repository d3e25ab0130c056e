import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mockTool } from '../project.ts';

/** A server that counts what arrives: what a call has done is seen here, whatever the call says about itself. */
export interface Effects {
  /** What was ordered, in the order in which it arrived. */
  readonly received: readonly string[];
  /** A tool of medium risk that a person is asked about. `what` arrives here. */
  readonly tool: object;
  close(): void;
}

export async function startEffects(): Promise<Effects> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(decodeURIComponent(String(request.url).slice(1)));
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const tool = mockTool('order', {
    approval: 'confirm',
    annotations: { destructive: false },
    parameters: { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] },
    implementation: { type: 'rest', method: 'POST', base_url: `http://127.0.0.1:${port}`, path: '/{what}' },
  });
  return {
    received,
    tool,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
