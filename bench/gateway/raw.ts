/** The floor: a gateway that hands lines on and knows nothing of what is in them, but for the ids. `node raw.ts SERVER` */
import { spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { listening } from './listening.ts';

const server = spawn(process.execPath, [process.argv[2] ?? ''], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map<number, { readonly id: unknown; readonly response: ServerResponse }>();
let next = 0;

createInterface({ input: server.stdout }).on('line', (line) => {
  const message = JSON.parse(line) as { id?: number };
  const asked = waiting.get(message.id ?? -1);
  if (asked === undefined) return;
  waiting.delete(message.id ?? -1);
  asked.response.setHeader('content-type', 'application/json');
  asked.response.setHeader('mcp-session-id', 'raw');
  asked.response.end(JSON.stringify({ ...message, id: asked.id }));
});

listening(
  createServer(async (request, response) => {
    const message = JSON.parse(await text(request)) as { id?: unknown };
    if (message.id === undefined) response.writeHead(202).end();
    const id = message.id === undefined ? undefined : ++next;
    if (id !== undefined) waiting.set(id, { id: message.id, response });
    server.stdin.write(`${JSON.stringify({ ...message, id })}\n`);
  }),
);
