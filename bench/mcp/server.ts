/** A server by the library, as most are: it adds. */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { add, description, zodParameters } from '../call/add.ts';

serveStdio(() => {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool('add', { description, inputSchema: zodParameters }, async (operands) => ({
    content: [{ type: 'text', text: String(await add(operands)) }],
  }));
  return server;
});
