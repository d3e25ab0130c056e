import {
  specTypeSchemas,
  type CallToolRequest,
  type CallToolResult,
  type Client,
  type Progress,
} from '@modelcontextprotocol/client';
import type { JsonValue } from '@toolcrib/core';
import type { CallInFlight } from './call-in-flight.ts';

/** The library has a time limit of its own; ours is the executor's. */
const noLimit = 2_147_483_647;

/**
 * Parameters that a server wants in headers are found by the definition that was accepted, so a process needs no definition.
 * What a tool promises to return is checked elsewhere: the library's checks can be made to hang.
 */
export function sendCall(
  client: Client,
  params: CallToolRequest['params'],
  { call: { tool, context }, isProcess }: { readonly call: CallInFlight; readonly isProcess: boolean },
): Promise<CallToolResult> {
  const options = {
    signal: context.signal,
    timeout: noLimit,
    onprogress: (progress: Progress) => context.progress(progress as JsonValue),
  };
  if (isProcess) {
    const request = { method: 'tools/call' as const, params };
    // Without the schema the library finds out for each call whether it has one, by making an error.
    return client.request(request, specTypeSchemas.CallToolResult, options);
  }
  const toolDefinition = { name: params.name, inputSchema: tool.parameters as { type: 'object' } };
  return client.callTool(params, { ...options, toolDefinition });
}
