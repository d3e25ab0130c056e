import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolContext, ToolService } from '@toolcrib/core';
import { expect, onTestFinished, test } from 'vitest';
import { openToolcrib, type Toolcrib } from '../open-toolcrib.ts';
import { attributesOf, startCollector, type ReceivedSpan } from './collector.test-support.ts';

/** A project with this configuration; closing it sends what there is. */
async function open(config: object, service: object = {}): Promise<Toolcrib> {
  const project = mkdtempSync(join(tmpdir(), 'toolcrib-traces-'));
  writeFileSync(join(project, 'toolcrib.json'), JSON.stringify({ store: 'memory', ...config }));
  const environment = { TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] };
  const opened = await openToolcrib({ trust: 'always', project, environment, service });
  onTestFinished(async () => {
    await opened.close();
    rmSync(project, { recursive: true, force: true });
  });
  return opened;
}

const base = { description: 'Does it. Really.', parameters: { type: 'object' } } as const;

function named(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const found = spans.find((span) => span.name === `execute_tool ${name}`);
  if (found === undefined) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join()}`);
  return found;
}

test('a call is a span with the attributes of the conventions and our own', async () => {
  const collector = await startCollector(onTestFinished);
  const { service, problems, close } = await open({
    telemetry: { traces: { otlp: collector.url } },
    agents: { ada: { permission: 'admin' } },
  });
  expect(problems).toEqual([]);

  const options = { agent: 'ada', callId: 'c1', requestId: 'r1' };
  await service.execute('calculator', { expression: '1 + 1' }, options);
  await close();

  expect(collector.paths).toEqual(['/v1/traces']);
  const span = named(collector.spans(), 'calculator');
  expect(span).toMatchObject({ kind: 1, status: { code: 0 } });
  expect(attributesOf(span)).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'calculator',
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.description': service.getTool('calculator')?.shortDescription,
    'gen_ai.tool.call.id': 'c1',
    'gen_ai.agent.id': 'ada',
    'toolcrib.request.id': 'r1',
    'toolcrib.tool.kind': 'builtin',
    'toolcrib.tool.version': '1.0.0',
    'toolcrib.status': 'success',
    'toolcrib.risk': 'low',
    'toolcrib.approval': 'not_needed',
    'toolcrib.sandbox': expect.any(String),
    'toolcrib.attempts': 1,
    'toolcrib.usage.source': expect.any(String),
    'toolcrib.usage.cpu_ms': expect.any(Number),
    'toolcrib.usage.memory_bytes': expect.any(Number),
  });
  expect(collector.resources()).toMatchObject([{ 'service.name': 'toolcrib' }]);
});

test('errors and refusals have the status error, and say their type but nothing of the arguments', async () => {
  const collector = await startCollector(onTestFinished);
  const { service, close } = await open({
    telemetry: { traces: { otlp: collector.url } },
    rules: [{ tool: 'string', decision: 'deny' }],
  });
  service.registerTool({
    ...base,
    name: 'fail',
    run: () => {
      throw new Error('the word is swordfish');
    },
  });

  await service.execute('fail');
  await service.execute('string', { operation: 'upper', text: 'a' });
  await service.execute('x'.repeat(1000));
  await close();

  const spans = collector.spans();
  expect(named(spans, 'fail').status).toEqual({ code: 2, message: 'tool_failed' });
  expect(attributesOf(named(spans, 'fail'))).toMatchObject({
    'error.type': 'ToolExecutionError',
    'toolcrib.error.code': 'tool_failed',
    'toolcrib.station': 'execute',
  });
  expect(attributesOf(named(spans, 'string'))).toMatchObject({
    'error.type': 'BlockedError',
    'toolcrib.status': 'blocked',
    'toolcrib.error.code': 'denied_by_rule',
    'toolcrib.rule': 'toolcrib.json rules[0]',
  });
  expect(attributesOf(named(spans, 'x'.repeat(128)))).toMatchObject({ 'error.type': 'RegistryError' });
  expect(JSON.stringify(spans)).not.toContain('swordfish');
});

test('a call that a call makes is its child, also after waiting, and calls at the same time stay apart', async () => {
  const collector = await startCollector(onTestFinished);
  const { service, close } = await open({ telemetry: { traces: { otlp: collector.url } } });
  service.registerTool({
    ...base,
    name: 'outer',
    run: async (_: unknown, { callId }: ToolContext) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await service.execute('string', { operation: 'upper', text: 'a' }, { parentCallId: callId });
    },
  });

  await Promise.all(['a', 'b'].map((callId) => service.execute('outer', {}, { callId })));
  await close();

  const spans = collector.spans();
  for (const callId of ['a', 'b']) {
    const outer = spans.find((span) => attributesOf(span)['gen_ai.tool.call.id'] === callId);
    const inner = spans.find((span) => attributesOf(span)['toolcrib.parent_call.id'] === callId);
    expect(outer?.parentSpanId).toBeUndefined();
    expect(inner).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId });
  }
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2);
});

const trace = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${trace}-b7ad6b7169203331-01`;

