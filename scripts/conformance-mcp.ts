/**
 * Runs the scenarios for clients of both released lines of the protocol's conformance suite against our MCP client.
 *
 *     npm run conformance:mcp [SCENARIO…]
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { expectedFailures } from '../test/mcp/expected-failures.ts';

const root = join(import.meta.dirname, '..');
const lines = {
  released: join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
  next: join(root, 'node_modules/conformance-next/dist/index.js'),
};
const wanted = process.argv.slice(2);

async function run(line: string, given: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [line, ...given], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return stdout + stderr;
}

async function scenariosOf(line: string): Promise<string[]> {
  const [, listed = ''] = (await run(line, ['list'])).split('Client scenarios');
  const [section = ''] = listed.split('\n\n');
  const all = [...section.matchAll(/^ {2}- (\S+)/gmu)].map(([, name = '']) => name);
  return wanted.length === 0 ? all : all.filter((name) => wanted.includes(name));
}

let surprises = 0;
for (const [name, line] of Object.entries(lines)) {
  for (const scenario of await scenariosOf(line)) {
    const command = `${process.execPath} test/mcp/conformance-client.ts`;
    const said = await run(line, ['client', '--command', command, '--scenario', scenario]);
    const passed = said.includes('OVERALL: PASSED');
    const reason = expectedFailures[name as keyof typeof lines][scenario];
    const isSurprise = passed !== (reason === undefined);
    if (isSurprise) surprises++;
    console.log(`${isSurprise ? '!' : ' '} ${name} ${scenario}: ${passed ? 'passed' : (reason ?? 'failed')}`);
    if (isSurprise && !passed) console.log(said.slice(-2000));
  }
}
console.log(surprises === 0 ? 'As expected.' : `${surprises} not as expected.`);
process.exitCode = surprises === 0 ? 0 : 1;
