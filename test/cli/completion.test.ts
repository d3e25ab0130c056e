import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const bin = resolve(import.meta.dirname, '../../packages/toolcrib/bin/toolcrib.js');

test.each([
  [['toolcrib', 'appr'], 'approvals'],
  [['toolcrib', 'call', 'pi'], 'ping'],
  [['toolcrib', 'list', '--tier', ''], 'low medium high'],
])('in bash, %j is completed', async (typed, expected) => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('ping')] } });
  const { stdout: script } = await run(['completion', 'bash'], { cwd });
  const words = typed.map((word) => `'${word}'`).join(' ');
  const line = `toolcrib() { '${process.execPath}' '${bin}' "$@"; }
${script}
COMP_WORDS=(${words}); COMP_CWORD=${typed.length - 1}; _toolcrib; echo "\${COMPREPLY[*]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', line], { cwd });
  expect(stdout.trim()).toBe(expected);
});
