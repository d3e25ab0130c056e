import type { Testbed } from '../testbed/testbed.ts';

/** What people type who have a look at a project. Nothing of it may do what the project wants. */
export const commonCommands: readonly (readonly string[])[] = [
  ['list'],
  ['list_tools'],
  ['list', '--agent', 'coder', '--json'],
  ['describe', 'helper'],
  ['get_tool_descriptor', 'Bash'],
  ['check'],
  ['doctor'],
  ['trust'],
  ['trust', '--list'],
  ['explain', 'Bash', 'command=rm -rf src'],
  ['formats', 'openai'],
  ['call', 'Read', 'file_path=README.md'],
  ['call', 'Grep', 'pattern=TODO|file-|variable-'],
  ['call', 'Bash', 'command=ls -la; git status; git log -p -3; git diff'],
  ['call', 'Bash', 'command=rm -rf src', '--agent', 'coder'],
  ['call', 'Git', 'operation=log'],
  ['recommend', 'read', 'a', 'file'],
  ['decide', 'read the file README.md'],
  ['plan', 'make', 'read the file README.md'],
  ['plan', 'check', 'plan.json'],
  ['plan', 'run', 'plan.json'],
  ['plan', 'graph', 'plan.json'],
  ['plan', 'list'],
  ['worker', '--concurrency', '1'],
  ['history'],
  ['replay', 'call_1'],
  ['feedback', 'call_1', '+1'],
  ['stats'],
  ['advice'],
  ['approvals'],
  ['grants', 'list'],
  ['token', 'list'],
  ['store', 'import', '.toolcrib/store.db'],
  ['store', 'move', '../elsewhere'],
  ['mcp', 'list'],
  ['mcp', 'install', 'cursor'],
  ['openapi', 'list'],
  ['tools', 'list'],
  ['tools', 'diff'],
  ['tools', 'accept'],
  ['plugin', 'new', 'words'],
  ['register_custom_tool', 'odd.wasm'],
  ['unregister_custom_tool', 'odd'],
  ['completion', 'words', '--', 'describe', ''],
  ['mcp', 'import', '.mcp.json'],
  ['init'],
];

/** People who type these accept what they write into the configuration. */
const accepting: readonly (readonly string[])[] = [['mcp', 'import'], ['init']];

interface Lines {
  readonly commands: readonly (readonly string[])[];
  /** Those whose results go to a terminal. */
  readonly atTerminal: readonly (readonly string[])[];
}

/** Runs command lines one after the other, and gives what they printed. */
export async function openByCommands(testbed: Testbed, { commands, atTerminal }: Lines): Promise<string> {
  let said = '';
  for (const given of commands) {
    const { stdout, stderr } = await testbed.toolcrib(given);
    said += stdout + stderr;
    if (accepting.some((words) => words.every((word, index) => given[index] === word)))
      testbed.acceptAuthority();
  }
  for (const given of atTerminal) said += (await testbed.toolcribAtTerminal(given)).stdout;
  return said;
}
