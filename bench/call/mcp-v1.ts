import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { add, description, zodParameters } from './add.ts';
import type { Candidate } from './candidate.ts';
import { numberInText } from './number-in-text.ts';

export async function mcpV1(): Promise<Candidate> {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool('add', { description, inputSchema: zodParameters.shape }, async (operands) => ({
    content: [{ type: 'text', text: String(await add(operands)) }],
  }));
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  return {
    name: 'MCP SDK v1, in memory',
    does: 'validates, timeout, two ends of a protocol',
    call: (operands) => client.callTool({ name: 'add', arguments: { ...operands } }),
    read: numberInText,
  };
}
