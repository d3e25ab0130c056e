import type { Session } from './session.ts';

/** Runs a command and gives the exit code. */
type Command = (session: Session) => Promise<number>;

interface CommandEntry {
  /** Loaded when it is used: a command pays for no other. */
  readonly load: () => Promise<Command>;
  /** Called by the name of the wire: answers in JSON. */
  readonly wire?: boolean;
}

const list = async (): Promise<Command> => (await import('./commands/list.ts')).list;
const describe = async (): Promise<Command> => (await import('./commands/describe.ts')).describe;

export const commands: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  ['list', { load: list }],
  ['list_tools', { load: list, wire: true }],
  ['describe', { load: describe }],
  ['get_tool_descriptor', { load: describe, wire: true }],
  ['call', { load: async () => (await import('./commands/call.ts')).call }],
  [
    'execute_tool',
    { load: async () => (await import('./commands/execute-tool.ts')).executeTool, wire: true },
  ],
  ['explain', { load: async () => (await import('./commands/explain.ts')).explain }],
  ['formats', { load: async () => (await import('./commands/formats.ts')).formats }],
  ['check', { load: async () => (await import('./commands/check.ts')).check }],
  ['init', { load: async () => (await import('./commands/init.ts')).init }],
]);
