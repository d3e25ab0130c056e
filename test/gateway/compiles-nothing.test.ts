import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { command } from '../command.ts';
import { temporaryProject } from '../project.ts';

/** What Node itself tells of a process: how often each function of each script was called. */
interface Coverage {
  readonly result: readonly {
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

/** How often the command has compiled a schema, from the first word of a client to its last. */
async function compilations(talk: (client: Client) => Promise<unknown>): Promise<number> {
  const cwd = temporaryProject({});
  const counted = join(cwd, 'counted');
  const client = new Client({ name: 'tester', version: '1.0.0' });
  const env = {
    PATH: String(process.env['PATH']),
    LANG: 'C',
    TOOLCRIB_LOG: 'off',
    TOOLCRIB_STATE: String(process.env['TOOLCRIB_STATE']),
    NODE_V8_COVERAGE: counted,
  };
  const args = [command, 'mcp', '--expose', 'all'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env }));
  await talk(client);
  await client.close();
  const counts = readdirSync(counted).flatMap((file) =>
    (JSON.parse(readFileSync(join(counted, file), 'utf8')) as Coverage).result
      .flatMap(({ functions }) => functions)
      .filter(({ functionName }) => functionName === 'compileSchema')
      .map(({ ranges: [whole] }) => whole?.count ?? 0),
  );
  expect(counts).not.toEqual([]);
  return counts.reduce((sum, count) => sum + count, 0);
}

test('a client that connects and lists the tools makes nobody compile a schema; a call compiles the one it needs', async () => {
  expect(await compilations((client) => client.listTools())).toBe(0);
  const call = { name: 'calculator', arguments: { expression: '6*7' } };
  expect(await compilations((client) => client.callTool(call))).toBe(1);
});
