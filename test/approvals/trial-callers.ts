import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { command } from '../command.ts';
import { isAllowed, whatIn, type TrialSite } from './trial-site.ts';

/** How a request ended for whoever made the call. */
export type Ending =
  /** The call says that it has succeeded. */
  | 'success'
  | 'refused'
  /** The process was killed after the answer was used: whether the call ran is not known to its caller. */
  | 'used'
  /** The caller could not come back for the call. */
  | 'lost';

export const callerKinds = ['http', 'mcp', 'command'] as const;
export type CallerKind = (typeof callerKinds)[number];

export type Caller = (what: string) => Promise<Ending>;

/** Makes calls by HTTP, under ids of its own, and comes back to those that a kill has interrupted. */
export function httpCaller(site: TrialSite): Caller {
  const client = site.clientOf('caller');
  return async (what) => {
    for (;;) {
      try {
        const call = { id: what, tool_name: 'order', arguments: { what } };
        const ending = endingOf(await client.ask('execute_tool', call));
        if (ending !== undefined) return ending;
      } catch {
        // The service is being started again.
        await wait(100);
      }
    }
  };
}

/** Makes calls with a command that is killed now and then, and started again under the same id. */
export function commandCaller({ service }: TrialSite, random: () => number): Caller {
  const { folder: cwd, state } = service;
  const env = { PATH: process.env['PATH'], LANG: 'C', TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: state };
  const runOnce = (what: string, timeout: number): Promise<string> =>
    new Promise((resolve) => {
      const call = JSON.stringify({ id: what, tool_name: 'order', arguments: { what } });
      const given = [command, 'execute_tool', call, '--wait', '--agent', 'coder'];
      const options = { cwd, env, timeout, killSignal: 'SIGKILL' } as const;
      execFile(process.execPath, given, options, (_, stdout) => resolve(stdout));
    });
  return async (what) => {
    for (let tries = 0; ; tries++) {
      const stdout = await runOnce(what, tries < 2 ? Math.round(500 + random() * 4000) : 0);
      const ending = stdout === '' ? undefined : endingOf(JSON.parse(stdout) as Result);
      if (ending !== undefined) return ending;
    }
  };
}

/** An MCP client that is named a person's: where nobody watches, it is asked about its calls by a form. */
export function mcpCaller({ service, tokens }: TrialSite): Caller {
  const requestInit = { headers: { authorization: `Bearer ${tokens.mcp}` } };
  const open = async (): Promise<Client> => {
    const client = new Client(
      { name: 'trial', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    client.setRequestHandler('elicitation/create', ({ params: { message } }) => ({
      action: 'accept',
      content: { decision: isAllowed(whatIn(message) ?? '') ? 'allow_once' : 'reject_once' },
    }));
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { requestInit }),
    );
    return client;
  };
  return async (what) => {
    try {
      const client = await open();
      const call = { name: 'order', arguments: { what } };
      const { content, isError } = await client.callTool(call, { timeout: 600_000 });
      await client.close();
      return isError ? (endingOf(failureIn(content)) ?? 'lost') : 'success';
    } catch {
      // Its id is the gateway's: nobody can make the same call again.
      return 'lost';
    }
  };
}

interface Result {
  readonly status: string;
  readonly error_code?: string | undefined;
}

function failureIn(content: unknown): Result {
  const [first] = content as { readonly text: string }[];
  return JSON.parse(first?.text ?? '{}') as Result;
}

/** Undefined when the call is to be made again. */
function endingOf({ status, error_code: code }: Result): Ending | undefined {
  if (status === 'success') return 'success';
  if (code === 'approval_refused') return 'refused';
  return code === 'approval_used' ? 'used' : undefined;
}
