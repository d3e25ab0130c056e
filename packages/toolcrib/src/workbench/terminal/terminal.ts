import { resolve } from 'node:path';
import { createError, defineTool, type Effect, type RunEffect, type Tool } from '@toolcrib/core';
import type { Place } from '../../fence/project-files.ts';
import type { Bench } from '../bench.ts';
import { cutText } from '../cut-text.ts';
import { failure } from '../failure.ts';
import { pathOfEffect } from '../path-of-effect.ts';
import { workbenchNotes } from '../notes.ts';
import { keyNames, toSequence } from './keys.ts';
import type { TerminalParts } from './parts.ts';
import type { Session } from './session.ts';
import { Sessions } from './sessions.ts';

interface TerminalInput {
  readonly action: 'open' | 'send' | 'read' | 'resize' | 'list' | 'close';
  readonly session?: string | undefined;
  readonly command?: string | undefined;
  readonly cwd: string;
  readonly text?: string | undefined;
  readonly keys: readonly string[];
  readonly wait_for?: string | undefined;
  readonly quiet_ms: number;
  readonly wait_ms: number;
  readonly columns: number;
  readonly rows: number;
  readonly scrollback: number;
}

export interface TerminalOptions {
  /** Loads what a session is made of. @default the packages that come along */
  readonly load?: (() => Promise<TerminalParts>) | undefined;
}

/** Programs that want a terminal: shells, editors, debuggers, anything that asks. */
export function createTerminalTool(bench: Bench, { load }: TerminalOptions = {}): Tool {
  const sessions = new Sessions(bench, load);
  return defineTool({
    type: 'builtin',
    name: 'Terminal',
    aliases: ['terminal'],
    description: [
      'Work with programs that want a terminal. open starts a shell or a program and gives a session; send types text and keys; read looks at the screen.',
      'After open and send it waits for `wait_for` in what comes then, or until nothing has come for `quiet_ms`, and shows the screen.',
      'A session stays open between calls until close; what it has started ends with it.',
    ].join('\n'),
    shortDescription: 'Work with programs that want a terminal.',
    whenToUse:
      'For programs that ask, redraw the screen or keep running. For commands that just run use Bash.',
    category: 'terminal',
    tier: 'high',
    tags: ['shell', 'interactive', 'pty', 'session', 'repl'],
    annotations: { readOnly: false, destructive: true, requiresConfirmation: true },
    permission: 'execute',
    // open and send ask by their effects; looking at the screen does not.
    approval: 'safe',
    source: 'workbench',
    riskFrom: 'effects',
    parameters: {
      type: 'object',
      properties: {
        action: {
          type: 'string',
          enum: ['open', 'send', 'read', 'resize', 'list', 'close'],
          description: 'What to do',
        },
        session: { type: 'string', description: 'Which session; open gives it', maxLength: 32 },
        command: {
          type: 'string',
          description: 'open: what to run. Default: an interactive bash',
          maxLength: 10_000,
        },
        cwd: { type: 'string', description: 'open: the folder to start in', default: '.' },
        text: {
          type: 'string',
          description: 'send: what to type, as it is; end a line with the key enter',
          maxLength: 100_000,
        },
        keys: {
          type: 'array',
          items: { type: 'string', enum: keyNames },
          description: 'send: keys to press after the text',
          maxItems: 100,
          default: [],
        },
        wait_for: {
          type: 'string',
          description: 'open, send, read: wait until this has come since something was last typed',
          maxLength: 1000,
        },
        quiet_ms: {
          type: 'integer',
          description: 'Otherwise wait until nothing has come for so long',
          minimum: 10,
          maximum: 5000,
          default: 300,
        },
        wait_ms: {
          type: 'integer',
          description: 'Wait no longer than this',
          minimum: 0,
          maximum: 60_000,
          default: 5000,
        },
        columns: { type: 'integer', description: 'open, resize', minimum: 20, maximum: 500, default: 100 },
        rows: { type: 'integer', description: 'open, resize', minimum: 5, maximum: 200, default: 30 },
        scrollback: {
          type: 'integer',
          description: 'read: also this many lines from above',
          minimum: 0,
          maximum: 2000,
          default: 0,
        },
      },
      required: ['action'],
      additionalProperties: false,
    },
    returns: {
      type: 'object',
      properties: {
        session: { type: 'string' },
        screen: { type: 'string', description: 'The screen as text, without colours' },
        screen_rest: { type: 'string', description: 'When it is cut: what Read takes to give the whole' },
        cursor: { type: 'object', properties: { row: { type: 'integer' }, column: { type: 'integer' } } },
        full_screen: {
          type: 'boolean',
          description: 'A program such as an editor has taken the whole screen',
        },
        running: { type: 'boolean' },
        exit_code: { type: 'integer' },
        found: { type: 'boolean', description: 'Whether `wait_for` was seen' },
        sessions: { type: 'array', description: 'list: the open sessions' },
      },
    },
    examples: [
      { description: 'A shell', arguments: { action: 'open' } },
      {
        description: 'Run a command in it and wait for its last word',
        arguments: {
          action: 'send',
          session: 't1',
          text: 'echo rea"dy"',
          keys: ['enter'],
          wait_for: 'ready',
        },
      },
      { description: 'Interrupt what runs', arguments: { action: 'send', session: 't1', keys: ['ctrl_c'] } },
      { description: 'What is open', arguments: { action: 'list' } },
      { description: 'End it and all that it started', arguments: { action: 'close', session: 't1' } },
    ],
    cautions: [
      'A person is asked before a session is opened and before anything is typed.',
      'The allow-list of commands does not apply to what is typed; the sandbox does. With an exact list (`sandbox.commands`) a shell is not opened.',
      'A session that nobody uses for 30 minutes is closed. At most 8 are open at once.',
      'An agent sees only its own sessions.',
    ],
    timeout: 70_000,
    effects: (input) => effectsOf(input as TerminalInput, bench),
    preflight: async (given, { agent }) => {
      const { action, cwd, session } = given as TerminalInput;
      if (action === 'list') return;
      if (action !== 'open') {
        const found = sessions.find(session, agent);
        if (action === 'send') sessions.requireRunning(found);
        return;
      }
      folderOf(cwd, bench);
      await sessions.requireRoom();
    },
    run: async (given, { agent, signal }) => {
      const input = given as TerminalInput;
      const look = (session: Session): Promise<object> => lookAt(session, input, signal, bench);
      if (input.action === 'list') {
        const listed = sessions.list(agent);
        return { sessions: listed.map(({ id, command, running }) => ({ session: id, command, running })) };
      }
      if (input.action === 'open') {
        const place = folderOf(input.cwd, bench);
        const { command, columns, rows } = input;
        const session = await sessions.open({ command, columns, rows, directory: place.path, agent });
        const seen = await look(session);
        // Nobody will hear its name.
        if (signal.aborted) await sessions.close(session);
        return seen;
      }
      const session = sessions.find(input.session, agent);
      if (input.action === 'close') {
        await sessions.close(session);
        return { session: session.id, running: false };
      }
      if (input.action === 'send') session.send((input.text ?? '') + toSequence(input.keys));
      if (input.action === 'resize') session.resize(input);
      return look(session);
    },
  });
}

