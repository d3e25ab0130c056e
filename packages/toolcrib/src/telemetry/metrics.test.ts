import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openToolcrib, type Toolcrib } from '../open-toolcrib.ts';
import { attributesOf, startCollector } from './collector.test-support.ts';

async function open(telemetry: object): Promise<Toolcrib> {
  const project = mkdtempSync(join(tmpdir(), 'toolcrib-metrics-'));
  const config = { store: 'memory', telemetry, rules: [{ tool: 'datetime', decision: 'deny' }] };
  writeFileSync(join(project, 'toolcrib.json'), JSON.stringify(config));
  const environment = { TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] };
  const opened = await openToolcrib({ trust: 'always', project, environment });
  onTestFinished(async () => {
    await opened.close();
    rmSync(project, { recursive: true, force: true });
  });
  return opened;
}

/** Two that go well, one that is refused, and two of tools that do not exist. */
async function makeCalls({ service }: Toolcrib): Promise<void> {
  await service.execute('string', { operation: 'upper', text: 'a' });
  await service.execute('string', { operation: 'upper', text: 'b' });
  await service.execute('datetime', { operation: 'now' });
  await service.execute('made_up');
  await service.execute('made_up_too');
}

test('calls are counted and timed, and names that no tool has count as one', async () => {
  const collector = await startCollector(onTestFinished);
  const opened = await open({ metrics: { otlp: `${collector.url}/own/path` } });
  await makeCalls(opened);
  await opened.close();

  expect(collector.paths).toEqual(['/own/path']);
  const metrics = new Map(collector.metrics().map((metric) => [metric.name, metric]));
  const points = (name: string, key: 'asDouble' | 'asInt' | 'count') =>
    (metrics.get(name)?.sum ?? metrics.get(name)?.histogram)?.dataPoints.map((point) => [
      attributesOf(point),
      Number(point[key]),
    ]);
  expect(points('toolcrib.calls', 'asDouble')).toEqual([
    [{ 'gen_ai.tool.name': 'string', 'toolcrib.status': 'success' }, 2],
    [{ 'gen_ai.tool.name': 'datetime', 'toolcrib.status': 'blocked' }, 1],
    [{ 'gen_ai.tool.name': '(unknown)', 'toolcrib.status': 'error' }, 2],
  ]);
  expect(points('toolcrib.calls.blocked', 'asDouble')).toEqual([
    [{ 'gen_ai.tool.name': 'datetime', 'toolcrib.error.code': 'denied_by_rule' }, 1],
  ]);
  const operation = { 'gen_ai.operation.name': 'execute_tool' };
  expect(points('gen_ai.execute_tool.duration', 'count')).toEqual([
    [{ ...operation, 'gen_ai.tool.name': 'string' }, 2],
    [{ ...operation, 'gen_ai.tool.name': 'datetime', 'error.type': 'BlockedError' }, 1],
    [{ ...operation, 'gen_ai.tool.name': '(unknown)', 'error.type': 'RegistryError' }, 2],
  ]);
  expect(metrics.get('gen_ai.execute_tool.duration')?.unit).toBe('s');
});

async function listening(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

test('Prometheus fetches a page, until it is closed', async () => {
  const { server, port } = await listening();
  await new Promise((resolve) => server.close(resolve));
  const opened = await open({ metrics: { prometheus: { port } } });
  expect(opened.problems).toEqual([]);
  await makeCalls(opened);

  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(page).toMatch(/^toolcrib_calls_total\{[^}]*gen_ai_tool_name="string"[^}]*\} 2$/mu);
  expect(page).toMatch(
    /^toolcrib_calls_blocked_total\{[^}]*toolcrib_error_code="denied_by_rule"[^}]*\} 1$/mu,
  );
  expect(page).toMatch(/^gen_ai_execute_tool_duration_count\{[^}]*gen_ai_tool_name="string"[^}]*\} 2$/mu);

  await opened.close();
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

test('a port that is taken is a problem of the configuration, and calls are made', async () => {
  const { server, port } = await listening();
  onTestFinished(() => void server.close());
  const { service, problems } = await open({ metrics: { prometheus: { port } } });
  expect(problems).toMatchObject([
    { path: 'telemetry.metrics', code: 'not_started', message: expect.stringContaining('EADDRINUSE') },
  ]);
  expect(await service.execute('string', { operation: 'upper', text: 'a' })).toMatchObject({
    status: 'success',
  });
});
