import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Call } from '../calls.ts';
import { command, endGroup } from '../testbed/run-bounded.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { noteUnanswered } from './execute-tool.ts';

const request = (id: number, method: string, params: object): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

const opening: readonly object[] = [
  request(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'tester', version: '1.0.0' },
  }),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  request(2, 'tools/list', {}),
];

/** Milliseconds in which all calls are answered on a busy machine. */
const limit = 120_000;

/** A client of the gateway lists the tools, makes calls one after the other, and leaves. */
export async function openByGateway(testbed: Testbed, calls: readonly Call[]): Promise<string> {
  const child = spawn(process.execPath, [command, 'mcp'], {
    cwd: testbed.project,
    env: testbed.environment,
    detached: true,
  });
  const timer = setTimeout(() => endGroup(child), limit);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const waiting = calls.map(([name, given], index) =>
    request(index + 3, 'tools/call', { name, arguments: given }),
  );
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  let answers = 0;
  for (const message of opening) send(message);
  for await (const line of createInterface({ input: child.stdout })) {
    said += line;
    if (!/"id":\d/u.test(line)) continue;
    answers++;
    // Initialization and the list of tools come first.
    const next = answers < 2 ? undefined : waiting.shift();
    if (next !== undefined) send(next);
    else if (answers > 1) child.stdin.end();
  }
  const [code] = await closed;
  clearTimeout(timer);
  endGroup(child);
  testbed.inspect(said, 'mcp');
  testbed.inspectForCrash(said, 'mcp');
  noteUnanswered(testbed, 'mcp', { code, asked: calls.length + 2, answered: answers });
  return said;
}
