import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A few of all; `npm run conformance:mcp` runs the rest. */
test.each([
  ['@modelcontextprotocol/conformance', 'tools_call'],
  ['@modelcontextprotocol/conformance', 'elicitation-sep1034-client-defaults'],
  ['@modelcontextprotocol/conformance', 'auth/scope-step-up'],
  ['conformance-next', 'http-custom-headers'],
  ['conformance-next', 'sep-2322-client-request-state'],
])('%s: the client passes %s', async (line, scenario) => {
  const suite = join(root, 'node_modules', line, 'dist/index.js');
  const command = `${process.execPath} test/mcp/conformance-client.ts`;
  const given = [suite, 'client', '--command', command, '--scenario', scenario];
  const { stdout, stderr } = await run(process.execPath, given, { cwd: root, maxBuffer: 1e8 });
  expect(stdout + stderr).toContain('OVERALL: PASSED');
});
