import { defineTool } from '../../packages/core/src/tool/define-tool.ts';
import type { ToolResult } from '../../packages/core/src/tool/result.ts';
import type { Tool } from '../../packages/core/src/tool/tool.ts';

export const weather: Tool = defineTool({
  name: 'get_weather',
  description: 'The weather of a place.',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'A city' },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
    },
    required: ['city'],
  },
  run: ({ city }) => `Sunny in ${city}`,
});

/** Its name is not legal anywhere but at Gemini and MCP. */
export const readFile: Tool = defineTool({
  name: 'fs.read',
  description: 'Read a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  run: ({ path }) => path,
});

const metadata = {
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

export const sunny: ToolResult = {
  callId: '1',
  status: 'success',
  output: { sky: 'sunny', degrees: 21 },
  metadata: { ...metadata, tool: 'get_weather' },
};

export const blocked: ToolResult = {
  callId: '2',
  status: 'blocked',
  error: 'The path is outside the project.',
  errorCode: 'outside_project',
  errorType: 'BlockedError',
  station: 'authorize',
  data: { path: '/etc/passwd' },
  rule: 'project folder',
  remedy: 'Use a path inside the project.',
  cause: undefined,
  metadata: { ...metadata, tool: 'fs.read' },
};

export const blockedText: string = JSON.stringify({
  status: 'blocked',
  error: 'The path is outside the project.',
  error_code: 'outside_project',
  rule: 'project folder',
  remedy: 'Use a path inside the project.',
});
