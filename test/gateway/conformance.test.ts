import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A few of all, through a server behind the gateway; `npm run conformance:mcp` runs the rest. */
test('the suite’s scenarios for servers pass through the gateway, in both eras', async () => {
  const script = join(import.meta.dirname, 'conformance-gateway.ts');
  const gateway = spawn(process.execPath, [script], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void gateway.kill());
  const [url] = (await once(createInterface({ input: gateway.stdout }), 'line')) as [string];
  const scenarios = [
    ['@modelcontextprotocol/conformance', 'tools-list'],
    ['@modelcontextprotocol/conformance', 'tools-call-mixed-content'],
    ['@modelcontextprotocol/conformance', 'tools-call-with-progress'],
    ['@modelcontextprotocol/conformance', 'elicitation-sep1330-enums'],
    ['conformance-next', 'tools-call-error', '--spec-version', '2026-07-28'],
    ['conformance-next', 'input-required-result-multi-round', '--spec-version', '2026-07-28'],
    ['conformance-next', 'http-header-validation', '--spec-version', '2026-07-28'],
  ] as const;
  for (const [line, scenario, ...more] of scenarios) {
    const suite = join(root, 'node_modules', line, 'dist/index.js');
    const given = [suite, 'server', '--url', url, '--scenario', scenario, ...more];
    const { stdout, stderr } = await run(process.execPath, given, { cwd: root, maxBuffer: 1e8 });
    expect(stdout + stderr, scenario).toMatch(/Passed: (\d+)\/\1, 0 failed/u);
  }
});
