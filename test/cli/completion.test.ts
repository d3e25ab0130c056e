import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { command, run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

test.each([
  [['toolcrib', 'appr'], 'approvals'],
  [['toolcrib', 'call', 'pi'], 'ping'],
  [['toolcrib', 'list', '--tier', ''], 'low medium high'],
])('in bash, %j is completed', async (typed, expected) => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('ping')] } });
  const { stdout: script } = await run(['completion', 'bash'], { cwd });
  const words = typed.map((word) => `'${word}'`).join(' ');
  const line = `toolcrib() { '${process.execPath}' '${command}' "$@"; }
${script}
COMP_WORDS=(${words}); COMP_CWORD=${typed.length - 1}; _toolcrib; echo "\${COMPREPLY[*]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', line], { cwd });
  expect(stdout.trim()).toBe(expected);
});