function folderOf(cwd: string, bench: Bench): Place {
  const place = bench.files.locate(cwd, 'read');
  if (place.kind !== 'directory') throw failure('Terminal', 'path_not_found', { path: cwd }, bench);
  return place;
}

async function lookAt(
  session: Session,
  { action, wait_for, quiet_ms, wait_ms, scrollback }: TerminalInput,
  signal: AbortSignal,
  bench: Bench,
): Promise<object> {
  const waits = action === 'open' || action === 'send' || wait_for !== undefined;
  const found = waits && (await session.wait({ text: wait_for, quiet: quiet_ms, atMost: wait_ms, signal }));
  const { screen, ...view } = await session.view(scrollback);
  return {
    session: session.id,
    ...(await cutText('screen', screen, bench)),
    ...view,
    ...(wait_for !== undefined && { found }),
  };
}

function effectsOf({ action, command, cwd, text = '', keys }: TerminalInput, bench: Bench): Effect[] {
  const warning = workbenchNotes(bench.locale).terminalWarning;
  const asked = { risk: 'high', warning, interactive: true } as const;
  if (action === 'open') {
    refuseUnlisted(command, cwd, bench);
    return [
      { kind: 'read', path: pathOfEffect(bench, cwd, 'read') },
      {
        kind: 'run',
        command: command ?? 'bash',
        argument: 'command',
        ...commandsOf(command, cwd, bench),
        ...asked,
      },
    ];
  }
  if (action === 'send')
    // Typed text is no command line that could be taken apart: it may be a part of any command.
    return [
      { kind: 'run', command: [text, ...keys.map((key) => `<${key}>`)].join(''), argument: 'text', ...asked },
    ];
  return [];
}

/** Where only listed programs run, one that is not listed is not opened either; nor a shell, in which any can be started. */
function refuseUnlisted(command = 'bash', cwd: string, { commands, files }: Bench): void {
  if (!commands.isExact) return;
  const verdict = commands.judge(command, { directory: resolve(files.root, cwd), contained: false });
  if (verdict.decision === 'block') throw createError('command_not_allowed', { command: verdict.program });
}

/** The commands of what is opened, as rules see them. A shell may start any. */
function commandsOf(
  command: string | undefined,
  cwd: string,
  { commands, files }: Bench,
): Pick<RunEffect, 'commands' | 'needsExactRule'> {
  if (command === undefined) return {};
  const verdict = commands.judge(command, { directory: resolve(files.root, cwd), contained: false });
  return { commands: verdict.commands, needsExactRule: verdict.needsExactRule };
}
