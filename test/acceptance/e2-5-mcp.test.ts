import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openToolcrib, type Toolcrib } from 'toolcrib';
import { createServerFetch } from '../../packages/toolcrib/src/connectors/mcp/server-fetch.ts';
import { startNewServer, startOldServer } from '../mcp/http-servers.ts';

/** A project with these servers, all of whose tools a person has accepted. */
async function open(mcpServers: { readonly [name: string]: object }): Promise<Toolcrib> {
  const project = mkdtempSync(join(tmpdir(), 'toolcrib-e2-5-'));
  writeFileSync(join(project, 'toolcrib.json'), JSON.stringify({ mcpServers }));
  const service = { approver: () => ({ decision: 'allow_once' }) as const };
  const opened = await openToolcrib({ trust: 'always', project, service });
  onTestFinished(async () => {
    await opened.close();
    rmSync(project, { recursive: true, force: true });
  });
  const imports = await opened.imports();
  for (const name of Object.keys(mcpServers)) await imports.accept(await imports.review(name));
  return opened;
}

const everything = {
  command: process.execPath,
  args: [
    join(
      dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
      'dist/index.js',
    ),
  ],
};

test('E2.5 a tool of an MCP server is called through a client, with all that the protocol offers', async () => {
  const { service } = await open({ everything });
  const heard: unknown[] = [];
  service.on('call-progress', ({ data }) => heard.push(data));
  expect(service.getTool('everything__echo')?.type).toBe('mcp');
  expect(await service.execute('everything__echo', { message: 'hi' })).toMatchObject({ output: 'Echo: hi' });
  expect(await service.execute('everything__get-structured-content', { location: 'Chicago' })).toMatchObject({
    output: { temperature: expect.any(Number) },
  });
  expect(await service.execute('everything__get-tiny-image', {})).toMatchObject({
    output: { content: expect.arrayContaining([expect.objectContaining({ type: 'image' })]) },
  });
  await service.execute('everything__trigger-long-running-operation', { duration: 0.2, steps: 2 });
  expect(heard[0]).toMatchObject({ progress: 1, total: 2 });
});

test('E2.5 errors of a server are mapped, and the original is kept', async () => {
  const { service } = await open({ everything });
  service.registerTool({
    name: 'gone',
    description: 'Not there.',
    parameters: { type: 'object' },
    implementation: { kind: 'mcp', server: 'everything', tool: 'no-such-tool' },
  });
  expect(await service.execute('gone', {})).toMatchObject({
    errorType: 'ToolExecutionError',
    error: expect.stringContaining('no-such-tool'),
  });
  const slow = { duration: 30, steps: 2 };
  const late = await service.execute('everything__trigger-long-running-operation', slow, { timeout: 100 });
  expect(late).toMatchObject({ errorType: 'TimeoutError', metadata: { outcomeUnknown: true } });
});

test('E2.5 servers of the old and of the new revision are called by HTTP', async () => {
  const [older, newer] = await Promise.all([startOldServer(), startNewServer()]);
  const { service } = await open({ older: { url: older.url }, newer: { url: newer.url } });
  expect(await service.execute('older__add', { a: 1, b: 2 })).toMatchObject({ output: '3' });
  expect(await service.execute('newer__add', { a: 3, b: 4 })).toMatchObject({ output: '7' });
});

test('B5.3 a connection to an MCP server reaches no host but its own, and what was tried is logged', async () => {
  const { url } = await startNewServer();
  const opened = await open({ newer: { url } });
  const { securityLog } = opened.workbench;
  const reach = createServerFetch({ type: 'http', url, headers: {} }, { onRefusal: securityLog.onRefusal });
  await expect(reach('http://169.254.169.254/latest/meta-data')).rejects.toMatchObject({
    code: 'host_not_allowed',
  });
  const { securityLog: file } = await opened.workbench.diagnose();
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('"host":"169.254.169.254"');
});
