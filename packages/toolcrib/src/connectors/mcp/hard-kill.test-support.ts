/** Starts a server that does not want to end, says so, and waits to be killed: `node hard-kill.test-support.ts FOLDER`. */
import { join } from 'node:path';
import { createMcpConnector } from './mcp-connector.ts';

const [, , folder = '.'] = process.argv;
const script = join(import.meta.dirname, 'sample-server.test-support.ts');
const args = [script, folder, 'child', 'stubborn'];
const connector = createMcpConnector({
  servers: [
    {
      name: 'sample',
      way: { type: 'stdio', command: process.execPath, args, env: {}, cwd: folder },
      origin: {},
      trust: false,
      elicitation: false,
      required: false,
    },
  ],
  project: folder,
  environment: process.env,
  stateFolder: folder,
  locale: 'en',
});
await connector.sources[0]?.definitions(new AbortController().signal);
console.log('started');
setInterval(() => undefined, 1000);
