import { expect, test } from 'vitest';
import { defineTool } from '../tool/define-tool.ts';
import type { ResultMetadata } from '../tool/result.ts';
import { parseTool } from '../tool/parse-tool.ts';
import { mcp } from './mcp.ts';

const metadata: ResultMetadata = {
  tool: 'fs.delete',
  version: '1.0.0',
  executionTimeMs: 1,
  attempts: 1,
  outcomeUnknown: false,
  deprecated: undefined,
  risk: undefined,
  approval: undefined,
  sandbox: undefined,
  usage: undefined,
  notes: {},
};

const remove = defineTool({
  name: 'fs.delete',
  description: 'Delete a file.',
  annotations: { readOnly: false, destructive: true, idempotent: true },
  parameters: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { path: { type: 'string' } },
    anyOf: [{ required: ['path'] }],
  },
  returns: { type: 'object', properties: { deleted: { type: 'boolean' } } },
  run: () => ({ deleted: true }),
});

test('a tool keeps its whole schema, with its dialect and its annotations, under a name that every client takes', () => {
  expect(mcp.toTools([remove])).toEqual({
    tools: [
      {
        name: 'fs_delete',
        description: 'Delete a file.',
        inputSchema: remove.parameters,
        outputSchema: remove.returns,
        annotations: {
          readOnlyHint: false,
          destructiveHint: true,
          idempotentHint: true,
        },
      },
    ],
    changes: [
      {
        tool: 'fs.delete',
        path: 'name',
        change: 'renamed',
        detail: 'fs.delete is offered as fs_delete',
        lossy: false,
      },
    ],
    names: new Map([['fs_delete', 'fs.delete']]),
  });
});

test('an output that is not an object is not described, and that is reported', () => {
  const text = defineTool({
    name: 'text',
    description: 'A text.',
    parameters: { type: 'object' },
    returns: { type: 'string' },
    run: () => '',
  });
  const { tools, changes } = mcp.toTools([text]);
  expect(tools[0]).not.toHaveProperty('outputSchema');
  expect(changes).toMatchObject([{ tool: 'text', change: 'dropped_output_schema', lossy: true }]);
});

test('a tools/call request is a call, whole or as its params', () => {
  const params = { name: 'fs.delete', arguments: { path: 'a' } };
  const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params };
  expect(mcp.fromResponse(request)).toEqual([{ id: '7', toolName: 'fs.delete', arguments: { path: 'a' } }]);
  expect(mcp.fromResponse(params)).toEqual([
    { id: 'call_0', idIsMadeUp: true, toolName: 'fs.delete', arguments: { path: 'a' } },
  ]);
  expect(mcp.fromResponse({ ...request, method: 'tools/list' })).toEqual([]);
});

test('a result carries text, and structure when there is one', () => {
  const call = { id: '7', toolName: 'fs.delete', arguments: {} };
  const success = { callId: '7', status: 'success', metadata } as const;
  expect(mcp.toResults([call], [{ ...success, output: { deleted: true } }])).toEqual([
    {
      content: [{ type: 'text', text: '{"deleted":true}' }],
      structuredContent: { deleted: true },
      isError: false,
    },
  ]);
  expect(mcp.toResults([call], [{ ...success, output: 'gone' }])).toEqual([
    { content: [{ type: 'text', text: 'gone' }], isError: false },
  ]);
  expect(mcp.toResults([call], [])).toMatchObject([{ isError: true }]);
});

const server = { kind: 'mcp', server: 's', tool: 't' };
const all = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
test.each([
  ['what nobody said is not said', server, {}],
  ['what lowers caution is not said before a person believes it', { ...server, claims: all }, {}],
  [
    'what raises it is said',
    { ...server, claims: { readOnly: false, destructive: true, idempotent: false, openWorld: true } },
    { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  ],
  [
    'what is believed is said',
    { ...server, claims: all, believed: true },
    { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  ],
  ['what is believed and was not said is not said', { ...server, believed: true }, {}],
])('hints of a tool of a server: %s', (_, implementation, annotations) => {
  const definition = {
    name: 't',
    description: 'T.',
    category: 'read_things',
    parameters: { type: 'object' },
    implementation,
  };
  expect(mcp.toTools([parseTool(definition)]).tools).toMatchObject([{ annotations }]);
  expect(Object.keys(mcp.toTools([parseTool(definition)]).tools[0]?.annotations ?? {})).toEqual(
    Object.keys(annotations),
  );
});
