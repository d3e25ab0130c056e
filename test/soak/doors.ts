import type { CallAsked } from './calls.ts';
import type { Answer } from './ledger.ts';
import type { SoakProcess } from './processes.ts';
import type { Site } from './site.ts';

export type Door = readonly [name: string, ask: (call: CallAsked) => Promise<Answer>];

/** What an MCP result says besides of how the call ended. */
interface Told {
  readonly status: Answer['status'];
  readonly error_code?: string;
}

/** The ways in which calls come. */
export function openDoors({ http, mcp, shared, alone }: Site): readonly Door[] {
  return [
    [
      'http',
      async ({ mark, tool, given }) => {
        const {
          status,
          error_code: code,
          output,
        } = await http.ask('execute_tool', { tool_name: tool, arguments: given });
        return { mark, status, code, output };
      },
    ],
    [
      'mcp',
      async ({ mark, tool, given }) => {
        const result = await mcp.callTool({ name: tool, arguments: given });
        const { status, error_code: code } = { ...(result['_meta']?.['toolcrib/result'] as Told) };
        return { mark, status, code, output: result.structuredContent };
      },
    ],
    ['library', askProgram(shared)],
    ['library on a file', askProgram(alone)],
  ];
}

function askProgram({ child, lines }: SoakProcess): (call: CallAsked) => Promise<Answer> {
  const waiting = new Map<string, (answer: Answer) => void>();
  lines.on('line', (line) => {
    const answer = { code: undefined, ...(JSON.parse(line) as Omit<Answer, 'code'>) };
    waiting.get(answer.mark)?.(answer);
    waiting.delete(answer.mark);
  });
  return (call) =>
    new Promise((resolve) => {
      waiting.set(call.mark, resolve);
      child.stdin?.write(`${JSON.stringify(call)}\n`);
    });
}
