import type { Call } from '../calls.ts';
import type { Testbed } from '../testbed/testbed.ts';

/** Makes calls as lines of JSON, all in one process. */
export async function openByExecuteTool(testbed: Testbed, calls: readonly Call[]): Promise<string> {
  const lines = calls.map(([tool_name, given], index) =>
    JSON.stringify({ id: `${index}`, tool_name, arguments: given }),
  );
  const input = lines.join('\n');
  const { stdout, stderr, code } = await testbed.toolcrib(['execute_tool'], { input, isData: true });
  noteUnanswered(testbed, 'execute_tool', { code, asked: calls.length, answered: linesIn(stdout) });
  return stdout + stderr;
}

interface Answers {
  readonly code: number | null | undefined;
  readonly asked: number;
  readonly answered: number;
}

/** A process that answered less than it was asked has ended before its time, unless it refused the configuration. */
export function noteUnanswered(testbed: Testbed, name: string, { code, asked, answered }: Answers): void {
  if (code === configurationRefused || answered === asked) return;
  testbed.note({ kind: 'crashed', what: `${name} answered ${answered} of ${asked} calls` });
}

const configurationRefused = 4;

function linesIn(text: string): number {
  return text.trim() === '' ? 0 : text.trim().split('\n').length;
}
