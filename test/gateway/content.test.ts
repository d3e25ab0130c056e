import { fileURLToPath } from 'node:url';
import type { CallObserver } from 'toolcrib';
import { expect, test } from 'vitest';
import { temporaryProject } from '../project.ts';
import { clientKinds, connect, openGateway, textOf, type Gateway } from './gateway.ts';

const sampleServer = fileURLToPath(
  new URL('../../packages/toolcrib/src/connectors/mcp/sample-server.test-support.ts', import.meta.url),
);

/** A gateway with the hand-written server behind it, accepted. */
async function withServer(...ways: readonly string[]): Promise<Gateway> {
  const args = [sampleServer, temporaryProject(), ...ways];
  const config = {
    mcpServers: { sample: { command: process.execPath, args, trust: true, elicitation: true } },
    rules: [allow],
  };
  const gateway = await openGateway({ config, expose: 'all', open: { onImportNotice: () => undefined } });
  const sources = await gateway.toolcrib.imports();
  await sources.accept(await sources.review('sample'));
  return gateway;
}

const allow = { tool: '*', decision: 'allow' };

test.each(clientKinds)('%s: what a server behind us answers arrives as it came', async (kind) => {
  const client = await connect(kind, await withServer());
  const call = (name: string, given: object = {}) =>
    client.callTool({ name: `sample__${name}`, arguments: { ...given } });
  expect((await call('picture')).content).toEqual([
    { type: 'text', text: 'a dot' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
    { type: 'resource_link', uri: 'file:///b', name: 'b' },
  ]);
  expect(await call('captioned')).toMatchObject({
    content: [{ type: 'text' }, { type: 'image', data: 'AAAA' }],
    structuredContent: { n: 1 },
  });
  expect((await call('echo', { value: 'plain' })).content).toEqual([{ type: 'text', text: 'plain' }]);
  const failed = await call('fail');
  expect(failed.isError).toBe(true);
  expect(JSON.parse(textOf(failed))).toMatchObject({ error_code: 'tool_failed', station: 'execute' });
});

test.each(clientKinds)(
  '%s: the titles of a server’s tools are told on, with nothing hidden in them',
  async (kind) => {
    const { tools } = await (await connect(kind, await withServer())).listTools();
    const titleOf = (name: string): unknown => tools.find((tool) => tool.name === `sample__${name}`)?.title;
    expect(titleOf('captioned')).toBe('Picture with a caption\\u{202e}');
    expect(titleOf('picture')).toBe('Picture');
    expect(titleOf('echo')).toBeUndefined();
  },
);

test.each(clientKinds)('%s: what a server behind us asks, the client is asked', async (kind) => {
  const gateway = await withServer();
  const client = await connect(kind, gateway, {
    elicit: ({ params }) => {
      expect(params.message).toContain('sample__ask asks: Who are you?');
      return { action: 'accept', content: { name: 'Ada' } };
    },
  });
  expect(textOf(await client.callTool({ name: 'sample__ask' }))).toBe(
    '{"action":"accept","content":{"age":7,"name":"Ada"}}',
  );
});

test('an output that is no JSON is told as far as it can be, and blocks that are none stay data', async () => {
  const gateway = await openGateway();
  const outputs: { readonly [name: string]: unknown } = {
    big: { n: 1n },
    nothing: undefined,
    list: [1, 2],
    claimed: { content: [{ type: 'image', data: 'not base64!', mimeType: 'image/png' }] },
    more: { content: [{ type: 'text', text: 'a' }], isError: true },
  };
  for (const [name, output] of Object.entries(outputs))
    gateway.toolcrib.service.registerTool({
      name,
      description: name,
      parameters: { type: 'object' },
      annotations: { readOnly: true },
      run: () => output,
    });
  const client = await connect('2026 http', gateway);
  const answers = await Promise.all(Object.keys(outputs).map((name) => client.callTool({ name })));
  expect(answers.map((answer) => [answer.isError ?? false, textOf(answer)])).toEqual([
    [false, '[object Object]'],
    [false, 'null'],
    [false, '[1,2]'],
    [false, JSON.stringify(outputs['claimed'])],
    [false, JSON.stringify(outputs['more'])],
  ]);
});

test('the trace of the client, and its request, are those of the call', async () => {
  const observed: unknown[] = [];
  const observer: CallObserver = ({ requestId, traceContext }, run) => {
    observed.push({ requestId, traceContext });
    run();
    return undefined;
  };
  const gateway = await openGateway({ open: { service: { observer } } });
  const client = await connect('2026 http', gateway);
  const trace = {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'vendor=1',
  };
  await client.callTool({ name: 'calculator', arguments: { expression: '1' }, _meta: trace });
  expect(observed).toEqual([{ requestId: expect.any(String) as string, traceContext: trace }]);
});
