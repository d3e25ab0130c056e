import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { command } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

/** The last release of the Inspector's command that can be installed without its web pages. */
const inspector = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/inspector-cli/build/index.js',
);

interface Listed {
  readonly tools: readonly { readonly name: string; readonly inputSchema: object }[];
}

/** Asks `toolcrib mcp` one thing by the Inspector. */
async function inspect(...given: readonly string[]): Promise<unknown> {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('hello')] } });
  const server = [process.execPath, command, 'mcp', '--expose', 'all'];
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, ...server, ...given], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      LANG: 'C',
      TOOLCRIB_LOG: 'off',
      TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'],
    },
    maxBuffer: 1e7,
  });
  return JSON.parse(stdout) as unknown;
}

test('the Inspector lists the tools of the command, with schemas that every client can read', async () => {
  const { tools } = (await inspect('--method', 'tools/list')) as Listed;
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['Bash', 'calculator', 'hello']));
  expect(tools.flatMap(({ name, inputSchema }) => bareBooleans(inputSchema, name))).toEqual([]);
});

test('the Inspector calls a tool of the command', async () => {
  const tool = ['--tool-name', 'calculator', '--tool-arg', 'expression=6*7'];
  const called = await inspect('--method', 'tools/call', ...tool);
  expect(called).toMatchObject({ structuredContent: { result: '42' } });
});

/** Where `true` or `false` stands for a schema: legal, and more than many clients know. */
function bareBooleans(schema: unknown, path: string): string[] {
  if (typeof schema === 'boolean') return [path];
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, prefixItems = [] } = schema as { readonly [key: string]: object };
  return [
    ...Object.entries(properties).flatMap(([name, one]) => bareBooleans(one, `${path}.${name}`)),
    ...Object.values(prefixItems).flatMap((one, at) => bareBooleans(one, `${path}[${at}]`)),
    ...bareBooleans(items, `${path}[]`),
  ];
}
