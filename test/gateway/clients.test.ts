import { setTimeout as wait } from 'node:timers/promises';
import type { CallToolResult, Client, RequestOptions } from '@modelcontextprotocol/client';
import { defineTool } from 'toolcrib';
import { expect, test } from 'vitest';
import { clientKinds, connect, openGateway, textOf, type ClientKind } from './gateway.ts';

const sum = defineTool({
  name: 'sum.of',
  title: 'Sum of two numbers',
  description: 'Adds two numbers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  returns: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  annotations: { readOnly: true, idempotent: true },
  run: ({ a, b }) => ({ sum: a + b }),
});

test.each(clientKinds)('%s: every tool is listed, called, and refused by its code', async (kind) => {
  const gateway = await openGateway({ expose: 'all' });
  gateway.toolcrib.service.registerTool(sum);
  const client = await connect(kind, gateway);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(names).toEqual(expect.arrayContaining(['Bash', 'Read', 'calculator', 'sum_of']));
  expect(tools.find(({ name }) => name === 'sum_of')).toMatchObject({
    title: 'Sum of two numbers',
    description: 'Adds two numbers.',
    inputSchema: sum.parameters,
    outputSchema: sum.returns,
    annotations: { readOnlyHint: true, idempotentHint: true },
  });
  const called = await client.callTool({ name: 'sum_of', arguments: { a: 2, b: 40 } });
  expect(called).toMatchObject({
    content: [{ type: 'text', text: '{"sum":42}' }],
    structuredContent: { sum: 42 },
    _meta: { 'toolcrib/result': { status: 'success', call_id: expect.any(String) } },
  });
  const wrong = await client.callTool({ name: 'sum_of', arguments: { a: 2 } });
  expect(wrong.isError).toBe(true);
  expect(JSON.parse(textOf(wrong))).toMatchObject({ error_code: 'invalid_arguments', station: 'validate' });
  await expect(client.callTool({ name: 'sum_off', arguments: {} })).rejects.toMatchObject({
    code: -32_602,
    message: expect.stringContaining('Did you mean "sum_of"?'),
  });
  const refused = await client.callTool({ name: 'Bash', arguments: { command: 'rm -rf build' } });
  expect(refused.isError).toBe(true);
  expect(JSON.parse(textOf(refused))).toMatchObject({
    status: 'blocked',
    error_code: 'nobody_watches',
    station: 'approve',
    remedy: expect.stringContaining('toolcrib approvals watch'),
  });
});

test.each(clientKinds)('%s: the client says yes or no to a call that asks', async (kind) => {
  const ran: unknown[] = [];
  const gateway = await openGateway();
  gateway.toolcrib.service.registerTool({
    name: 'launch',
    description: 'Launches.',
    parameters: { type: 'object', properties: { what: { type: 'string' } } },
    approval: 'confirm',
    run: (input) => {
      ran.push(input);
      return 'launched';
    },
  });
  const asked: string[] = [];
  let decision = 'allow_once';
  const client = await connect(kind, gateway, {
    elicit: ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { decision, note: 'not today' } };
    },
  });
  const call = { name: 'launch', arguments: { what: 'a\u202Erocket' } };
  expect(textOf(await client.callTool(call))).toBe('launched');
  expect(asked[0]).toContain('May user call launch 1.0.0?');
  expect(asked[0]).toContain('\\u{202e}');
  decision = 'reject_once';
  const refused = await client.callTool(call);
  expect(JSON.parse(textOf(refused))).toMatchObject({ error_code: 'approval_refused' });
  expect(textOf(refused)).toContain('not today');
  expect(ran).toHaveLength(1);
  expect(await gateway.toolcrib.store.approvals.list()).toMatchObject([
    { status: 'denied' },
    { status: 'used', answeredBy: kind.endsWith('http') ? 'user' : 'stdio user' },
  ]);
});

/** The first generation has a parameter in between. */
function callWith(
  client: Client,
  kind: ClientKind,
  call: { name: string; arguments?: { [name: string]: unknown } },
  options: RequestOptions,
): Promise<CallToolResult> {
  if (!kind.startsWith('v1')) return client.callTool(call, options);
  const old = client as unknown as {
    callTool(given: typeof call, schema: undefined, options: RequestOptions): Promise<CallToolResult>;
  };
  return old.callTool(call, undefined, options);
}

test.each(clientKinds)('%s: progress is told, and a cancelled call is cancelled', async (kind) => {
  const gateway = await openGateway();
  const stopped = Promise.withResolvers<void>();
  gateway.toolcrib.service.registerTool({
    name: 'slow',
    description: 'Takes its time.',
    parameters: { type: 'object', properties: { forever: { type: 'boolean' } } },
    annotations: { readOnly: true },
    async run({ forever }, { progress, signal }) {
      progress({ progress: 1, total: 2, message: 'half' });
      progress('nearly');
      if (forever !== true) return wait(10, 'done');
      signal.addEventListener('abort', () => stopped.resolve());
      return new Promise(() => undefined);
    },
  });
  const client = await connect(kind, gateway);
  const heard: unknown[] = [];
  const options = { onprogress: (progress: unknown) => void heard.push(progress) };
  const done = await callWith(client, kind, { name: 'slow' }, options);
  expect(textOf(done)).toBe('done');
  expect(heard).toEqual([
    { progress: 1, total: 2, message: 'half' },
    { progress: 2, message: 'nearly' },
  ]);
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 100);
  const given = { name: 'slow', arguments: { forever: true } };
  const cancelled = callWith(client, kind, given, { signal: abort.signal });
  await expect(cancelled).rejects.toThrow();
  await stopped.promise;
});

test.each(clientKinds)('%s: a change of the registry is told', async (kind) => {
  const gateway = await openGateway({ expose: 'all' });
  const client = await connect(kind, gateway);
  const changed = Promise.withResolvers<void>();
  if (kind.startsWith('2026')) {
    client.setNotificationHandler('notifications/tools/list_changed', () => changed.resolve());
    await client.listen({ toolsListChanged: true });
  } else {
    const { ToolListChangedNotificationSchema: schema } = await import('@modelcontextprotocol/sdk/types.js');
    if (kind.startsWith('v1'))
      client.setNotificationHandler(schema as never, (() => changed.resolve()) as never);
    else client.setNotificationHandler('notifications/tools/list_changed', () => changed.resolve());
    await client.listTools();
    // The stream for what nobody asked for is opened after the first exchange.
    await wait(200);
  }
  gateway.toolcrib.service.registerTool(sum);
  await changed.promise;
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('sum_of');
});
