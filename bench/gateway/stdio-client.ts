import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Send } from './http-client.ts';

export interface Spoken {
  readonly send: Send;
  readonly child: ChildProcess;
}

/** A client by lines that does as little as it can. */
export async function speakWith(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Spoken> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (message: { result?: unknown; error?: object }) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { id?: number; result?: unknown };
    waiting.get(message.id ?? -1)?.(message);
    waiting.delete(message.id ?? -1);
  });
  let last = 0;
  const ask = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result);
        else reject(new Error(JSON.stringify(error)));
      });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  const clientInfo = { name: 'bench', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return {
    send: (name, given) => ask('tools/call', { name, arguments: given }),
    child,
  };
}
