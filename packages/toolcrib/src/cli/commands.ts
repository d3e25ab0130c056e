import type { Command } from './session.ts';

interface CommandEntry {
  /** Loaded when it is used: a command pays for no other. */
  readonly load: () => Promise<Command>;
  /** How many words it takes at most. */
  readonly operands: number;
  /** Called by the name of the wire: answers in JSON. */
  readonly wire?: boolean;
}

const list = async (): Promise<Command> => (await import('./commands/list.ts')).list;
const describe = async (): Promise<Command> => (await import('./commands/describe.ts')).describe;

export const commands: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  ['list', { load: list, operands: 0 }],
  ['list_tools', { load: list, operands: 0, wire: true }],
  ['describe', { load: describe, operands: 1 }],
  ['get_tool_descriptor', { load: describe, operands: 1, wire: true }],
  ['call', { load: async () => (await import('./commands/call.ts')).call, operands: Infinity }],
  [
    'execute_tool',
    { load: async () => (await import('./commands/execute-tool.ts')).executeTool, operands: 1, wire: true },
  ],
  ['explain', { load: async () => (await import('./commands/explain.ts')).explain, operands: Infinity }],
  ['formats', { load: async () => (await import('./commands/formats.ts')).formats, operands: 1 }],
  ['check', { load: async () => (await import('./commands/check.ts')).check, operands: 0 }],
  ['doctor', { load: async () => (await import('./commands/doctor.ts')).doctor, operands: 0 }],
  ['approvals', { load: async () => (await import('./commands/approvals.ts')).approvals, operands: 2 }],
  ['grants', { load: async () => (await import('./commands/grants.ts')).grants, operands: 2 }],
  [
    'recommend',
    { load: async () => (await import('./commands/recommend.ts')).recommend, operands: Infinity },
  ],
  ['decide', { load: async () => (await import('./commands/decide.ts')).decide, operands: Infinity }],
  ['plan', { load: async () => (await import('./commands/plan.ts')).plan, operands: Infinity }],
  ['feedback', { load: async () => (await import('./commands/feedback.ts')).feedback, operands: Infinity }],
  ['stats', { load: async () => (await import('./commands/stats.ts')).stats, operands: 1 }],
  ['advice', { load: async () => (await import('./commands/advice.ts')).advice, operands: 0 }],
  ['history', { load: async () => (await import('./commands/history.ts')).history, operands: 2 }],
  ['replay', { load: async () => (await import('./commands/replay.ts')).replay, operands: Infinity }],
  ['tools', { load: async () => (await import('./commands/tools.ts')).tools, operands: Infinity }],
  ['openapi', { load: async () => (await import('./commands/openapi.ts')).openapi, operands: 2 }],
  ['mcp', { load: async () => (await import('./commands/mcp.ts')).mcp, operands: Infinity }],
  [
    'register_custom_tool',
    {
      load: async () => (await import('./commands/register-custom-tool.ts')).registerCustomTool,
      operands: 1,
      wire: true,
    },
  ],
  [
    'unregister_custom_tool',
    {
      load: async () => (await import('./commands/unregister-custom-tool.ts')).unregisterCustomTool,
      operands: 1,
      wire: true,
    },
  ],
  ['plugin', { load: async () => (await import('./commands/plugin.ts')).plugin, operands: 2 }],
  [
    'completion',
    { load: async () => (await import('./commands/completion.ts')).completion, operands: Infinity },
  ],
  ['worker', { load: async () => (await import('./commands/worker.ts')).worker, operands: 0 }],
  ['serve', { load: async () => (await import('./commands/serve.ts')).serve, operands: 0 }],
  ['token', { load: async () => (await import('./commands/token.ts')).token, operands: 2 }],
  ['store', { load: async () => (await import('./commands/store.ts')).store, operands: 2 }],
  ['trust', { load: async () => (await import('./commands/trust.ts')).trust, operands: 1 }],
  ['init', { load: async () => (await import('./commands/init.ts')).init, operands: 0 }],
]);