test('the trace of the caller goes on, and one that cannot be read begins anew', async () => {
  const collector = await startCollector(onTestFinished);
  const { service, close } = await open({ telemetry: { traces: { otlp: collector.url } } });
  const given = { operation: 'upper', text: 'a' };

  await service.execute('string', given, { callId: 'good', traceparent, tracestate: 'vendor=1' });
  await service.execute('string', given, { callId: 'bad', traceparent: 'nonsense' });
  await close();

  const [good, bad] = ['good', 'bad'].map((id) =>
    collector.spans().find((span) => attributesOf(span)['gen_ai.tool.call.id'] === id),
  );
  expect(good).toMatchObject({
    traceId: trace,
    parentSpanId: 'b7ad6b7169203331',
    traceState: 'vendor=1',
  });
  expect(bad?.parentSpanId).toBeUndefined();
  expect(bad?.traceId).not.toBe(trace);
});

/** A server that keeps the headers it was sent. */
async function startServer(): Promise<{ readonly url: string; readonly heard: IncomingHttpHeaders[] }> {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

const get = (name: string, url: string, headers?: object): object => ({
  ...base,
  name,
  type: 'function',
  handler: name,
  implementation: { type: 'rest', base_url: url, path: '/', method: 'GET', ...(headers && { headers }) },
});

test('a request of a call tells which span it belongs to, unless its definition says so itself', async () => {
  const collector = await startCollector(onTestFinished);
  const server = await startServer();
  const own = '00-11111111111111111111111111111111-2222222222222222-00';
  const { service, close } = await open({
    telemetry: { traces: { otlp: collector.url } },
    tools: [get('plain', server.url), get('own', server.url, { traceparent: own })],
  });

  await service.execute('plain', {}, { traceparent, tracestate: 'vendor=1' });
  await service.execute('own', {}, { traceparent, tracestate: 'vendor=1' });
  await close();

  const span = named(collector.spans(), 'plain');
  expect(server.heard[0]).toMatchObject({
    traceparent: `00-${trace}-${span.spanId}-01`,
    tracestate: 'vendor=1',
  });
  expect(server.heard[1]).toMatchObject({ traceparent: own });
  expect(server.heard[1]).not.toHaveProperty('tracestate');
  expect(attributesOf(span)).toMatchObject({ 'gen_ai.tool.type': 'extension' });
});

test('without traces a request tells nothing', async () => {
  const server = await startServer();
  const { service } = await open({ tools: [get('plain', server.url)] });
  expect(await service.execute('plain', {}, { traceparent })).toMatchObject({ status: 'success' });
  expect(server.heard[0]).not.toHaveProperty('traceparent');
});

function addLogin(service: ToolService): void {
  service.registerTool({
    ...base,
    name: 'login',
    parameters: { type: 'object', properties: { user: { type: 'string' }, password: { type: 'string' } } },
    run: ({ user }: { user?: string }) => ({ welcome: user ?? '', token: 'tok-123456' }),
  });
}

test.each([true, false])(
  'arguments and results stand in the span only when asked for: %s',
  async (content) => {
    const collector = await startCollector(onTestFinished);
    const { service, close } = await open({ telemetry: { content, traces: { otlp: collector.url } } });
    addLogin(service);

    await service.execute('login', { user: 'ada', password: 'hunter2' });
    await service.execute('login', { user: 1 });
    await close();

    const [done, refused] = collector.spans().map((span) => attributesOf(span));
    expect(done?.['gen_ai.tool.call.arguments']).toBe(
      content ? '{"user":"ada","password":"[redacted]"}' : undefined,
    );
    expect(done?.['gen_ai.tool.call.result']).toBe(
      content ? '{"welcome":"ada","token":"[redacted]"}' : undefined,
    );
    expect(refused?.['gen_ai.tool.call.arguments']).toBe(content ? '{"user":1}' : undefined);
  },
);

test('a collector that is not there holds neither a call nor the end', async () => {
  const { service, close } = await open({ telemetry: { traces: { otlp: 'http://127.0.0.1:9' } } });
  for (let n = 0; n < 3000; n++)
    expect(await service.execute('string', { operation: 'upper', text: 'a' })).toMatchObject({
      status: 'success',
    });
  await close();
});
