/**
 * Runs the scenarios of both released lines of the protocol's conformance suite: those for clients against our MCP client, those
 * for servers against the gateway, with the suite's fixtures behind it.
 *
 *     npm run conformance:mcp [SCENARIO…]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expectedFailures as clientFailures } from '../test/mcp/expected-failures.ts';
import { expectedFailures as serverFailures } from '../test/gateway/expected-failures.ts';

const root = join(import.meta.dirname, '..');
const lines = {
  released: join(root, 'node_modules/@modelcontextprotocol/conformance'),
  next: join(root, 'node_modules/conformance-next'),
};
type Line = keyof typeof lines;
const wanted = process.argv.slice(2);
let surprises = 0;

async function run(line: Line, given: readonly string[]): Promise<string> {
  const command = [join(lines[line], 'dist/index.js'), ...given];
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return stdout + stderr;
}

async function listed(line: Line, title: string): Promise<string[]> {
  const [, after = ''] = (await run(line, ['list'])).split(title);
  const [section = ''] = after.split('\n\n');
  return [...section.matchAll(/^ {2}- (\S+)/gmu)].map(([, name = '']) => name);
}

/** What the newest revision wants of servers; of the released line, everything. */
async function serverScenarios(line: Line): Promise<string[]> {
  if (line === 'released') return listed(line, 'Server scenarios');
  const requirements = readFileSync(join(lines.next, 'requirements/2026-07-28.yaml'), 'utf8');
  const [, section = ''] = /^server:\n((?: {2}- .*\n)+)/mu.exec(requirements) ?? [];
  return [...section.matchAll(/- (\S+)/gu)].map(([, name = '']) => name);
}

function report(title: string, said: string, reason: string | undefined): void {
  const passed = said.includes('OVERALL: PASSED') || /Passed: (\d+)\/\1, 0 failed/u.test(said);
  const isSurprise = passed !== (reason === undefined);
  if (isSurprise) surprises++;
  console.log(`${isSurprise ? '!' : ' '} ${title}: ${passed ? 'passed' : (reason ?? 'failed')}`);
  if (isSurprise && !passed) console.log(said.slice(-2000));
}

/** A gateway of its own: what one scenario leaves open is no business of the next. */
async function againstGateway(line: Line, scenario: string): Promise<string> {
  const script = join(root, 'test/gateway/conformance-gateway.ts');
  const gateway = spawn(process.execPath, [script], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [url] = (await once(createInterface({ input: gateway.stdout }), 'line')) as [string];
    const version = line === 'next' ? ['--spec-version', '2026-07-28'] : [];
    return await run(line, ['server', '--url', url, '--scenario', scenario, ...version]);
  } finally {
    gateway.kill();
  }
}

for (const line of Object.keys(lines) as Line[]) {
  const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
  for (const scenario of (await listed(line, 'Client scenarios')).filter(isWanted)) {
    const command = `${process.execPath} test/mcp/conformance-client.ts`;
    const said = await run(line, ['client', '--command', command, '--scenario', scenario]);
    report(`${line} client ${scenario}`, said, clientFailures[line][scenario]);
  }
  for (const scenario of (await serverScenarios(line)).filter(isWanted))
    report(
      `${line} server ${scenario}`,
      await againstGateway(line, scenario),
      serverFailures[line][scenario],
    );
}
console.log(surprises === 0 ? 'As expected.' : `${surprises} not as expected.`);
process.exitCode = surprises === 0 ? 0 : 1;
