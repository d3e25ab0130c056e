import { expect, test } from 'vitest';
import { sourceName } from './add-sources.ts';

test.each([
  ['shop.yaml', 'shop'],
  ['apis/my shop.json', 'my-shop'],
  ['https://shop.example/v1/openapi.json', 'shop'],
  ['https://mcp.linear.app/mcp', 'linear'],
  ['http://127.0.0.1:3000/mcp', '127'],
  ['mcp-server-memory', 'memory'],
  ['npx -y @modelcontextprotocol/server-filesystem .', 'filesystem'],
  ['TOKEN=x uvx weather-mcp', 'weather'],
  ['node ./tools/server.ts --fast', 'server'],
  ['---', 'source'],
])('%s is called %s', (source, name) => {
  expect(sourceName(source)).toBe(name);
});
