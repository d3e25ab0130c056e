import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

/** A server that takes its time. */
async function slowServer(milliseconds: number): Promise<string> {
  const server = createServer((_, response) => void setTimeout(() => response.end('done'), milliseconds));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function linesAbout(milliseconds: number, telemetry: object, locale = 'en'): Promise<unknown[]> {
  const implementation = {
    type: 'rest',
    base_url: await slowServer(milliseconds),
    path: '/',
    method: 'GET',
  };
  const tools = [mockTool('reach', { implementation })];
  const { stderr } = await run(['execute_tool', '{"id": "c1", "tool_name": "reach"}'], {
    cwd: temporaryProject({ 'toolcrib.json': { store: 'memory', tools, telemetry } }),
    env: { TOOLCRIB_LOG: '', TOOLCRIB_LOCALE: locale },
  });
  return stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

test.each([
  ['en', /^reach took \d+ ms, longer than the limit of 500 ms\.$/u],
  ['zh-CN', /^reach 用时 \d+ 毫秒，超过 500 毫秒的上限。$/u],
])('B9.1 a call of more than 500 ms is warned about, in %s', async (locale, message) => {
  const lines = await linesAbout(600, {}, locale);
  expect(lines).toMatchObject([
    {
      level: 'warn',
      event: 'call_slow',
      tool: 'reach',
      given_id: 'c1',
      status: 'success',
      limit_ms: 500,
      message: expect.stringMatching(message),
    },
  ]);
  expect((lines[0] as { duration_ms: number }).duration_ms).toBeGreaterThan(500);
});

test('B9.1 the limit can be another', async () => {
  expect(await linesAbout(20, { slow_call_ms: 1 })).toMatchObject([{ event: 'call_slow', limit_ms: 1 }]);
  expect(await linesAbout(600, { slow_call_ms: 60_000 })).toEqual([]);
});
